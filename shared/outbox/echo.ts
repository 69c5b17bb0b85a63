import { readInstant } from "../time/instant.ts";
import { readState } from "../patients/contact.ts";

/** What a booking sends and an answer may repeat, in the order in which a difference is told. */
const echoedFields = [
  "patientId",
  "appointmentDateTime",
  "serviceId",
  "address",
  "city",
  "state",
  "zip",
  "billingType",
  "notes",
] as const;
export type EchoedField = (typeof echoedFields)[number];

/** A field that the answer gives otherwise than it was sent, both as they came. */
type EchoDifference = {
  readonly field: EchoedField;
  /** Null: the field was not sent. */
  readonly sent: string | null;
  /** Never null, but may be empty: what is not shown is no difference. */
  readonly recorded: string;
};

type Members = Readonly<Record<string, unknown>>;

const shown = (value: unknown): string | null =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : null;

/** An object or a list came where a text belongs; records keep the beginning of its JSON. */
export const isStructure = (text: string): boolean =>
  /^(?:\{(?:"|\}$)|\[(?:["[{\d-]|null|true|false|\]$))/.test(text);

/** Whether a member of an answer can be compared: anything but a structure, and of a time only a moment. */
const isReadable = (field: EchoedField, text: string): boolean =>
  field === "appointmentDateTime" ? readInstant(text) !== null : !isStructure(text);

/** Letter case, white space, invisible characters and the way an accent is written make no difference. */
const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/\p{Cf}+/gu, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .toLowerCase();

/** "0071" and "71" are one number; what is no number stays text. */
const number = (text: string): string =>
  /^\d{1,15}$/.test(text.trim()) ? String(Number(text)) : plain(text);

/** The moment to the second, in whatever offset it is written. */
const moment = (text: string): string => String(Math.floor((readInstant(text)?.ms ?? Number.NaN) / 1_000));

const asCompared: Readonly<Record<EchoedField, (text: string) => string>> = {
  patientId: number,
  appointmentDateTime: moment,
  serviceId: number,
  address: plain,
  city: plain,
  state: (text) => readState(text)?.code ?? plain(text),
  // Written as a number it has lost the zero before it.
  zip: (text) =>
    plain(text)
      .replace(/^(\d{5})[ -]?(\d{4})$/, "$1-$2")
      .replace(/^\d{3,4}$/, (digits) => digits.padStart(5, "0")),
  billingType: plain,
  notes: plain,
};

/** A text that came back as it was sent is no finding, whatever it looks like. */
const fieldsOtherwise = (sent: Members, answered: Members): readonly EchoDifference[] =>
  echoedFields.flatMap((field) => {
    const recorded = shown(answered[field]);
    if (recorded === null) return [];
    const before = shown(sent[field]);
    const same = asCompared[field];
    return same(before ?? "") === same(recorded) ? [] : [{ field, sent: before, recorded }];
  });

/**
 * What the answer to a booking repeats otherwise than it was sent. `sent` is the body of the request, `answered`
 * the answer, as parsed from JSON. A member that the answer leaves out, shows as null or in a way that cannot be read, is
 * not known and no difference; neither is the same moment in another offset, a state's name for its code, or a
 * field that was not sent and is empty.
 */
export const compareEcho = (sent: Members, answered: Members): readonly EchoDifference[] =>
  fieldsOtherwise(sent, answered).filter(({ field, recorded }) => isReadable(field, recorded));

/** What the answer shows in a way that cannot be read: nobody knows what was recorded. The time is compared with its zone. */
export const findUnreadableFields = (sent: Members, answered: Members): readonly EchoDifference[] =>
  fieldsOtherwise(sent, answered).filter(
    ({ field, recorded }) => field !== "appointmentDateTime" && !isReadable(field, recorded),
  );

/** Fields that were sent, and that the answer is documented to repeat but does not show. */
export function findMissingFields(sent: Members, answered: Members): readonly EchoedField[] {
  const documented = ["address", "city", "state", "zip", "billingType", "notes"] as const;
  return documented.filter(
    (field) => (shown(sent[field]) ?? "") !== "" && (answered[field] ?? null) === null,
  );
}

/** The moment that an answer shows; null where it shows none that can be read. */
export function readAnsweredInstant(
  answered: { readonly appointmentDateTime: string | null } | null | undefined,
): string | null {
  const text = answered?.appointmentDateTime ?? "";
  return readInstant(text) === null ? null : text;
}

/** The frozen body of a request as its members; null before the first attempt, or when it is no JSON object. */
export function parseSentMembers(payload: string | null): Members | null {
  if (payload === null) return null;
  try {
    const body: unknown = JSON.parse(payload);
    return typeof body === "object" && body !== null && !Array.isArray(body) ? { ...body } : null;
  } catch {
    return null;
  }
}
