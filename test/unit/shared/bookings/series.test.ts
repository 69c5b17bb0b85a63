import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import {
  createEmptyBookingForm,
  bookingForm,
  type BookingForm,
  readBookingForm,
} from "../../../../shared/bookings/booking-form.ts";
import { findCardNumberFields } from "../../../../shared/outbox/card-fields.ts";
import { readFollowUp } from "../../../../shared/bookings/follow-up.ts";
import { emptySeries, addSeriesChange, type SeriesForm } from "../../../../shared/bookings/series-form.ts";
import {
  toAbsoluteSeries,
  expandSeries,
  readSeries,
  normalizeSeries,
  type SeriesRead,
} from "../../../../shared/bookings/series.ts";
import { addTo } from "../../../../shared/time/calendar.ts";
import { said, saidEach } from "../../../../messages/saying.ts";
import { speak, words } from "../../../../messages/words.ts";

afterEach(() => speak("en-US"));

const context = {
  today: "2026-11-23",
  now: "2026-11-23T14:00:00Z",
  dateOrder: "month-first",
  patient: null,
} as const;

const booking = (series: Partial<SeriesForm>, form: Partial<BookingForm> = {}): BookingForm => ({
  ...createEmptyBookingForm("America/New_York"),
  date: "2026-12-01",
  time: "2pm",
  ...form,
  series: { ...emptySeries, ...series },
});
function read(series: Partial<SeriesForm>, form: Partial<BookingForm> = {}): SeriesRead {
  const found = readSeries(booking(series, form), context);
  if (found === null) throw new Error("nothing is repeated");
  return found;
}
const instants = ({ visits }: SeriesRead): readonly string[] =>
  visits.map(({ when }) => (when?.kind === "exact" ? when.instant : (when?.kind ?? "unread")));
const wrong = ({ errors }: SeriesRead): Record<string, string> => saidEach(errors);

describe("a rule", () => {
  test("keeps the time on the wall, each day with its own offset", () => {
    const found = read({ every: "2", unit: "weeks", times: "3" }, { date: "2027-02-28" });
    expect(instants(found)).toEqual([
      "2027-02-28T14:00:00-05:00",
      "2027-03-14T14:00:00-04:00",
      "2027-03-28T14:00:00-04:00",
    ]);
    expect(found).toMatchObject({ count: 3, isComplete: true, errors: {} });
  });

  test("is read whole from one field, in both languages", () => {
    expect(read({ every: "every 2 weeks x6" }).count).toBe(6);
    expect(read({ every: "cada 2 semanas, 6 veces" }).count).toBe(6);
    expect(instants(read({ every: "again in 6 weeks" }))).toEqual([
      "2026-12-01T14:00:00-05:00",
      "2027-01-12T14:00:00-05:00",
    ]);
  });

  test("ends on a day, that day included", () => {
    expect(read({ every: "1", unit: "weeks", until: "12/22/2026" }).visits.map(({ of }) => of)).toEqual([
      "2026-12-01",
      "2026-12-08",
      "2026-12-15",
      "2026-12-22",
    ]);
  });

  test.each([
    [{ every: "2", times: "1" }, "times"],
    [{ every: "2", times: "53" }, "times"],
    [{ every: "2", times: "1e9" }, "times"],
    [{ every: "2", times: "-1" }, "times"],
    [{ every: "abc", times: "6" }, "every"],
    [{ every: "2" }, "times"],
    [{ times: "6" }, "every"],
    [{ every: "2", times: "6", until: "1/5/2027" }, "until"],
    [{ every: "2", until: "12/2/2026" }, "until"],
    [{ every: "2", until: "11/1/2026" }, "until"],
    [{ every: "2", until: "soon" }, "until"],
    [{ every: "1", unit: "days", until: "6/1/2027" }, "until"],
    [{ every: "3", until: "12/31/9999" }, "until"],
    [{ every: "12", unit: "months", times: "4" }, "times"],
  ] as const)("%j: what is wrong stands at its field, and nothing is to be booked", (series, field) => {
    const found = read(series);
    expect(Object.keys(found.errors)).toEqual([field]);
    expect(wrong(found)[field]).not.toContain("not known");
    expect(found).toMatchObject({ isComplete: false, visits: [], count: 0 });
  });

  test("at the end of the calendar there is no next visit, and no end to look for", () => {
    for (const date of ["12/31/9999", "12/1/9998", "2/29/2028"])
      for (const series of [{ times: "52" }, { until: "12/31/9999" }])
        expect(() => read({ every: "1", ...series }, { date })).not.toThrow();
    const daily = { every: "1", unit: "days" } as const;
    const days = ["9999-12-29", "9999-12-30", "9999-12-31"];
    const whole = read({ ...daily, times: "3" }, { date: "12/29/9999" });
    expect(whole.visits.map(({ of }) => of)).toEqual(days);
    const until = read({ ...daily, until: "12/31/9999" }, { date: "12/29/9999" });
    expect(until.visits.map(({ of }) => of)).toEqual(days);
    for (const [date, times] of [
      ["12/29/9999", "6"],
      ["12/31/9999", "3"],
    ] as const)
      expect(wrong(read({ ...daily, times }, { date }))).toEqual({
        times: words.series.tooFar({ date: "9999-12-31" }),
      });
  });

  test("of which nothing is typed is no rule", () => {
    expect(readSeries(booking({ unit: "months" }), context)).toBeNull();
    expect(readSeries(createEmptyBookingForm("America/New_York"), context)).toBeNull();
  });

  test("waits for the first day", () => {
    expect(read({ every: "2", times: "6" }, { date: "" })).toMatchObject({ visits: [], errors: {} });
    expect(read({ every: "2", times: "6" }, { date: "soon" })).toMatchObject({ visits: [], errors: {} });
  });
});

