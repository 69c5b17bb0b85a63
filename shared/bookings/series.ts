import { createEmptyBookingForm, type BookingForm, readBookingForm } from "./booking-form.ts";
import type { FieldErrors } from "../core/failure.ts";
import { say, type Saying } from "../../messages/saying.ts";
import { addTo, splitDate } from "../time/calendar.ts";
import { toAbsoluteDay, readDay } from "../time/plain-date.ts";
import type { VisitTimeRead } from "../time/zoned-time.ts";
import type { BookingContext } from "./booking-fields.ts";
import { addIntervals, readRepeat, readTimes, type Interval } from "./repeat-text.ts";
import { mostVisits, getSeriesForm, type SeriesChange, type SeriesForm } from "./series-form.ts";

/** All visits of a rule lie within so many months of the first. */
const mostMonths = 24;

/** One visit of a rule: what the rule gives, and what was changed of it. */
export type SeriesVisit = {
  /** The day that the rule gives, `YYYY-MM-DD`. */
  readonly of: string;
  /** Its place in the rule, from 1: the first is the booking's own day. */
  readonly number: number;
  /** What it reads from: the changed text, else what the rule gives. */
  readonly typed: Pick<BookingForm, "date" | "time" | "repeatedHour">;
  /** `YYYY-MM-DD` and `HH:MM`; undefined where they cannot be read. */
  readonly date: string | undefined;
  readonly time: string | undefined;
  readonly when: VisitTimeRead | null;
  /** Why it cannot be booked so: `date` or `time`. None for one that is taken out. */
  readonly errors: FieldErrors;
  /** The time has just passed. */
  readonly warning: Saying | null;
  /** The day of the month that its month does not have: the last one stands for it. Null: it has it. */
  readonly missingDay: number | null;
  readonly isChanged: boolean;
  readonly isRemoved: boolean;
};

/** A rule as it reads, and the visits that it gives. */
export type SeriesRead = {
  readonly interval: Interval | null;
  /** What is wrong with `every`, `times` or `until`. */
  readonly errors: FieldErrors;
  /** Of the errors those that are only something missing. */
  readonly missing: readonly SeriesField[];
  /** In the order of the rule. None while the rule or the first day cannot be read. */
  readonly visits: readonly SeriesVisit[];
  /** How many are to be booked. */
  readonly count: number;
  /** Nothing is wrong with the rule, nor with any visit after the first, whose errors are the booking's own. */
  readonly isComplete: boolean;
};
export const seriesFields = ["every", "times", "until"] as const;
export type SeriesField = (typeof seriesFields)[number];

type Typed = Pick<BookingForm, "date" | "time" | "timeZone" | "repeatedHour">;
type End = { readonly times: number } | { readonly until: string };
type Rule = { readonly interval: Interval; readonly end: End };
type RuleRead = Pick<SeriesRead, "interval" | "errors" | "missing"> & { readonly rule: Rule | null };

/** Which of both ends it has, and what is wrong with them. */
function endOf(
  { times, until }: SeriesForm,
  inText: number | null,
  context: BookingContext,
): { readonly end: End | null; readonly errors: FieldErrors } {
  // What the text of the rule says goes before the field beside it.
  const count = readTimes(inText === null ? times : String(inText));
  const day = readDay(until, context);
  if (count.kind === "wrong") return { end: null, errors: { times: count.why } };
  if (day.kind === "wrong") return { end: null, errors: { until: day.why } };
  if (count.kind === "read" && day.kind === "read")
    return { end: null, errors: { until: say("series.bothEnds") } };
  if (count.kind === "read") return { end: { times: count.value }, errors: {} };
  return day.kind === "read" ? { end: { until: day.value }, errors: {} } : { end: null, errors: {} };
}

function ruleOf(series: SeriesForm, context: BookingContext): RuleRead {
  const every = readRepeat(series.every);
  const interval =
    every.kind === "read" ? { count: every.value.count, unit: every.value.unit ?? series.unit } : null;
  const { end, errors } = endOf(series, every.kind === "read" ? every.value.times : null, context);
  const noEnd = end === null && Object.keys(errors).length === 0;
  const all: FieldErrors = {
    ...(every.kind === "wrong" ? { every: every.why } : {}),
    ...(every.kind === "empty" ? { every: say("series.missing.every") } : {}),
    ...(noEnd ? { times: say("series.missing.times") } : {}),
    ...errors,
  };
  const missing = [
    ...(every.kind === "empty" ? ["every" as const] : []),
    ...(noEnd ? ["times" as const] : []),
  ];
  return {
    interval,
    errors: all,
    missing,
    rule: interval === null || end === null ? null : { interval, end },
  };
}

/** The days of a rule from the first on, or what keeps it from having them. */
function daysOf(first: string, { interval, end }: Rule): readonly string[] | { readonly why: Saying } {
  const last = addTo(first, { months: mostMonths });
  const days: string[] = [];
  const times = "times" in end ? end.times : Infinity;
  for (let at = 0; at < times; at += 1) {
    const day = addIntervals(first, interval, at);
    // At the end of the calendar no day comes after the last.
    const isNext = day > (days.at(-1) ?? "");
    if ("until" in end && (day > end.until || !isNext)) break;
    if (day > last || !isNext) return { why: say("series.tooFar", { date: last }) };
    if (at === mostVisits) return { why: say("series.tooMany", { most: mostVisits }) };
    days.push(day);
  }
  return days.length < 2 ? { why: say("series.onlyOne") } : days;
}

