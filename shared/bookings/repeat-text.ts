import { say } from "../../messages/saying.ts";
import { empty, readAs, toWrong, type FieldReading } from "../core/reading.ts";
import { addTo, normalizeText } from "../time/calendar.ts";
import { mostVisits, type SeriesUnit } from "./series-form.ts";

/** How far apart two visits are. */
export type Interval = { readonly count: number; readonly unit: SeriesUnit };

/** What a text says of a rule; null: it does not say that. */
export type RepeatText = {
  readonly count: number;
  readonly unit: SeriesUnit | null;
  readonly times: number | null;
};

/** One to twelve, in both languages. Eleven is not among them: "once" is another number in English. */
const numbers: readonly (readonly string[])[] = [
  ["one", "a", "an", "un", "una", "uno"],
  ["two", "other", "second", "dos"],
  ["three", "third", "tres"],
  ["four", "fourth", "cuatro"],
  ["five", "cinco"],
  ["six", "seis"],
  ["seven", "siete"],
  ["eight", "ocho"],
  ["nine", "nueve"],
  ["ten", "diez"],
  ["eleven"],
  ["twelve", "doce"],
];

const units: Readonly<Record<SeriesUnit | "years", RegExp>> = {
  days: /^(?:d|days?|dias?)$/,
  weeks: /^(?:w|wks?|weeks?|s|sem|semanas?)$/,
  months: /^(?:m|mo|months?|mes|meses)$/,
  years: /^(?:y|yrs?|years?|anos?)$/,
};

/** "Biweekly" and "quincenal" mean two things, so that neither is read. */
const wholes: readonly (readonly [RegExp, Interval])[] = [
  [/^(?:daily|diari[oa]|diariamente)$/, { count: 1, unit: "days" }],
  [/^(?:weekly|semanal|semanalmente)$/, { count: 1, unit: "weeks" }],
  [/^(?:fortnightly|every fortnight)$/, { count: 2, unit: "weeks" }],
  [/^(?:monthly|mensual|mensualmente)$/, { count: 1, unit: "months" }],
  [/^(?:quarterly|trimestral)$/, { count: 3, unit: "months" }],
  [/^(?:yearly|annual|annually|anual)$/, { count: 12, unit: "months" }],
];

/** The end of a text that says how often: `x6`, `6x`, `, 6 times`, `6 veces`, `for 6 visits`, `por 6 citas`. */
const ending =
  /[,;]? ?(?:(?:x|×) ?(\d{1,9})|(?:for |por )?(\d{1,9}) ?(?:x|×|times|visits|veces|citas|visitas))$/;
const again = /^(?:again in|and again in|otra vez en|de nuevo en|y otra vez en) /;
const leading = /^(?:every|each|in|cada|todas las|todos los|en|dentro de) /;

/** @param word digits or letters alone */
function numberOf(word: string): number | null {
  if (/\d/.test(word)) return Number(word);
  const at = numbers.findIndex((names) => names.includes(word));
  return at === -1 ? null : at + 1;
}

const unreadable = toWrong(say("series.everyUnreadable"));
/** A length that is one, and that nobody means. */
export const outOfRange = say("series.everyRange");

/** The longest stretch between two visits, as no series is longer. */
const mostOf: Readonly<Record<SeriesUnit, number>> = { days: 730, weeks: 104, months: 24 };

function intervalOf(plain: string): Omit<RepeatText, "times"> | null {
  const whole = wholes.find(([pattern]) => pattern.test(plain));
  if (whole !== undefined) return whole[1];
  const [, word, named = ""] = /^(\d{1,9}|[a-z]+) ?([a-z]*)$/.exec(plain) ?? [];
  if (word === undefined) return null;
  // "week" alone is one week: then the first word is the unit.
  const unitWord = named === "" && numberOf(word) === null ? word : named;
  const unit = (["days", "weeks", "months", "years"] as const).find((each) => units[each].test(unitWord));
  const count = unitWord === word ? 1 : numberOf(word);
  if (count === null || (unitWord !== "" && unit === undefined)) return null;
  return unit === "years" ? { count: 12 * count, unit: "months" } : { count, unit: unit ?? null };
}

/**
 * Reads how often something is repeated: `2`, `2 weeks`, `every other week`, `monthly`, `every 2 weeks x6`, `cada 2 semanas, 6
 * veces`, and `again in 6 weeks`, which is twice in all. Both languages are read always.
 */
export function readRepeat(text: string): FieldReading<RepeatText> {
  if (text.trim() === "") return empty;
  if (text.length > 100) return unreadable;
  const plain = normalizeText(text).replace(/[ ,.;]+$/, "");
  const [found = "", before, after] = ending.exec(plain) ?? [];
  const rule = found === "" ? plain : plain.slice(0, -found.length);
  const isAgain = again.test(rule);
  const read = intervalOf(rule.replace(again, "").replace(leading, "").trim());
  if (read === null) return unreadable;
  const { count, unit } = read;
  if (count < 1 || count > mostOf[unit ?? "days"]) return toWrong(outOfRange);
  const times = before ?? after;
  return readAs({ count, unit, times: times === undefined ? (isAgain ? 2 : null) : Number(times) });
}

const outsideTimes = toWrong(say("series.timesRange", { most: mostVisits }));

/** Reads how many visits there are in all: `6`, `6 times`, `x6`, `6 veces`. */
export function readTimes(text: string): FieldReading<number> {
  if (text.trim() === "") return empty;
  if (text.length > 40) return outsideTimes;
  const plain = normalizeText(text);
  const [, before, after] = ending.exec(plain) ?? [];
  const digits = /^\d{1,9}$/.test(plain)
    ? plain
    : plain.replace(ending, "") === ""
      ? (before ?? after)
      : null;
  const times = Number(digits ?? 0);
  return times < 2 || times > mostVisits ? outsideTimes : readAs(times);
}

/**
 * The day so many intervals after the first; of months the last day where a month is shorter. Both are `YYYY-MM-DD`. Counted
 * from the first each time: after February the 31st is the 31st again.
 */
export const addIntervals = (first: string, { count, unit }: Interval, times: number): string =>
  unit === "months"
    ? addTo(first, { months: count * times })
    : addTo(first, { days: count * times * (unit === "weeks" ? 7 : 1) });
