import type { DateContext } from "../time/calendar.ts";
import { splitRepetitions, readSigns, type Parts, type Signs } from "./hl7-signs.ts";
import { createIntake, shownLines, type Intake } from "./intake.ts";
import { asDob, asGender } from "./person.ts";

/** A patient as hospitals' systems send it: the PID segment of an HL7 version 2 message, such as ADT^A04. */

const fieldAtMost = 4_000;
type Fields = (field: number) => readonly Parts[];
const fieldsOf = (segment: string, signs: Signs): Fields => {
  const fields = segment.split(signs.field);
  return (field) => splitRepetitions((fields[field] ?? "").slice(0, fieldAtMost), signs);
};

const filled = (parts: readonly string[]): readonly string[] => parts.filter((part) => part !== "");

/** A date of the standard, `YYYYMMDD…`, that is over. */
const isOver = (date: string, { today }: DateContext): boolean =>
  /^\d{8}/.test(date) && date.slice(0, 8) < today.replaceAll("-", "");

/** Of which names the patient is called by one: no maiden name, alias, nickname, name at birth or pseudonym. */
const otherName = /^(?:A|B|M|N|NAV|NB|S|F|K|BAD|NOUSE|MSK|REL|TEMP)$/i;
const nameEnds = 13;
function nameIn(all: readonly Parts[], context: DateContext): Parts | undefined {
  const own = all.filter((name) => !otherName.test(name.of(7)) && !isOver(name.of(nameEnds), context));
  return own.find((name) => /^L$/i.test(name.of(7))) ?? own[0];
}
const wholeName = (name: Parts): string => {
  const [family, given] = [name.of(1), name.of(2)];
  return filled([family, [given, name.of(3)].filter((part) => part !== "").join(" ")]).join(", ");
};

/** A bad address, or where somebody was born, is none; a firm's is the last that is taken. */
const noAddress = /^(?:BA|BAD|N|BDL|BR|F|TM|OLD)$/i;
const firmAddress = /^(?:B|O|WP)$/i;
const homeAddress = /^(?:H|HP|C|P|L|RH)?$/i;
const addressEnds = 14;
function addressIn(all: readonly Parts[], context: DateContext): Parts | undefined {
  const own = all.filter((place) => !noAddress.test(place.of(7)) && !isOver(place.of(addressEnds), context));
  return (
    own.find((place) => /^(?:H|HP)$/i.test(place.of(7))) ??
    own.find((place) => homeAddress.test(place.of(7))) ??
    own.find((place) => !firmAddress.test(place.of(7))) ??
    own[0]
  );
}
/** The street as one text, or by number and name. */
const streetOf = (place: Parts): string => {
  const whole = place.of(1) === "" ? filled([place.part(1, 3), place.part(1, 2)]).join(" ") : place.of(1);
  return filled([whole, place.of(2)]).join(", ");
};

type Contact = {
  readonly phone: string;
  readonly email: string;
  readonly other: string;
  /** Not a number at work. */
  readonly isHome: boolean;
};

/**
 * XTN: the number as one text, or by country, area code, number and extension; an email address in the fourth component. A fax, a
 * beeper and somebody's number for emergencies are `other`.
 */
function contactOf(contact: Parts): Contact {
  const [number, use, kind, more] = [contact.of(1), contact.of(2), contact.of(3), contact.of(8)];
  const [area, local] = [contact.of(6), contact.of(7)];
  const isEmail = /^[^\s@]+@[^\s@]+$/.test(number);
  const code = contact.of(5).replace(/\D/g, "").replace(/^0+/, "");
  const own = code === "" || code === "1" ? `${area}${local}` : `+${filled([code, area, local]).join(" ")}`;
  const whole = number === "" ? own : number;
  const extension = whole === "" || more === "" || /x/i.test(whole) ? "" : ` x${more}`;
  const phone = isEmail || `${area}${local}${number}` === "" ? "" : `${whole}${extension}`;
  const isPhone = !/^(?:FX|BP)$/i.test(kind) && !/^(?:BPN|EMR)$/i.test(use);
  return {
    phone: isPhone ? phone : "",
    email: isEmail ? number : contact.of(4),
    other: isPhone || phone === "" ? "" : `${kind || use} ${phone}`,
    isHome: !/^WPN$/i.test(use),
  };
}

/** A year and a month are no day. */
const bornOn = (text: string, context: DateContext): string =>
  text.replace(/\D/g, "").length < 8 ? "" : asDob(text, context);

/** Of a message whose line ends were lost, segments are told by their names. */
const withLines = (text: string): string =>
  /^\s*MSH/.test(text) ? text.replace(/[ \t](?=(?:EVN|PID|PD1|NK1|PV1|GT1|IN1|ROL|AL1|OBX)\|)/g, "\r") : text;

/** Numbers by which others know the patient: PID-2, -3, -4 and -18. */
const idFields = [2, 3, 4, 18];

/** Reads the first PID segment of a text; null where there is none. Others are shown, not filled in. */
export function readHl7(text: string, context: DateContext): Intake | null {
  const segments = withLines(text.replaceAll("\u001C", "\r"))
    .split(/[\r\n\v]/)
    .map((line) => line.trimStart());
  const signs = readSigns(segments.find((line) => line.startsWith("MSH")));
  const [pid, ...others] = segments
    .filter((line) => line.startsWith(`PID${signs.field}`))
    .slice(0, shownLines)
    .map((line) => fieldsOf(line, signs));
  if (pid === undefined) return null;
  const [names, places] = [pid(5), pid(11)];
  const called = nameIn(names, context);
  const lives = addressIn(places, context);
  const contacts = [...pid(13), ...pid(14)].map(contactOf);
  const phones = contacts.filter((each) => each.phone !== "");
  const phone = phones.find((each) => each.isHome) ?? phones[0];
  const [email, ...emails] = filled(contacts.map((each) => each.email));
  const born = pid(7)[0]?.of(1) ?? "";
  const dob = bornOn(born, context);
  const ids = idFields.flatMap((field) => pid(field).map((id) => filled([id.of(1), id.of(4)]).join(" ")));
  return createIntake({
    format: "hl7",
    values: {
      firstName: called?.of(2),
      // The surname may have its own parts, of which the first is the whole: "de la Cruz&de la&Cruz".
      lastName: called?.of(1),
      dob,
      gender: asGender(pid(8)[0]?.of(1) ?? ""),
      address: lives === undefined ? "" : streetOf(lives),
      city: lives?.of(3),
      state: lives?.of(4),
      zip: lives?.of(5),
      phone: phone?.phone,
      email,
    },
    otherNames: filled([called?.of(3) ?? "", called?.of(4) ?? ""]).join(" "),
    rest: [
      ...new Set(ids),
      ...phones.filter((each) => each !== phone).map((each) => each.phone),
      ...emails,
      ...contacts.map(({ other }) => other),
      dob === "" ? born : "",
      ...names.filter((name) => name !== called).map(wholeName),
      ...places
        .filter((place) => place !== lives)
        .map((place) => filled([streetOf(place), place.of(3), place.of(4), place.of(5)]).join(", ")),
      ...others.map((other) => {
        const [name] = other(5);
        return name === undefined ? "" : filled([name.of(1), name.of(2)]).join(", ");
      }),
    ],
  });
}
