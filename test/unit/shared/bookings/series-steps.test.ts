import { describe, expect, test } from "vitest";
import { createEmptyBookingForm, type BookingForm } from "../../../../shared/bookings/booking-form.ts";
import {
  emptySeries,
  isBlankSeries,
  seriesForm,
  addSeriesChange,
  type SeriesForm,
} from "../../../../shared/bookings/series-form.ts";
import {
  toAbsoluteSeries,
  expandSeries,
  readSeries,
  normalizeSeries,
  type SeriesRead,
} from "../../../../shared/bookings/series.ts";

const context = {
  today: "2026-11-23",
  now: "2026-11-23T14:00:00Z",
  dateOrder: "month-first",
  patient: null,
} as const;
const weekly: SeriesForm = { ...emptySeries, every: "1", times: "3" };
const booking = (series: SeriesForm, form: Partial<BookingForm> = {}): BookingForm => ({
  ...createEmptyBookingForm("America/New_York"),
  date: "2026-12-01",
  time: "2pm",
  ...form,
  series,
});
function read(series: Partial<SeriesForm>, form: Partial<BookingForm> = {}): SeriesRead {
  const found = readSeries(booking({ ...emptySeries, ...series }, form), context);
  if (found === null) throw new Error("nothing is repeated");
  return found;
}
const whyOf = ({ errors }: SeriesRead): Record<string, unknown> =>
  Object.fromEntries(Object.entries(errors).map(([field, { id, values }]) => [field, [id, values]]));

describe("a rule", () => {
  test.each([
    [{ every: "2" }, { times: ["series.missing.times", {}] }, ["times"]],
    [{ times: "6" }, { every: ["series.missing.every", {}] }, ["every"]],
    [{ until: "1/5/2027" }, { every: ["series.missing.every", {}] }, ["every"]],
    [{ every: "2", times: "53" }, { times: ["series.timesRange", { most: 52 }] }, []],
    [{ every: "2", times: "6", until: "1/5/2027" }, { until: ["series.bothEnds", {}] }, []],
    [{ every: "2", until: "12/2/2026" }, { until: ["series.onlyOne", {}] }, []],
    [{ every: "1", unit: "days", until: "6/1/2027" }, { until: ["series.tooMany", { most: 52 }] }, []],
    [{ every: "12", unit: "months", times: "4" }, { times: ["series.tooFar", { date: "2028-12-01" }] }, []],
  ] as const)("%j lacks or has wrong: %j", (series, errors, missing) => {
    const found = read(series);
    expect(whyOf(found)).toEqual(errors);
    expect(found.missing).toEqual(missing);
  });

  test("that is complete misses nothing, and may end on the last day of two years", () => {
    expect(read(weekly)).toMatchObject({ errors: {}, missing: [], isComplete: true });
    expect(read({ every: "12", unit: "months", times: "3" })).toMatchObject({ count: 3, isComplete: true });
  });

  test("whose first day has passed is complete: that error is the booking's own", () => {
    const found = read(weekly, { date: "11/20/2026" });
    expect(found.visits[0]?.errors).toHaveProperty("date");
    expect(found).toMatchObject({ count: 3, isComplete: true });
  });

  test("says that its first visit's time has just passed", () => {
    const { visits } = read(weekly, { date: "2026-11-23", time: "8:45am" });
    expect(visits.map(({ warning }) => warning?.id ?? null)).toEqual(["fields.timeJustPassed", null, null]);
  });

  test("whose time cannot be read has visits without one", () => {
    const { visits } = read(weekly, { time: "soon" });
    expect(visits.map(({ date, time, when }) => [date, time, when])).toEqual(
      ["2026-12-01", "2026-12-08", "2026-12-15"].map((date) => [date, undefined, null]),
    );
    expect(visits.every(({ errors }) => !("date" in errors) && "time" in errors)).toBe(true);
  });
});

