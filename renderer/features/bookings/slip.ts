import { cleanLine, shownAtMost } from "../../../shared/text/clean-text.ts";
import { formatCalendar, toCalendarStatus, type CalendarEvent } from "../../../shared/printing/calendar.ts";
import { readInstant } from "../../../shared/time/instant.ts";
import { getToday } from "../../../shared/time/zoned-time.ts";
import type { BookingItem } from "../../../shared/outbox/item.ts";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { language, type Language } from "../../../messages/language.ts";
import { weekday, zonedClock, zonedText } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import { formatName } from "../../ui/format.ts";
import { getBookedInstant, describeBooking, type BookingFacts } from "./facts.ts";

/** A booking that the service has, with what a slip says of it. */
export type SlipSource = {
  readonly item: BookingItem;
  readonly patient: PatientRecord | null;
  readonly settings: Pick<Settings, "services" | "currency">;
  /** It was booked at the practice service: nobody waits for the patient. */
  readonly isPractice: boolean;
};

type Line = { readonly label: string; readonly value: string };

/** One visit, as it is read. */
export type SlipVisit = {
  readonly id: string;
  /** `Tuesday, December 1, 2026` and `2:00 PM Eastern Standard Time`: a line each on paper. */
  readonly day: string;
  readonly time: string;
  /** The two in one. */
  readonly when: string;
  readonly patient: string;
  readonly lines: readonly Line[];
  /** What a small label has room for, beside who and when. */
  readonly short: readonly string[];
  /** What the service recorded otherwise than it was sent. */
  readonly alerts: readonly string[];
};

/** What a patient takes away, in one language: for paper, as text, and for a calendar. */
export type Slip = {
  readonly language: Language;
  readonly title: string;
  /** Said over all of it; null where there is nothing to say. */
  readonly warning: string | null;
  /** Said over what a visit has in `alerts`. */
  readonly confirm: string;
  readonly visits: readonly SlipVisit[];
  /** A line each. */
  readonly text: string;
  /** Null where the service said no to one of the visits. */
  readonly calendar: string | null;
  /** The day of the first visit where it takes place, `YYYY-MM-DD`. */
  readonly date: string;
};

/** Whether a slip can say who, when and in which zone: without one of these there is none. */
export function mayHaveSlip({ item, patient }: SlipSource): boolean {
  const isNamed =
    patient === null ? item.form.patient?.kind === "number" : formatName(patient.input).trim() !== "";
  const isBooked = item.status === "done" && item.result !== null;
  return isBooked && isNamed && readInstant(getBookedInstant(item) ?? "") !== null;
}

/** Who a slip is for: for each of them a language is remembered. */
export const getSlipPatient = ({ item, patient }: SlipSource): string => patient?.id ?? item.id;

/** A booking, its facts and what a slip takes of them. */
type Told = { readonly source: SlipSource; readonly facts: BookingFacts; readonly visit: SlipVisit };

function told(source: SlipSource): Told {
  const { timeZone } = source.item.form;
  const instant = getBookedInstant(source.item) ?? "";
  const facts = describeBooking(source);
  const { facts: labels, text } = words.bookings;
  const { slip } = words;
  const { price, billing, status, asOf: when, service, address, patient, number } = facts;
  const visit: SlipVisit = {
    id: source.item.id,
    day: weekday(getToday(timeZone, instant)),
    time: zonedClock(zonedText(instant, timeZone)),
    when: facts.when,
    patient,
    lines: [
      { label: slip.for, value: patient },
      { label: labels.service, value: service },
      { label: labels.where, value: address },
      ...facts.lines.filter(({ onSlip }) => onSlip),
      { label: labels.price, value: slip.price({ price, billing }) },
      { label: labels.status, value: slip.status({ status, when }) },
      { label: labels.number, value: number },
    ],
    short: [service, address, slip.statusAlone({ status }), text.booking({ number })],
    alerts: facts.alerts,
  };
  return { source, facts, visit };
}

const toConfirm = ({ alerts }: SlipVisit): readonly string[] =>
  alerts.length === 0 ? [] : [words.slip.confirm, ...alerts];

/** The same as on the paper, one fact a line whatever stands in it. */
const textLines = (visit: SlipVisit): readonly string[] =>
  [
    words.bookings.text.when({ when: visit.when }),
    ...visit.lines.map(words.bookings.text.line),
    ...toConfirm(visit),
  ].map((line) => cleanLine(line, 2 * shownAtMost.line));

/** How long the clinic's catalogue says that it takes. */
const minutesOf = ({ item, settings }: SlipSource): number | null =>
  settings.services.find(({ id }) => String(id) === item.form.service.trim())?.minutes ?? null;

/** Null where the service said no to it. */
function eventOf({ source, facts, visit }: Told): CalendarEvent | null {
  const { item, patient, isPractice } = source;
  const answer = toCalendarStatus(item.result?.appointment?.status ?? null);
  const start = readInstant(getBookedInstant(item) ?? "");
  const answered = readInstant(item.result?.bookedAt ?? "");
  if (answer === "off" || start === null) return null;
  // What differs may be what was noted down: a calendar, which others may see, says only that something does.
  const isAsSent = visit.alerts.length === 0;
  const standing = isAsSent && !isPractice ? answer : "tentative";
  const { text } = words.bookings;
  const name = patient === null ? visit.patient : formatName(patient.input);
  return {
    uid: item.id,
    start: start.ms,
    minutes: minutesOf(source),
    stamp: (answered ?? start).ms,
    standing,
    summary: words.slip.event[isPractice ? "practice" : standing]({ name }),
    location: facts.address,
    description: [
      text.when({ when: visit.when }),
      text.line({ label: words.slip.for, value: visit.patient }),
      ...visit.short,
      ...(isAsSent ? [] : [words.slip.event.differs]),
    ],
  };
}

/** The slip of these visits, in the language in use. Null where one of them may have none, or there are none. */
export function createSlip(sources: readonly SlipSource[]): Slip | null {
  const [first] = sources;
  if (first === undefined || !sources.every(mayHaveSlip)) return null;
  const all = sources.map(told);
  const visits = all.map(({ visit }) => visit);
  const events = all.map(eventOf).filter((event) => event !== null);
  const title = words.slip.title({ count: visits.length });
  const warning = sources.some(({ isPractice }) => isPractice) ? words.slip.practice : null;
  return {
    language,
    title,
    warning,
    confirm: words.slip.confirm,
    visits,
    text: [
      ...(warning === null ? [] : [warning]),
      title,
      ...visits.map((visit) => textLines(visit).join("\n")),
    ].join("\n\n"),
    calendar: events.length === visits.length ? formatCalendar(events) : null,
    date: getToday(first.item.form.timeZone, getBookedInstant(first.item) ?? ""),
  };
}
