import type { DateContext } from "../time/calendar.ts";
import { isOfWork, isSpanishGender, type AskedField } from "./labels.ts";
import type { LabelledValue } from "./labelled.ts";
import { asDob, asGenderOf, isPhone, readName } from "./person.ts";
import { readPlace } from "./place.ts";

export type AskedValues = Record<string, string>;

/** Whether anything that was not there yet could be put where it belongs. */
function put(values: AskedValues, found: Readonly<Record<string, string>>): boolean {
  const news = Object.entries(found).filter(([field, value]) => value !== "" && (values[field] ?? "") === "");
  for (const [field, value] of news) values[field] = value;
  return news.length > 0;
}

function putAddress(values: AskedValues, text: string): boolean {
  const place = readPlace(text);
  return put(values, place === null ? { address: text } : { ...place });
}

/** What cannot be one stays in view. */
const isOf: Readonly<Record<"city" | "state" | "zip", (value: string) => boolean>> = {
  city: (value) => !/\d{3}/.test(value),
  state: (value) => !/\d/.test(value),
  zip: (value) => /\d/.test(value) && value.length <= "62701-1234 ".length,
};

/** What is written where nothing is known. */
const ofNothing =
  /^(?:none|n\/?a|unknown|unk|tbd|same(?: as [\p{L} '’]{1,40})?|declined|refused|homeless.*|unhoused.*|no (?:fixed |permanent |current )?address|sin domicilio|no (?:phone|e-?mail)|not (?:given|provided|on file|applicable)|see (?:above|below|chart)|[-–—.?x]+|ningun[oa]|no tiene|se desconoce)$/iu;

/** Puts the value of a label into its field, or fields. False where that says nothing, or stands there already. */
export function putAsked(
  values: AskedValues,
  { asked, label, value }: LabelledValue,
  context: DateContext,
): boolean {
  if (ofNothing.test(value)) return false;
  switch (asked) {
    case null:
      return false;
    case "name":
      return put(values, readName(value, context));
    case "dob":
      return put(values, { dob: asDob(value, context) });
    case "gender":
      return put(values, { gender: asGenderOf(value, isSpanishGender(label)) });
    case "address":
      return putAddress(values, value);
    case "lastName2": {
      const first = values["lastName"] ?? "";
      if (first === "" || first.endsWith(value)) return false;
      values["lastName"] = `${first} ${value}`;
      return true;
    }
    case "address2": {
      const first = values["address"] ?? "";
      if (first === "") return false;
      values["address"] = `${first}, ${value}`;
      return true;
    }
    case "place":
      return readPlace(value) !== null && putAddress(values, value);
    case "city":
    case "state":
    case "zip":
      // Under one label the whole of it may stand.
      return readPlace(value) === null
        ? isOf[asked](value) && put(values, { [asked]: value })
        : putAddress(values, value);
    case "phone":
      // "9O7-555-O128": letters that a scan took for digits.
      return /\d/.test(value) && !/\d[a-wyz]\d/i.test(value) && put(values, { phone: value });
    case "email":
      return /^\S+@\S+$/.test(value) && put(values, { email: value });
    default:
      return put(values, { [asked]: value });
  }
}

/** "Name" beside a surname is the first name alone; beside both it says nothing. A second surname stands behind the first, and what is of work behind all else. */
export function withFirstNames(all: readonly LabelledValue[]): readonly LabelledValue[] {
  const has = (field: AskedField): boolean => all.some(({ asked, value }) => asked === field && value !== "");
  const isFirst = has("lastName") && !has("firstName");
  const isAtWork = ({ asked, label }: LabelledValue): boolean =>
    (asked === "phone" || asked === "email") && isOfWork(label);
  const isNoNumber = ({ asked, value }: LabelledValue): boolean =>
    asked === "phone" && /\d/.test(value) && !isPhone(value);
  const isPreferred = ({ asked, label }: LabelledValue): boolean =>
    (asked === "phone" || asked === "email") && /\b(?:preferred|best|preferid[oa])\b/i.test(label);
  const last = (each: LabelledValue): number =>
    isPreferred(each)
      ? -1
      : each.asked === "name" || each.asked === "lastName2" || isAtWork(each) || isNoNumber(each)
        ? 1
        : 0;
  const ordered = all.toSorted((a, b) => last(a) - last(b));
  return isFirst
    ? ordered.map((each) => (each.asked === "name" ? { ...each, asked: "firstName" } : each))
    : ordered;
}