describe("a changed visit", () => {
  const changed = (change: Parameters<typeof addSeriesChange>[2]): SeriesRead["visits"][number] | undefined =>
    read(addSeriesChange(weekly, "2026-12-08", change)).visits[1];

  test.each([
    [{ date: " 12/9 " }, { date: "2026-12-09", time: "14:00", isChanged: true }],
    [{ time: " 9am " }, { date: "2026-12-08", time: "09:00", isChanged: true }],
    [
      { date: "12/9", time: "9am" },
      { date: "2026-12-09", time: "09:00", isChanged: true },
    ],
    [
      { date: " ", time: " " },
      { date: "2026-12-08", time: "14:00", isChanged: false },
    ],
    [{ isRemoved: true }, { isChanged: false, isRemoved: true, errors: {} }],
  ])("by %j is %j", (change, expected) => {
    expect(changed(change)).toMatchObject(expected);
  });

  test("on another day lacks no day of the month any more", () => {
    const rule = { ...emptySeries, every: "1", unit: "months", times: "2" } as const;
    const on = (series: SeriesForm): unknown => read(series, { date: "2027-01-31" }).visits[1]?.missingDay;
    expect(on(rule)).toBe(31);
    expect(on(addSeriesChange(rule, "2027-02-28", { date: "3/1/2027" }))).toBeNull();
  });

  test("is booked in its place among the others by its moment", () => {
    const series = addSeriesChange(weekly, "2026-12-08", { date: "12/20/2026" });
    expect(expandSeries(booking(series), read(series)).map(({ date }) => date)).toEqual([
      "2026-12-01",
      "2026-12-15",
      "12/20/2026",
    ]);
  });

  test("changed again keeps what was changed before, and beside the others", () => {
    const once = addSeriesChange(addSeriesChange(weekly, "2026-12-08", { date: "12/9" }), "2026-12-15", {
      time: "9am",
    });
    expect(addSeriesChange(once, "2026-12-08", { time: "10am" }).changes).toEqual([
      { of: "2026-12-15", date: "", time: "9am", repeatedHour: null, isRemoved: false },
      { of: "2026-12-08", date: "12/9", time: "10am", repeatedHour: null, isRemoved: false },
    ]);
  });
});

describe("what is kept of a series", () => {
  const change = { of: "2026-12-08", date: "", time: "9am", repeatedHour: null, isRemoved: false };

  test("are its texts and changes, up to twice as many as a rule has visits", () => {
    for (const changes of [
      [],
      [change],
      [{ ...change, repeatedHour: "earlier" }],
      [{ ...change, repeatedHour: "later" }],
    ])
      expect(seriesForm.parse({ ...weekly, changes })).toEqual({ ...weekly, changes });
    expect(seriesForm.safeParse({ ...weekly, changes: Array(104).fill(change) }).success).toBe(true);
    expect(seriesForm.safeParse({ ...weekly, changes: Array(105).fill(change) }).success).toBe(false);
  });

  test.each([
    { changes: [{ ...change, of: "12/8" }] },
    { changes: [{ ...change, repeatedHour: "soon" }] },
    { changes: [{ of: "2026-12-08" }] },
    { unit: "years" },
    { more: "" },
  ])("is never %j", (part) => {
    expect(seriesForm.safeParse({ ...weekly, ...part }).success).toBe(false);
  });

  test("with a change too many loses the oldest", () => {
    const many = Array.from({ length: 104 }, () => change);
    const full = { ...weekly, changes: many.map((each) => ({ ...each, of: "2026-11-24" })) };
    const grown = addSeriesChange(
      { ...full, changes: [{ ...change, of: "2026-11-25" }, ...full.changes.slice(1)] },
      "2026-12-08",
      {
        time: "9am",
      },
    );
    expect(grown.changes).toHaveLength(104);
    expect([grown.changes[0]?.of, grown.changes.at(-1)?.of]).toEqual(["2026-11-24", "2026-12-08"]);
  });

  test("is nothing while only blanks are typed", () => {
    expect(isBlankSeries({ ...emptySeries, every: " ", times: " ", until: " " })).toBe(true);
    for (const part of [{ every: "1" }, { times: "2" }, { until: "12/1" }])
      expect(isBlankSeries({ ...emptySeries, ...part })).toBe(false);
  });

  test("means the same days later: the end and the changed days become whole dates", () => {
    const series = addSeriesChange({ ...emptySeries, every: "1", until: "12/15" }, "2026-12-08", {
      date: "12/9",
    });
    const kept = toAbsoluteSeries(series, context);
    expect([kept.until, kept.changes[0]?.date]).toEqual(["Dec 15, 2026", "Dec 9, 2026"]);
    expect(toAbsoluteSeries(kept, context)).toBe(kept);
  });

  test("has its numbers as digits once they were read", () => {
    expect(normalizeSeries({ ...emptySeries, every: "two", times: "6 times" })).toEqual({
      ...emptySeries,
      every: "2",
      times: "6",
    });
  });
});
