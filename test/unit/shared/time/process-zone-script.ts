/** Prints what the readers make of a fixed set of inputs; run by process-zone.test.ts under several TZ. */
import { zoned, zonedShort, zonedText } from "../../../../messages/format.ts";
import { readDateOfBirth } from "../../../../shared/time/date-of-birth.ts";
import { readDay } from "../../../../shared/time/plain-date.ts";
import { readTime } from "../../../../shared/time/time-of-day.ts";
import { compareRecordedTime, resolveVisitTime, getToday } from "../../../../shared/time/zoned-time.ts";

const context = { today: "2026-11-20", dateOrder: "month-first" } as const;
const zones = [
  "America/New_York",
  "Europe/London",
  "Australia/Lord_Howe",
  "America/Sao_Paulo",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "Asia/Kolkata",
  "America/St_Johns",
  "UTC",
  "No/Such",
];
const visits = [
  ["2026-03-08", "02:30"],
  ["2026-11-01", "01:30"],
  ["2026-03-29", "01:30"],
  ["2026-10-25", "01:30"],
  ["2026-10-04", "02:15"],
  ["2026-04-05", "01:45"],
  ["2026-12-01", "14:00"],
  ["2026-07-01", "00:00"],
  ["2026-12-31", "23:59"],
] as const;
const instants = [
  "2026-12-01T19:00:00Z",
  "2026-07-01T00:30:00+01:00",
  "2026-03-08T06:59:59Z",
  "2026-03-08T07:00:00Z",
];

const births = [
  "3/5/84",
  "03051984",
  "1984-03-05",
  "5 Mar 1984",
  "2/29/00",
  "12/31/1999",
  "1/1/2000",
  "11/20/26",
];
const days = ["12/1", "today", "tomorrow", "mon", "+3", "in 2 weeks", "3/8", "11/1", "Dec 31"];

console.log(
  JSON.stringify({
    births: births.map((text) => readDateOfBirth(text, context)),
    days: days.map((text) => readDay(text, context)),
    times: ["2", "2pm", "1400", "midnight"].map(readTime),
    visits: zones.flatMap((timeZone) =>
      visits.map(([date, time]) => resolveVisitTime({ date, time, timeZone, repeatedHour: null })),
    ),
    words: zones.flatMap((zone) =>
      instants.map((text) => [zoned(zonedText(text, zone)), zonedShort(zonedText(text, zone))]),
    ),
    today: zones.flatMap((zone) => instants.map((now) => getToday(zone, now))),
    compared: zones.map((recordedTimeZone) =>
      compareRecordedTime({
        typedInstant: "2026-12-01T14:00:00-05:00",
        timeZone: "America/New_York",
        recordedInstant: "2026-12-01T19:00:00Z",
        recordedTimeZone,
      }),
    ),
  }),
);