describe("a visit", () => {
  // booking-21: On the 31st of each month means the last day of shorter months, and the screen says so
  test(
    "on a day that its month does not have is on the last one, which is said",
    { tags: ["booking-21"] },
    () => {
      const { visits } = read({ every: "1", unit: "months", times: "4" }, { date: "2027-01-31" });
      expect(visits.map(({ of, missingDay }) => [of, missingDay])).toEqual([
        ["2027-01-31", null],
        ["2027-02-28", 31],
        ["2027-03-31", null],
        ["2027-04-30", 31],
      ]);
      expect(read({ every: "30", unit: "days", times: "4" }, { date: "2027-01-31" }).visits).toSatisfy(
        (all: SeriesRead["visits"]) => all.every(({ missingDay }) => missingDay === null),
      );
    },
  );

  test("at an hour that does not exist, or comes twice, is asked for by itself", () => {
    const spring = read({ every: "1", times: "3" }, { date: "2027-03-07", time: "2:30am" });
    expect(instants(spring)).toEqual(["2027-03-07T02:30:00-05:00", "gap", "2027-03-21T02:30:00-04:00"]);
    expect(spring.isComplete).toBe(false);
    const autumn = booking({ every: "1", times: "3" }, { date: "2027-10-31", time: "1:30am" });
    expect(readSeries(autumn, context)?.visits.map(({ when }) => when?.kind)).toEqual([
      "exact",
      "twice",
      "exact",
    ]);
    const chosen = addSeriesChange(autumn.series ?? emptySeries, "2027-11-07", { repeatedHour: "later" });
    const settled = readSeries({ ...autumn, series: chosen }, context);
    expect(settled && instants(settled)[1]).toBe("2027-11-07T01:30:00-05:00");
    expect(settled?.isComplete).toBe(true);
  });

  test("is changed or taken out by itself, also when the rule grows", () => {
    let series: SeriesForm = { ...emptySeries, every: "1", times: "4" };
    series = addSeriesChange(series, "2026-12-08", { date: "12/9", time: "9am" });
    series = addSeriesChange(series, "2026-12-15", { isRemoved: true });
    const found = read(series);
    expect(found.count).toBe(3);
    expect(expandSeries(booking(series), found).map(({ date, time }) => [date, time])).toEqual([
      ["2026-12-01", "2pm"],
      ["12/9", "9am"],
      ["2026-12-22", "2pm"],
    ]);
    expect(read({ ...series, times: "6" }).count).toBe(5);
    const both = read(addSeriesChange(series, "2026-12-22", { isRemoved: true }));
    expect(both.visits.map(({ errors, isRemoved }) => [errors, isRemoved])).toEqual([
      [{}, false],
      [{}, false],
      [{}, true],
      [{}, true],
    ]);
    // Put back, nothing of it is kept.
    expect(addSeriesChange(series, "2026-12-15", { isRemoved: false }).changes).toHaveLength(1);
  });

  test("that cannot be read, or is past, keeps the series from being booked; not so once it is taken out", () => {
    for (const date of ["soon", "11/1/2026", "2/30/2027"]) {
      const series = addSeriesChange({ ...emptySeries, every: "1", times: "3" }, "2026-12-08", { date });
      expect(read(series).isComplete).toBe(false);
      expect(read(addSeriesChange(series, "2026-12-08", { isRemoved: true })).isComplete).toBe(true);
    }
  });

  test("at the moment of another says so", () => {
    const series = addSeriesChange({ ...emptySeries, every: "1", times: "3" }, "2026-12-15", {
      date: "12/8",
    });
    const found = read(series);
    expect(found.isComplete).toBe(false);
    expect(said(found.visits[2]?.errors["time"] ?? { id: "", values: {} })).toContain("Appointment 2");
    // The first of them is named to all others.
    const three = addSeriesChange({ ...series, times: "4" }, "2026-12-22", { date: "12/8" });
    expect(read(three).visits.map(({ errors }) => saidEach(errors))).toEqual([
      {},
      {},
      { time: words.series.twin({ number: 2 }) },
      { time: words.series.twin({ number: 2 }) },
    ]);
  });

  test("the first is the form's own: it is neither changed nor taken out", () => {
    const series = addSeriesChange({ ...emptySeries, every: "1", times: "2" }, "2026-12-01", {
      date: "1/1/2027",
      isRemoved: true,
    });
    expect(read(series).visits[0]).toMatchObject({ date: "2026-12-01", isRemoved: false });
  });
});

