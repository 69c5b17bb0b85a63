import type { DateContext } from "../time/calendar.ts";
import { isSpanishGender, type Labelled } from "./labels.ts";
import { asDob, asGenderOf, readName } from "./person.ts";
import { readPlace } from "./place.ts";

export type Values = Record<string, string>;

/** Whether anything that was not there yet could be put where it belongs. */
function put(values: Values, found: Readonly<Record<string, string>>): boolean {
  const news = Object.entries(found).filter(([field, value]) => value !== "" && (values[field] ?? "") === "");
  for (const [field, value] of news) values[field] = value;
  return news.length > 0;
}

function putAddress(values: Values, text: string): boolean {
  const place = readPlace(text);
  return put(values, place === null ? { address: text } : { ...place });
}

/** Puts the value of a label into its field, or fields. False where that says nothing, or stands there already. */
export function putAsked(values: Values, { asked, label, value }: Labelled, context: DateContext): boolean {
  switch (asked) {
    case "name":
      return put(values, readName(value, context));
    case "dob":
      return put(values, { dob: asDob(value, context) });
    case "gender":
      return put(values, { gender: asGenderOf(value, isSpanishGender(label)) });
    case "address":
      return putAddress(values, value);
    case "address2": {
      const first = values["address"] ?? "";
      if (first === "") return false;
      values["address"] = `${first}, ${value}`;
      return true;
    }
    case "place":
      return readPlace(value) !== null && putAddress(values, value);
    default:
      return put(values, { [asked]: value });
  }
}

/** "Name" beside a surname is the first name alone. */
export const withFirstNames = (all: readonly Labelled[]): readonly Labelled[] =>
  all.some(({ asked, value }) => asked === "lastName" && value !== "")
    ? all.map((each) => (each.asked === "name" ? { ...each, asked: "firstName" } : each))
    : all;
