import type { DateContext } from "../time/calendar.ts";
import { createIntake, shownLines, type Intake } from "./intake.ts";
import { matchLineLabel } from "./labels.ts";
import { hasOthersDetails } from "./others.ts";
import { asDob, asGender, isEmail, readName } from "./person.ts";
import { readPlace } from "./place.ts";
import { readProperties, type Property } from "./vcard-lines.ts";

/** A contact as phones and mail programs send it: vCard 2.1, 3.0 (RFC 2426) and 4.0 (RFC 6350). */

/** Nothing that a person would type into the form, or read. */
const quiet =
  /^(?:VERSION|PRODID|REV|PHOTO|LOGO|SOUND|KEY|UID|SOURCE|CLASS|SORT-STRING|PROFILE|KIND|TZ|GEO|LANG|X-.*)$/;

const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ", ").trim();
const partsOf = (property: Property | undefined): readonly string[] => (property?.parts ?? []).map(oneLine);
/** Of a value that has no parts a semicolon is a sign like any other. */
const valueOf = (property: Property | undefined): string => oneLine((property?.parts ?? []).join(";"));
const namesOf = (property: Property | undefined): readonly string[] =>
  partsOf(property).map((part) => part.replace(/ +/g, " "));

const unpreferred = 101;
/** 1 is preferred: `PREF=1` of version 4, `TYPE=pref` of 3 and `PREF` of 2.1. */
function preferenceOf({ params }: Property): number {
  const [, said] = /;pref="?(\d{1,3})/.exec(params) ?? [];
  return said === undefined ? (/\bpref\b/.test(params) ? 1 : unpreferred) : Number(said);
}

const labelOf = ({ params }: Property): string => /;label=(.*)$/.exec(params)?.[1] ?? "";
/** What address books call a second way to reach the same person: "_$!<Other>!$_". */
const ownLabel = /^(?:other|main|iphone|apple watch)$/;
/** "Tom cell": whose it is, its own label says, and no one knows Tom. */
const isCalledOtherwise = (each: Property): boolean =>
  each.name !== "ADR" &&
  labelOf(each) !== "" &&
  !ownLabel.test(labelOf(each)) &&
  matchLineLabel(labelOf(each)) === null;
/** None of a firm where there is another; the preferred one, else one at home, else the first; none that is called somebody else's. */
function chosen(all: readonly Property[]): Property | undefined {
  const isAtWork = ({ params }: Property): number => (/\bwork\b/.test(params) ? 1 : 0);
  const isHome = ({ params }: Property): number => (/home|cell|mobile|iphone/.test(params) ? 0 : 1);
  return all
    .filter((each) => !hasOthersDetails(labelOf(each)) && !isCalledOtherwise(each) && valueOf(each) !== "")
    .toSorted(
      (a, b) => isAtWork(a) - isAtWork(b) || preferenceOf(a) - preferenceOf(b) || isHome(a) - isHome(b),
    )[0];
}

/** Apple's year where it knows none, which it does not always say to be one; and those in which nobody alive was born. */
const noYear = /^(?:1604-?(?:0\d|1[0-2])-?\d\d|1[0-7]\d\d-)/;
function bornOn(born: Property | undefined, context: DateContext): string {
  const value = valueOf(born);
  const [, omitted] = /;x-apple-omit-year="?(\d{4})/.exec(born?.params ?? "") ?? [];
  const isOmitted = omitted !== undefined && value.startsWith(omitted);
  return isOmitted || noYear.test(value) ? "" : asDob(value, context);
}

const phoneOf = (value: string): string =>
  value
    .replace(/^tel:/i, "")
    .replace(/;ext=(?=\d)/i, " x")
    .replace(/;.*/, "");

type Fields = {
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
};
/** An address by its parts; of one that has all in its street, or as the text of a label, what can be read. */
function addressOf(place: Property | undefined, label: Property | undefined): Fields {
  const [box = "", more = "", street = "", city = "", state = "", zip = ""] = partsOf(place);
  const address = [street, more, box].filter((part) => part !== "").join(", ");
  if (`${city}${state}${zip}` !== "") return { address, city, state, zip };
  const whole = address === "" ? valueOf(label) : address;
  return readPlace(whole) ?? { address: whole, city, state, zip };
}

/** The name by its parts, else as a whole, also where the whole stands in the surname's place. */
function nameOf(parts: readonly string[], whole: string, context: DateContext) {
  const [last = "", first = ""] = parts;
  const isWhole = first === "" && (last === "" || (last === whole && last.includes(" ")));
  return isWhole ? readName(whole, context) : { firstName: first, lastName: last };
}

/** Reads the first contact of a text; null where it is none. Others are shown, not filled in. */
export function readVcard(text: string, context: DateContext): Intake | null {
  const [, card, ...others] = text.split(/^BEGIN:VCARD[ \t]*\r?$/im);
  if (card === undefined) return null;
  const all = readProperties(card.split(/^END:VCARD/im)[0] ?? "");
  const named = (name: string): readonly Property[] =>
    all.filter((property) => property.name === name && !property.isUnread);
  // A firm, a group or a place.
  const isPerson = !/^(?:org|group|location)$/i.test(valueOf(named("KIND")[0]));
  if (!isPerson)
    return createIntake({
      format: "vcard",
      values: {},
      rest: all.filter(({ name }) => !quiet.test(name)).map(shown),
    });
  const [names, called] = [named("N")[0], named("FN")[0]];
  const [, , middle = "", , suffix = ""] = namesOf(names);
  const { firstName, lastName } = nameOf(namesOf(names), valueOf(called), context);
  const isNamed = `${firstName}${lastName}` !== "";
  const phone = chosen(named("TEL").filter(({ params }) => !/fax|pager|modem|bbs|isdn/.test(params)));
  const emails = named("EMAIL");
  const email = chosen(emails.filter((each) => isEmail(emailOf(each)))) ?? chosen(emails);
  const place = chosen(named("ADR"));
  const label = place === undefined ? chosen(named("LABEL")) : undefined;
  const born = named("BDAY")[0];
  const dob = bornOn(born, context);
  const gender = named("GENDER")[0] ?? named("X-GENDER")[0];
  const sex = asGender(partsOf(gender)[0] ?? "");
  const used = new Set([
    phone,
    email,
    place,
    label,
    isNamed ? names : null,
    isNamed ? called : null,
    dob === "" ? null : born,
    sex === "" ? null : gender,
  ]);
  const left = all.filter((property) => !used.has(property) && !quiet.test(property.name));
  return createIntake({
    format: "vcard",
    values: {
      firstName,
      lastName,
      dob,
      gender: sex,
      ...addressOf(place, label),
      phone: phoneOf(valueOf(phone)),
      email: email === undefined ? "" : emailOf(email),
    },
    otherNames: `${middle} ${suffix}`,
    rest: [
      ...left.map(shown),
      ...others
        .slice(0, shownLines)
        .map((other) => valueOf(readProperties(other).find(({ name }) => name === "FN"))),
    ],
  });
}

const emailOf = (email: Property): string => valueOf(email).replace(/^mailto:/i, "");

/** What stands in no field, with what it is called by: "TEL (mother): …". */
function shown(property: Property): string {
  const label = labelOf(property);
  const value = partsOf(property)
    .filter((part) => part !== "")
    .join(", ");
  return `${property.name}${label === "" ? "" : ` (${label})`}: ${value}`;
}
