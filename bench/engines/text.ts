import type { PatientRecord } from "../../shared/patients/patient.ts";

/** A person as every engine gets them: plain letters, lower case; digits of the phone number. */
export type Entry = {
  readonly id: string;
  readonly first: string;
  readonly last: string;
  readonly dob: string;
  readonly phone: string;
  readonly email: string;
  /** The service's number of the patient; empty when there is none yet. */
  readonly number: string;
};

/** The bench's own folding, so that the judge does not share a mistake with what it judges. */
const special: Readonly<Record<string, string>> = {
  ł: "l",
  ø: "o",
  ß: "ss",
  đ: "d",
  ı: "i",
  æ: "ae",
  œ: "oe",
};

export const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[łøßđıæœ]/g, (letter) => special[letter] ?? letter)
    .replace(/\p{M}/gu, "");

const digits = (text: string): string => text.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");

export const entryOf = ({ id, input, patientId }: PatientRecord): Entry => ({
  id,
  first: plain(input.firstName),
  last: plain(input.lastName),
  dob: input.dob,
  phone: digits(input.phone ?? ""),
  email: plain(input.email),
  number: patientId === null ? "" : String(patientId),
});

/** What is asked: as a person types it, and as an engine that knows of no dates or numbers is best asked. */
export type Query = {
  readonly kind: string;
  readonly typed: string;
  readonly plain: string;
  /** Who was meant, where the text has a typing error. */
  readonly meant?: string;
};

const apart = (name: string): readonly string[] => name.split(/[^a-z0-9]+/).filter(Boolean);
const squeezed = (name: string): string => name.replace(/[^a-z0-9]/g, "");

/** Every text of a person that a word may begin, each after a line feed: one look finds a beginning among them. */
export const keysOf = ({ first, last, dob, phone, email }: Entry): string =>
  ["", ...apart(first), squeezed(first), ...apart(last), squeezed(last), dob, phone, email].join("\n");

const wordsOf = ({ plain }: Query): readonly string[] => plain.split(" ").filter(Boolean);

/** Whether each word that was asked for is a beginning of something that is known of the person. */
export const meets = (keys: string, query: Query): boolean =>
  wordsOf(query).every((word) => keys.includes(`\n${word}`));

/** `30584`, as a date of birth may be typed: `1984-03-05`; null when it is none. The later of two centuries has passed. */
function dateOf(word: string): string | null {
  const [, month = "", day = "", year = ""] = /^(\d{1,2})(\d{2})(\d{2}|\d{4})$/.exec(word) ?? [];
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) return null;
  const century = year.length === 4 ? "" : Number(year) > new Date().getFullYear() % 100 ? "19" : "20";
  return `${century}${year}-${month.padStart(2, "0")}-${day}`;
}

/**
 * The same, where a person is also found by the end of the phone number, the patient number, what the email is made of,
 * a date of birth without its signs, and a name that is written in one word.
 */
export function alsoMeets(entry: Entry, query: Query): boolean {
  const mailbox = squeezed(entry.email.split("@")[0] ?? "");
  const keys = [keysOf(entry), ...apart(entry.email), mailbox].join("\n");
  const inOne = squeezed(query.plain);
  return (
    (inOne !== "" && squeezed(entry.last).startsWith(inOne)) ||
    wordsOf(query).every(
      (word) =>
        keys.includes(`\n${word}`) ||
        keys.includes(`\n${squeezed(word) || word}`) ||
        entry.number === word ||
        entry.phone.endsWith(word) ||
        entry.dob === dateOf(word),
    )
  );
}
