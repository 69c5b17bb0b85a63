import { z } from "zod";
import { typedText } from "../core/form.ts";

/** The most visits that one rule makes. */
export const mostVisits = 52;
/** Changes of single visits that are kept: also those of a rule that was typed before. */
const mostChanges = 2 * mostVisits;

export const seriesUnits = ["days", "weeks", "months"] as const;
export type SeriesUnit = (typeof seriesUnits)[number];

/** What a person changed of one visit, as typed. A text that is empty stands for what the rule gives. */
const seriesChange = z.strictObject({
  /** The day that the rule gives to this visit, `YYYY-MM-DD`: by it the visit is known. */
  of: z.iso.date(),
  date: typedText,
  time: typedText,
  /** Which of the two, when the clock shows that time twice on that day. */
  repeatedHour: z.enum(["earlier", "later"]).nullable(),
  isRemoved: z.boolean(),
});
export type SeriesChange = z.infer<typeof seriesChange>;

/** How a booking is to be repeated, as typed. Its own day and time are those of the first visit. */
export const seriesForm = z.strictObject({
  /** `2`, or all of the rule: `every 2 weeks x6`. */
  every: typedText,
  /** What `every` counts where its text does not say. */
  unit: z.enum(seriesUnits),
  /** How many visits in all, the first among them; or `until` says when they end. */
  times: typedText,
  until: typedText,
  changes: z.array(seriesChange).max(mostChanges),
});
export type SeriesForm = z.infer<typeof seriesForm>;

export const emptySeries: SeriesForm = { every: "", unit: "weeks", times: "", until: "", changes: [] };

/** Whether it says nothing: such a booking is not repeated. */
export const isBlankSeries = ({ every, times, until }: SeriesForm): boolean =>
  [every, times, until].every((text) => text.trim() === "");

/** What to repeat, when anything is. */
export const getSeriesForm = ({ series }: { readonly series?: SeriesForm | undefined }): SeriesForm | null =>
  series === undefined || isBlankSeries(series) ? null : series;

/** All that is typed in it. */
export const listSeriesTexts = ({ every, times, until, changes }: SeriesForm): readonly string[] => [
  every,
  times,
  until,
  ...changes.flatMap(({ date, time }) => [date, time]),
];

/** The series with that change of one visit. */
export function addSeriesChange(
  series: SeriesForm,
  of: string,
  change: Partial<Omit<SeriesChange, "of">>,
): SeriesForm {
  const blank: SeriesChange = { of, date: "", time: "", repeatedHour: null, isRemoved: false };
  const before = series.changes.find((each) => each.of === of) ?? blank;
  const others = series.changes.filter((each) => each.of !== of);
  const next = { ...before, ...change };
  const isNone = JSON.stringify(next) === JSON.stringify(blank);
  return { ...series, changes: isNone ? others : [...others, next].slice(-mostChanges) };
}
