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

type Contact = { readonly phone: string; readonly email: string; readonly other: string };

/**
 * XTN: the number as one text, or by country, area code, number and extension; an email address in the fourth component. A fax and
 * a beeper are `other`.
 */
function contactOf(parts: readonly string[]): Contact {
  const [number = "", use = "", kind = "", email = "", country = "", area = "", local = "", more = ""] =
    parts;
  const isEmail = /^[^\s@]+@[^\s@]+$/.test(number);
  const code = country.replace(/\D/g, "").replace(/^0+/, "");
  const own =
    code === "" || code === "1"
      ? `${area}${local}`
      : `+${[code, area, local].filter((part) => part !== "").join(" ")}`;
  const whole = number === "" ? own : number;
  const extension = whole === "" || more === "" || /x/i.test(whole) ? "" : ` x${more}`;
  const phone = isEmail || `${area}${local}${number}` === "" ? "" : `${whole}${extension}`;
  const isPhone = !/^(?:FX|BP)$/i.test(kind) && use !== "BPN";
  return {
    phone: isPhone ? phone : "",
    email: isEmail ? number : email,
    other: isPhone || phone === "" ? "" : `${kind || use} ${phone}`,
  };
}

/** A year and a month are no day. */
const bornOn = (text: string, context: DateContext): string =>
  text.replace(/\D/g, "").length < 8 ? "" : asDob(text, context);

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
  const [born = ""] = pid.first(7);
  const dob = bornOn(born, context);
  return intakeOf({
    format: "hl7",
    values: {
      firstName: given,
      // The surname may have its own parts: "de la Cruz&de la&Cruz".
      lastName: family.split("&")[0],
      dob,
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
      ...contacts.map(({ other }) => other),
      dob === "" ? born : "",
      ...others.map((other) => other.first(5).slice(0, 2).join(", ")),
    ],
  });
}
