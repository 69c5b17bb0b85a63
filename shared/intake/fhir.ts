import type { DateContext } from "../time/calendar.ts";
import { findPatients, type FhirAddress, type Name, type Patient } from "./fhir-patients.ts";
import { createIntake, type Intake } from "./intake.ts";
import { asDob, asGender, readName } from "./person.ts";
import { readPlace } from "./place.ts";

/** A patient as other clinics' systems send it: FHIR R4 and R5 Patient, alone or with other records. */

type Used = { readonly use: string; readonly period: { readonly start: string; readonly end: string } };
/** A moment as far as it is said: a year or a month alone is over, or begins, as a whole. */
const dayOf = (moment: string): string => /^\d{4}(?:-\d{2}){0,2}/.exec(moment)?.[0] ?? "";
function isInUse({ use, period }: Used, today: string): boolean {
  const [start, end] = [dayOf(period.start), dayOf(period.end)];
  return (
    use !== "old" &&
    (end === "" || end >= today.slice(0, end.length)) &&
    start <= today.slice(0, start.length)
  );
}

/** Those in use, of the wanted kinds in their order, and last of any other kind. */
function byUse<T extends Used>(
  all: readonly (T | null)[],
  today: string,
  wanted: readonly string[],
): readonly T[] {
  const order = ({ use }: T): number => {
    const at = wanted.indexOf(use);
    return at === -1 ? wanted.length : at;
  };
  return all
    .filter((each) => each !== null)
    .filter((each) => isInUse(each, today))
    .toSorted((a, b) => order(a) - order(b));
}

const present = (parts: readonly string[]): readonly string[] => parts.filter((part) => part.trim() !== "");
const others = <T>(all: readonly (T | null)[], ...taken: readonly (T | undefined)[]): readonly T[] =>
  all.filter((each) => each !== null).filter((each) => !taken.includes(each));

/** Nobody is registered by the name of before a marriage, by a nickname, or by none. */
const nameOf = (all: readonly (Name | null)[], today: string): Name | undefined =>
  byUse(all, today, ["official", "usual", "", "temp"]).find(
    ({ use }) => !["maiden", "nickname", "anonymous"].includes(use),
  );

const nameText = ({ text, given, family }: Name): string =>
  text === "" ? present([...given, family]).join(" ") : text;

/** A place where somebody is visited comes before one for letters alone. */
const placeOf = (all: readonly (FhirAddress | null)[], today: string): FhirAddress | undefined =>
  byUse(all, today, ["home", "", "temp", "billing"]).toSorted(
    (a, b) => Number(a.type === "postal") - Number(b.type === "postal"),
  )[0];

const placeText = ({ text, line, city, state, postalCode }: FhirAddress): string =>
  text === "" ? present([...line, city, `${state} ${postalCode}`]).join(", ") : text;

const contactText = ({ relationship, name, telecom }: NonNullable<Patient["contact"][number]>): string =>
  present([
    "contact",
    ...others(relationship).map((each) => each.text),
    name === null ? "" : nameText(name),
    ...others(telecom).map((each) => each.value),
  ]).join(" ");

type Fields = {
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
};
/** Some systems send an address as one text alone, or its street. */
function addressOf(place: FhirAddress | undefined): Fields {
  const { text = "", line = [], city = "", state = "", postalCode = "" } = place ?? {};
  const whole = text.replace(/[\r\n]+/g, ", ").trim();
  const read = whole === "" ? null : readPlace(whole);
  const street = present(line).join(", ");
  if (present([street, city, state, postalCode]).length === 0)
    return read ?? { address: whole, city: "", state: "", zip: "" };
  return { address: street === "" ? (read?.address ?? "") : street, city, state, zip: postalCode };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Reads the patient of a text; null where it has none. Others are shown, not filled in. */
export function readFhir(text: string, context: DateContext): Intake | null {
  const { today } = context;
  const [first, ...further] = findPatients(parsed(text));
  if (first === undefined) return null;
  const called = nameOf(first.name, today);
  const [given = "", ...middle] = called?.given ?? [];
  const family = called?.family ?? "";
  // Some systems send the name as one text alone.
  const { firstName, lastName } =
    given === "" && family === ""
      ? readName(called?.text ?? "", context)
      : { firstName: given, lastName: family };
  const isUnread = firstName === "" && lastName === "";
  const lives = placeOf(first.address, today);
  const phone = wayOf(first, "phone", context) ?? wayOf(first, "sms", context);
  const email = wayOf(first, "email", context);
  const dob = asDob(first.birthDate, context);
  return createIntake({
    format: "fhir",
    values: {
      firstName,
      lastName,
      dob,
      gender: asGender(first.gender),
      ...addressOf(lives),
      phone: phone?.value.replace(/^tel:/i, ""),
      email: email?.value.replace(/^mailto:/i, ""),
    },
    otherNames: present([...middle, ...(called?.suffix ?? [])]).join(" "),
    rest: [
      ...first.identifier.map((each) => (each === null ? "" : present([each.system, each.value]).join(" "))),
      ...others(first.name, isUnread ? undefined : called).map((name) =>
        present([name.use, nameText(name)]).join(" "),
      ),
      dob === "" ? first.birthDate : "",
      ...others(first.address, lives).map((place) => present([place.use, placeText(place)]).join(" ")),
      ...others(first.telecom, phone, email).map((each) => present([each.system, each.value]).join(" ")),
      ...others(first.contact).map(contactText),
      ...further.map((each) => {
        const name = nameOf(each.name, today);
        return name === undefined ? "" : nameText(name);
      }),
    ],
  });
}

type Way = NonNullable<Patient["telecom"][number]>;
/** The preferred way to reach somebody, else by a mobile phone, at home, then elsewhere. */
function wayOf({ telecom }: Patient, system: string, { today }: DateContext): Way | undefined {
  const ways = byUse(
    telecom,
    today,
    system === "email" ? ["home", "mobile", ""] : ["mobile", "home", "", "temp"],
  );
  return ways
    .filter((each) => each.system === system && each.value.trim() !== "")
    .toSorted((a, b) => rankOf(a) - rankOf(b))[0];
}
const unranked = 1_000;
const rankOf = ({ rank }: Way): number => Math.min(rank, unranked);
