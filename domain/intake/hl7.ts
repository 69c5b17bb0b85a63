import type { DateContext } from "../time/calendar.ts";
import { intakeOf, type Intake } from "./intake.ts";
import { asDob, asGender } from "./person.ts";

/** A patient as hospitals' systems send it: the PID segment of an HL7 version 2 message, such as ADT^A04. */

type Signs = {
  readonly field: string;
  readonly component: string;
  readonly repeat: string;
  readonly escape: string;
};
const usual = "|^~\\";

/** MSH says which signs part fields, components and repetitions. */
function signsOf(header: string | undefined): Signs {
  const said = header?.slice(3, 7);
  const all = said?.length === usual.length ? said : usual;
  return { field: all.charAt(0), component: all.charAt(1), repeat: all.charAt(2), escape: all.charAt(3) };
}

const escaped: Readonly<Record<string, keyof Signs | "&">> = {
  F: "field",
  S: "component",
  R: "repeat",
  E: "escape",
  T: "&",
};

type Reader = {
  /** The first repetition of a field of PID that has anything, by components. */
  readonly first: (field: number) => readonly string[];
  readonly all: (field: number) => readonly (readonly string[])[];
};

function readerOf(segment: string, signs: Signs): Reader {
  const fields = segment.split(signs.field);
  // Codes of letters and line ends are passed over.
  const signOf = (code: string): string => {
    const name = Object.hasOwn(escaped, code) ? escaped[code] : undefined;
    return name === undefined ? " " : name === "&" ? "&" : signs[name];
  };
  const plain = (part: string): string =>
    part
      .split(signs.escape)
      .map((piece, at) => (at % 2 === 0 ? piece : signOf(piece)))
      .join("")
      .replace(/^""$/, "")
      .trim();
  const all = (field: number): readonly (readonly string[])[] =>
    (fields[field] ?? "")
      .split(signs.repeat)
      .map((each) => each.split(signs.component).map(plain))
      .filter((parts) => parts.some((part) => part !== ""));
  return { all, first: (field) => all(field)[0] ?? [] };
}

/** XTN: the number as one text, or by area code and number; an email address in the fourth component. */
function contactOf(parts: readonly string[]): { readonly phone: string; readonly email: string } {
  const [number = "", , , email = "", , area = "", local = ""] = parts;
  const isEmail = /^[^\s@]+@[^\s@]+$/.test(number);
  return {
    phone: isEmail ? "" : number === "" ? `${area}${local}` : number,
    email: isEmail ? number : email,
  };
}

/** Reads the first PID segment of a text; null where there is none. Others are shown, not filled in. */
export function readHl7(text: string, context: DateContext): Intake | null {
  const segments = text
    .replaceAll("\u001C", "\r")
    .split(/[\r\n\v]/)
    .map((line) => line.trimStart());
  const signs = signsOf(segments.find((line) => line.startsWith("MSH")));
  const [pid, ...others] = segments
    .filter((line) => line.startsWith(`PID${signs.field}`))
    .map((line) => readerOf(line, signs));
  if (pid === undefined) return null;
  const [family = "", given = "", middle = "", suffix = ""] = pid.first(5);
  const [street = "", more = "", city = "", state = "", zip = ""] = pid.first(11);
  const contacts = [...pid.all(13), ...pid.all(14)].map(contactOf);
  const phones = contacts.map(({ phone }) => phone).filter((phone) => phone !== "");
  const emails = contacts.map(({ email }) => email).filter((email) => email !== "");
  const read = intakeOf({
    format: "hl7",
    values: {
      firstName: given,
      // The surname may have its own parts: "de la Cruz&de la&Cruz".
      lastName: family.split("&")[0],
      dob: asDob(pid.first(7)[0] ?? "", context),
      gender: asGender(pid.first(8)[0] ?? ""),
      address: [street.split("&")[0] ?? "", more].filter((part) => part !== "").join(", "),
      city,
      state,
      zip,
      phone: phones[0],
      email: emails[0],
    },
    otherNames: `${middle} ${suffix}`,
    rest: [
      ...pid.all(3).map(([id = "", , , system = ""]) => `${id} ${system}`),
      ...phones.slice(1),
      ...emails.slice(1),
      ...others.map((other) => other.first(5).slice(0, 2).join(", ")),
    ],
  });
  return read;
}