test("the zone is the booking's own, whatever the clinic's becomes while the list is open", () => {
  const found = read({ every: "1", times: "2" }, { timeZone: "America/Los_Angeles" });
  expect(instants(found)).toEqual(["2026-12-01T14:00:00-08:00", "2026-12-08T14:00:00-08:00"]);
});

test("what is kept means the same days a week later, in another language", async () => {
  await speak("es-US");
  const typed: SeriesForm = addSeriesChange(
    { ...emptySeries, every: "1", until: "5 de enero" },
    "2026-12-08",
    {
      date: "9 de diciembre",
    },
  );
  const kept = toAbsoluteSeries(typed, context);
  await speak("en-US");
  const later = readSeries(booking(kept), { ...context, today: "2026-11-30", now: "2026-11-30T14:00:00Z" });
  expect(later?.visits.map(({ date }) => date)).toEqual([
    "2026-12-01",
    "2026-12-09",
    "2026-12-15",
    "2026-12-22",
    "2026-12-29",
    "2027-01-05",
  ]);
  expect(toAbsoluteSeries(kept, context)).toBe(kept);
});

test("what was typed in one field comes to stand in the fields that say it", () => {
  expect(normalizeSeries({ ...emptySeries, every: "every 2 months, 6 times", until: "1/1" })).toEqual({
    ...emptySeries,
    every: "2",
    unit: "months",
    times: "6",
    until: "",
  });
  const tidy = { ...emptySeries, every: "2", times: "6" };
  expect(normalizeSeries(tidy)).toBe(tidy);
  const unread = { ...emptySeries, every: "soon", times: "x" };
  expect(normalizeSeries(unread)).toBe(unread);
});

test("a card number in any text of it is found, so that it is never kept", () => {
  const number = "4242 4242 4242 4242";
  const withNumber: readonly Partial<SeriesForm>[] = [
    { every: number },
    { times: number },
    { until: number },
    { changes: [{ of: "2026-12-08", date: number, time: "", repeatedHour: null, isRemoved: false }] },
  ];
  for (const series of withNumber)
    expect(findCardNumberFields({ kind: "booking", form: booking(series) })).toHaveProperty("series");
  expect(findCardNumberFields({ kind: "booking", form: booking({ every: "2", times: "6" }) })).toEqual({});
});

test("a form from before there were series is one that is not repeated", () => {
  const { series: _series, ...before } = booking({});
  expect(bookingForm.parse(before)).toEqual(before);
  expect(bookingForm.safeParse({ ...before, series: { every: "2" } }).success).toBe(false);
});

