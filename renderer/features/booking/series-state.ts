import type { BookingFormRead } from "../../../shared/bookings/booking-form.ts";
import {
  seriesFields,
  type SeriesField,
  type SeriesRead,
  type SeriesVisit,
} from "../../../shared/bookings/series.ts";
import type { BookingState } from "./state.ts";

/** The names by which the fields of a series are found to be focused. */
export const getSeriesFieldName = (field: SeriesField): string => `series-${field}`;
export const getVisitFieldName = (
  { number }: Pick<SeriesVisit, "number">,
  part: "date" | "time" | "hour",
): string => `visit-${String(number)}-${part}`;

/** The part of a visit that is to be put right. */
const badPart = ({ when, errors }: SeriesVisit): "date" | "time" | "hour" =>
  when?.kind === "twice" ? "hour" : errors["date"] === undefined ? "time" : "date";

/** Where the first thing is that keeps a series from being booked; null: nothing does. The first visit is the form's own. */
export function findSeriesFault(series: SeriesRead | null): string | null {
  if (series === null || series.isComplete) return null;
  const field = seriesFields.find((each) => series.errors[each] !== undefined);
  if (field !== undefined) return getSeriesFieldName(field);
  const visit = series.visits.find(({ number, errors }) => number > 1 && Object.keys(errors).length > 0);
  return visit === undefined ? getSeriesFieldName("every") : getVisitFieldName(visit, badPart(visit));
}

/** The form's reading with what its series makes of the step Visit. */
export function withSeriesState(read: BookingFormRead, series: SeriesRead | null): BookingFormRead {
  if (series === null || series.isComplete || read.steps.visit === "attention") return read;
  const isMissing = Object.keys(series.errors).length > 0 && series.missing.length > 0;
  const visit = isMissing ? ("incomplete" as const) : ("attention" as const);
  const review = read.steps.review === "complete" || visit === "attention" ? visit : read.steps.review;
  return { ...read, steps: { ...read.steps, visit, review } };
}

/** Whether the bookings of the form's rule were made: each goes its own way, and the form stands for none of them. */
export const isSeriesMade = ({ form, phase }: BookingState): boolean =>
  form.series !== undefined && phase.kind === "settled" && phase.item.series !== undefined;