type Place = Pick<SeriesVisit, "of" | "number" | "missingDay">;

/** A visit of the rule with what was changed of it, read as the booking that it becomes. */
function visitOf(
  { of, number, missingDay }: Place,
  change: SeriesChange | undefined,
  form: Typed,
  context: BookingContext,
): SeriesVisit {
  const isFirst = number === 1;
  const date = isFirst ? "" : (change?.date.trim() ?? "");
  const time = isFirst ? "" : (change?.time.trim() ?? "");
  const typed = {
    date: date === "" ? of : date,
    time: time === "" ? form.time : time,
    repeatedHour: isFirst ? form.repeatedHour : (change?.repeatedHour ?? null),
  };
  const isRemoved = !isFirst && change?.isRemoved === true;
  const read = readBookingForm({ ...createEmptyBookingForm(form.timeZone), ...typed }, context);
  const wrong = Object.entries(read.errors).filter(([field]) => field === "date" || field === "time");
  return {
    of,
    number,
    typed,
    date: read.values.date,
    time: read.values.time?.time,
    when: read.when,
    errors: isRemoved ? {} : Object.fromEntries(wrong),
    warning: read.warnings["time"] ?? null,
    missingDay: date === "" ? missingDay : null,
    isChanged: date !== "" || time !== "",
    isRemoved,
  };
}

const momentOf = ({ when }: SeriesVisit): number | null =>
  when?.kind === "exact" ? Date.parse(when.instant) : null;

/** Two visits of one patient at one moment are a slip: the later in the list says so. */
function withTwins(visits: readonly SeriesVisit[]): readonly SeriesVisit[] {
  const seen = new Map<number, number>();
  return visits.map((visit) => {
    const moment = visit.isRemoved ? null : momentOf(visit);
    if (moment === null) return visit;
    const number = seen.get(moment);
    if (number === undefined) seen.set(moment, visit.number);
    return number === undefined
      ? visit
      : { ...visit, errors: { ...visit.errors, time: say("series.twin", { number }) } };
  });
}

/** Reads how a booking is to be repeated; null: it is not. Never throws. */
export function readSeries(
  form: Typed & Pick<BookingForm, "series">,
  context: BookingContext,
): SeriesRead | null {
  const series = getSeriesForm(form);
  if (series === null) return null;
  const { interval, rule, missing, errors } = ruleOf(series, context);
  const first = readDay(form.date, context);
  const days = rule === null || first.kind !== "read" ? [] : daysOf(first.value, rule);
  if ("why" in days) {
    const field = rule !== null && "until" in rule.end ? "until" : "times";
    return { interval, errors: { [field]: days.why }, missing, visits: [], count: 0, isComplete: false };
  }
  const { day } = splitDate(days[0] ?? "");
  const missingDay = (of: string): number | null =>
    interval?.unit === "months" && splitDate(of).day < day ? day : null;
  const visits = withTwins(
    days.map((of, at) => {
      const change = series.changes.find((each) => each.of === of);
      return visitOf({ of, number: at + 1, missingDay: missingDay(of) }, change, form, context);
    }),
  );
  const kept = visits.filter(({ isRemoved }) => !isRemoved);
  return {
    interval,
    errors,
    missing,
    visits,
    count: kept.length,
    isComplete:
      Object.keys(errors).length === 0 &&
      kept.every((visit) => visit.number === 1 || Object.keys(visit.errors).length === 0),
  };
}

/** The ordinary bookings that a series makes, by their moments: each with a day and time of its own, and no rule. */
export function expandSeries(form: BookingForm, { visits }: SeriesRead): readonly BookingForm[] {
  const { series: _series, ...rest } = form;
  return visits
    .filter(({ isRemoved }) => !isRemoved)
    .toSorted((a, b) => (momentOf(a) ?? 0) - (momentOf(b) ?? 0))
    .map(({ typed }) => ({ ...rest, ...typed }));
}

/** The series with its days so that they mean the same tomorrow; the same one where nothing changes. */
export function toAbsoluteSeries(series: SeriesForm, context: BookingContext): SeriesForm {
  const next: SeriesForm = {
    ...series,
    until: toAbsoluteDay(series.until, context),
    changes: series.changes.map((change) => ({ ...change, date: toAbsoluteDay(change.date, context) })),
  };
  return JSON.stringify(next) === JSON.stringify(series) ? series : next;
}

/** The series with what was typed of the rule in one field in the fields that say it; the same one where nothing changes. */
export function normalizeSeries(series: SeriesForm): SeriesForm {
  const every = readRepeat(series.every);
  const times = readTimes(series.times);
  const next: SeriesForm = {
    ...series,
    ...(times.kind === "read" ? { times: String(times.value) } : {}),
    ...(every.kind === "read"
      ? { every: String(every.value.count), unit: every.value.unit ?? series.unit }
      : {}),
    ...(every.kind === "read" && every.value.times !== null
      ? { times: String(every.value.times), until: "" }
      : {}),
  };
  return JSON.stringify(next) === JSON.stringify(series) ? series : next;
}