/** Texts as people and hands on the wrong keys type them. */
const anyText = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.constantFrom(
    "",
    "0",
    "1",
    "2",
    "6",
    "52",
    "53",
    "1e9",
    "-1",
    "abc",
    "every 2 weeks x6",
    "12/31/9999",
    "2/29",
  ),
);
const anySeries: fc.Arbitrary<SeriesForm> = fc.record({
  every: anyText,
  unit: fc.constantFrom("days" as const, "weeks" as const, "months" as const),
  times: anyText,
  until: anyText,
  changes: fc.array(
    fc.record({
      of: fc.constantFrom("2026-12-01", "2026-12-08", "2026-12-15", "2027-01-01"),
      date: anyText,
      time: anyText,
      repeatedHour: fc.constantFrom(null, "earlier" as const, "later" as const),
      isRemoved: fc.boolean(),
    }),
    { maxLength: 4 },
  ),
});

// booking-22: At most 52 visits in two years
test(
  "whatever is typed: it never throws, has at most 52 visits in two years, and is complete only if each can be booked",
  { tags: ["booking-22"] },
  () => {
    fc.assert(
      fc.property(anySeries, fc.oneof(fc.constant("2026-12-01"), anyText), anyText, (series, date, time) => {
        const form = booking(series, { date, time });
        const found = readSeries(form, context);
        if (found === null) return;
        expect(found.visits.length).toBeLessThanOrEqual(52);
        const [first] = found.visits;
        for (const { of } of found.visits) expect(of <= addTo(first?.of ?? "", { months: 24 })).toBe(true);
        expect(normalizeSeries(normalizeSeries(series))).toEqual(normalizeSeries(series));
        if (!found.isComplete) return;
        const forms = expandSeries(form, found);
        expect(forms).toHaveLength(found.count);
        for (const each of forms) {
          expect(each.series).toBeUndefined();
          if (found.visits.length === 0 || Object.keys(first?.errors ?? {}).length > 0) continue;
          expect(readBookingForm(each, context).errors).not.toHaveProperty("date");
          expect(readBookingForm(each, context).errors).not.toHaveProperty("time");
        }
      }),
    );
  },
);

test("a rule of weeks in any zone keeps day and hour: only the offset may differ, and no two visits are one", () => {
  const zones = ["America/New_York", "America/Phoenix", "America/St_Johns", "Pacific/Auckland", "UTC"];
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 2, max: 12 }),
      fc.integer({ min: 0, max: 700 }),
      fc.constantFrom(...zones),
      (every, times, offset, timeZone) => {
        const date = addTo("2026-12-01", { days: offset });
        const found = read({ every: String(every), unit: "weeks", times: String(times) }, { date, timeZone });
        expect(found.visits).toHaveLength(times);
        for (const [at, { date: day, time, when }] of found.visits.entries()) {
          expect(day).toBe(addTo(date, { days: 7 * every * at }));
          expect(time).toBe("14:00");
          expect(when?.kind === "exact" && when.instant.startsWith(`${String(day)}T14:00:00`)).toBe(true);
        }
        expect(new Set(instants(found)).size).toBe(times);
      },
    ),
  );
});

describe("a follow-up", () => {
  const on = (text: string, visit: string | null): unknown => {
    const found = readFollowUp(text, { visit, today: context.today, dateOrder: "month-first" });
    return found.kind === "read" ? found.value : found.kind;
  };
  // booking-25: A follow-up counts from its visit, and is never in the past
  test("counts from the visit, or from today where that lies behind", { tags: ["booking-25"] }, () => {
    expect(on("6 weeks", "2026-12-01")).toBe("2027-01-12");
    expect(on("in 3 months", "2026-11-30")).toBe("2027-02-28");
    expect(on("6 semanas", "2026-11-01")).toBe("2026-12-13");
    expect(on("1 week", "2026-01-05")).toBe("2026-11-30");
    expect(on("2 weeks", null)).toBe("2026-12-07");
    // Today does not lie behind.
    expect(on("1 week", "2026-11-16")).toBe("2026-11-23");
  });
  test("is a day as anywhere else", () => {
    expect(on("1/12", "2026-12-01")).toBe("2027-01-12");
    expect(on("tomorrow", "2026-12-01")).toBe("2026-11-24");
    expect(on("", "2026-12-01")).toBe("empty");
    expect(on("0 weeks", "2026-12-01")).toBe("wrong");
    // A number alone says no unit, and there is none beside it.
    expect(on("2", "2026-12-01")).toBe("wrong");
    expect(on("abc", "2026-12-01")).toBe("wrong");
  });
});
