import { z } from "zod";
import type { DateContext } from "../time/calendar.ts";
import { intakeOf, type Intake } from "./intake.ts";
import { asDob, asGender, readName } from "./person.ts";

/** A patient as other clinics' systems send it: FHIR R4 and R5 Patient, alone or in a Bundle. What is odd counts as absent. */

const text = z.string().catch("");
const texts = z.array(text).catch([]);
const many = <T extends z.ZodType>(one: T) => z.array(one.nullable().catch(null)).catch([]);

/** In which a name, an address or a number is in use. */
const period = z.object({ end: text }).catch({ end: "" });
const name = z.object({ use: text, period, text, family: text, given: texts, suffix: texts });
const telecom = z.object({ system: text, value: text, use: text, period });
const place = z.object({ use: text, period, line: texts, city: text, state: text, postalCode: text });
const identifier = z.object({ system: text, value: text });

const patient = z.object({
  resourceType: z.literal("Patient"),
  name: many(name),
  birthDate: text,
  gender: text,
  address: many(place),
  telecom: many(telecom),
  identifier: many(identifier),
});
const bundle = z.object({
  resourceType: z.literal("Bundle"),
  entry: many(z.object({ resource: patient })),
});
type Patient = z.infer<typeof patient>;

function patientsIn(json: unknown): readonly Patient[] {
  const all: readonly unknown[] = Array.isArray(json) ? json : [json];
  return all.flatMap((each) => {
    const alone = patient.safeParse(each);
    if (alone.success) return [alone.data];
    const several = bundle.safeParse(each);
    return several.success ? several.data.entry.flatMap((one) => one?.resource ?? []) : [];
  });
}

type Used = { readonly use: string; readonly period: { readonly end: string } };
/** Whether it ended before today; an end may be a year or a month alone, which then is over as a whole. */
const isPast = (end: string, today: string): boolean => {
  const [day = ""] = /^\d{4}(?:-\d{2}){0,2}/.exec(end) ?? [];
  return day !== "" && day < today.slice(0, day.length);
};
/** Takes the one of that use, else the first that is not of the past. */
const bestOn =
  (today: string) =>
  <T extends Used>(all: readonly (T | null)[], ...uses: readonly string[]): T | undefined => {
    const those = all
      .filter((each) => each !== null)
      .filter(({ use, period: { end } }) => use !== "old" && !isPast(end, today));
    return (
      uses.map((use) => those.find((each) => each.use === use)).find((each) => each !== undefined) ?? those[0]
    );
  };

const present = (parts: readonly string[]): readonly string[] => parts.filter((part) => part.trim() !== "");

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Reads the first patient of a text; null where it is none. Others are shown, not filled in. */
export function readFhir(text: string, context: DateContext): Intake | null {
  const [first, ...others] = patientsIn(parsed(text));
  if (first === undefined) return null;
  const best = bestOn(context.today);
  const called = best(first.name, "official", "usual");
  const [given = "", ...middle] = called?.given ?? [];
  const family = called?.family ?? "";
  // Some systems send the name as one text alone.
  const { firstName, lastName } =
    given === "" && family === ""
      ? readName(called?.text ?? "", context)
      : { firstName: given, lastName: family };
  const lives = best(first.address, "home");
  const ways = first.telecom.filter((each) => each !== null);
  const phone = best(
    ways.filter(({ system }) => system === "phone"),
    "mobile",
    "home",
  );
  const email = best(
    ways.filter(({ system }) => system === "email"),
    "home",
  );
  const nameOf = (each: Patient): string => {
    const one = best(each.name, "official", "usual");
    return one === undefined
      ? ""
      : one.text !== ""
        ? one.text
        : present([...one.given, one.family]).join(" ");
  };
  return intakeOf({
    format: "fhir",
    values: {
      firstName,
      lastName,
      dob: asDob(first.birthDate, context),
      gender: asGender(first.gender),
      address: present(lives?.line ?? []).join(", "),
      city: lives?.city,
      state: lives?.state,
      zip: lives?.postalCode,
      phone: phone?.value,
      email: email?.value,
    },
    otherNames: present([...middle, ...(called?.suffix ?? [])]).join(" "),
    rest: [
      ...first.identifier.map((each) => (each === null ? "" : present([each.system, each.value]).join(" "))),
      ...ways
        .filter((each) => each !== phone && each !== email)
        .map((each) => present([each.system, each.value]).join(" ")),
      ...others.map(nameOf),
    ],
  });
}
