import type { DateContext } from "../time/calendar.ts";
import { intakeOf, type Intake } from "./intake.ts";
import { asDob, asGender, readName } from "./person.ts";

/** A contact as phones and mail programs send it: vCard 2.1, 3.0 (RFC 2426) and 4.0 (RFC 6350). */

type Property = {
  readonly name: string;
  /** Lower case: `type=home`, `pref`. */
  readonly params: string;
  readonly value: string;
  /** Its letters are of an alphabet that is not known here: it is shown, and put nowhere. */
  readonly isUnread?: boolean;
};

/** Nothing that a person would type into the form, or read. */
const quiet =
  /^(?:VERSION|PRODID|REV|PHOTO|LOGO|SOUND|KEY|UID|SOURCE|CLASS|SORT-STRING|PROFILE|KIND|TZ|GEO|LANG|X-.*)$/;

/** Of which every byte from 0xA0 on is the character of that number. */
const latin = /^(?:iso-?8859-1|latin-?1|windows-1252|cp-?1252)$/;
const utf8 = /^(?:utf-?8|us-ascii|ascii|)$/;

/** Quoted-printable in that character set; null where it cannot be read. */
function unquoted(value: string, charset: string): string | null {
  const bytes = value.replaceAll("%", "%25").replace(/=([0-9A-F]{2})/gi, "%$1");
  if (utf8.test(charset)) {
    try {
      return decodeURIComponent(bytes);
    } catch {
      // Nothing said that these are bytes.
      return charset === "" ? value : null;
    }
  }
  // What lies between is another sign in each of these sets.
  if (!latin.test(charset) || /=[89][0-9A-F]/i.test(value)) return null;
  return value.replace(/=([0-9A-F]{2})/gi, (_all, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const unescaped = (value: string): string => value.replace(/\\n/gi, "\n").replace(/\\(.)/g, "$1");

/** `item1.TEL;TYPE=home:+1 217…`; the colon may stand in quotation marks before. */
function propertyOf(line: string): Property | null {
  const parts = /^(?:[\w-]{1,60}\.)?([\w-]{1,60})((?:;(?:"[^"]*"|[^":])*)?):([\s\S]*)/.exec(line);
  if (parts === null) return null;
  const [, name = "", params = "", value = ""] = parts;
  const property = { name: name.toUpperCase(), params: params.toLowerCase(), value };
  if (!/quoted-printable/i.test(params)) return property;
  const [, charset = ""] = /;charset="?([\w-]+)/.exec(property.params) ?? [];
  const text = unquoted(value, charset);
  return text === null ? { ...property, isUnread: true } : { ...property, value: text };
}

/** A long line goes on in the next, after a blank, or in 2.1 after "=". */
function propertiesIn(text: string): readonly Property[] {
  const lines = text
    .replace(/\r\n?/g, "\n")
    .replace(/\n[ \t]/g, "")
    .split("\n");
  const whole: string[] = [];
  for (const line of lines) {
    const before = whole.at(-1);
    if (before?.endsWith("=") === true && /quoted-printable/i.test(before))
      whole[whole.length - 1] = before.slice(0, -1) + line;
    else whole.push(line);
  }
  // What a picture is made of is looked at by nobody.
  return whole.flatMap((line) => propertyOf(line.slice(0, 4_000)) ?? []);
}

/** Its parts by semicolons that are not escaped. */
const partsOf = (value: string): readonly string[] =>
  value.split(/(?<!\\);/).map((part) => unescaped(part).replace(/\n/g, ", ").trim());

const plainValue = (value: string): string => unescaped(value).replace(/\n/g, ", ").trim();

/** The preferred one, else one at home, else the first. */
const chosen = (all: readonly Property[]): Property | undefined =>
  all.find(({ params }) => /\bpref\b/.test(params)) ??
  all.find(({ params }) => /home|cell/.test(params)) ??
  all[0];

/** Apple writes a year of its own where it knows none: `BDAY;X-APPLE-OMIT-YEAR=1604:1604-03-05`. */
const hasYear = (born: Property | undefined): boolean => {
  const [, none] = /;x-apple-omit-year="?(\d{4})/.exec(born?.params ?? "") ?? [];
  return none === undefined || born?.value.trim().startsWith(none) !== true;
};

const phoneOf = (value: string): string =>
  plainValue(value)
    .replace(/^tel:/i, "")
    .replace(/;ext=(?=\d)/i, " x")
    .replace(/;.*/, "");

/** Reads the first contact of a text; null where it is none. Others are shown, not filled in. */
export function readVcard(text: string, context: DateContext): Intake | null {
  const [, first, ...others] = text.split(/^BEGIN:VCARD[ \t]*\r?$/im);
  if (first === undefined) return null;
  const all = propertiesIn(first.split(/^END:VCARD/im)[0] ?? "");
  const named = (name: string): readonly Property[] =>
    all.filter((property) => property.name === name && property.isUnread !== true);
  const [last = "", own = "", middle = "", , suffix = ""] = partsOf(named("N")[0]?.value ?? "");
  const whole = plainValue(named("FN")[0]?.value ?? "");
  const { firstName, lastName } =
    own === "" && last === "" ? readName(whole, context) : { firstName: own, lastName: last };
  const phone = chosen(named("TEL").filter(({ params }) => !/fax|pager/.test(params)));
  const email = chosen(named("EMAIL"));
  const place = chosen(named("ADR"));
  const [box = "", more = "", street = "", city = "", state = "", zip = ""] = partsOf(place?.value ?? "");
  const born = named("BDAY")[0];
  const dob = hasYear(born) ? asDob(born?.value ?? "", context) : "";
  const gender = named("GENDER")[0] ?? named("X-GENDER")[0];
  const sex = asGender(partsOf(gender?.value ?? "")[0] ?? "");
  const used = new Set([
    phone,
    email,
    place,
    named("N")[0],
    named("FN")[0],
    dob === "" ? null : born,
    sex === "" ? null : gender,
  ]);
  const left = all.filter((property) => !used.has(property) && !quiet.test(property.name));
  return intakeOf({
    format: "vcard",
    values: {
      firstName,
      lastName,
      dob,
      gender: sex,
      address: [street, more, box].filter((part) => part !== "").join(", "),
      city,
      state,
      zip,
      phone: phoneOf(phone?.value ?? ""),
      email: plainValue(email?.value ?? "").replace(/^mailto:/i, ""),
    },
    otherNames: `${middle} ${suffix}`,
    rest: [
      ...left.map(
        ({ name, value }) =>
          `${name}: ${partsOf(value)
            .filter((part) => part !== "")
            .join(", ")}`,
      ),
      ...others.map((other) =>
        plainValue(propertiesIn(other).find(({ name }) => name === "FN")?.value ?? ""),
      ),
    ],
  });
}
