import { isDeepStrictEqual } from "node:util";
import { isLongPast, readBookingForm } from "../../../../shared/bookings/booking-form.ts";
import { getSeriesForm } from "../../../../shared/bookings/series-form.ts";
import { fail, type FieldErrors } from "../../../../shared/core/failure.ts";
import {
  listedAppointment,
  type BookingItem,
  type BookingResult,
  type ListedBooking,
} from "../../../../shared/outbox/item.ts";
import type { PatientRecord } from "../../../../shared/patients/patient.ts";
import { appointment, type Appointment } from "../../../../shared/service-api/appointment.ts";
import { compareEcho, findUnreadableFields, parseSentMembers } from "../../../../shared/outbox/echo.ts";
import { compareRecordedTime, getToday } from "../../../../shared/time/zoned-time.ts";
import { say, sentences, type Saying } from "../../../../messages/saying.ts";
import type { Outcome } from "../../../http/classify.ts";
import { indexBooking } from "./booking-index.ts";
import {
  toDateContext,
  toIncomplete,
  type KindDeps,
  type Kind,
  type LongTexts,
  type Prepared,
  type PrepareContext,
} from "./kind.ts";

/** What the service answered to a booking; null when it made none, or cannot be read. */
const answerOf = (outcome: Outcome<unknown>): Appointment | null =>
  outcome.kind === "success" ? (appointment.safeParse(outcome.value).data ?? null) : null;

type Shared = { readonly number: number; readonly others: readonly BookingItem[] };

/** The number in an answer that the service answered other bookings with too: one number is one booking. */
function sharedNumber(
  { accountId, id }: BookingItem,
  outcome: Outcome<unknown>,
  { store }: KindDeps,
): Shared | null {
  const answer = answerOf(outcome);
  if (answer === null) return null;
  const others = store
    .read(({ items }) => items.bookingsNumbered(accountId, answer.id))
    .filter((other) => other.id !== id);
  return others.length > 0 ? { number: answer.id, others } : null;
}

const read = ({ form }: BookingItem, context: PrepareContext) =>
  readBookingForm(form, { ...toDateContext(context, form.timeZone), patient: context.patient });

function listed({ payload: _payload, form, result, ...item }: BookingItem): ListedBooking {
  const { notes: _notes, ...shown } = form;
  const answer = result?.appointment ?? null;
  return {
    ...item,
    form: shown,
    result: result && { ...result, appointment: answer && listedAppointment.parse(answer) },
  };
}

const longTexts = ({ form, result }: BookingItem): LongTexts => ({
  notes: JSON.stringify(form.notes),
  answer: result === null ? null : JSON.stringify(result.appointment),
});

/**
 * Whether the frozen body is what the form gives, read as at the first attempt. What goes out again is the body, and what a person
 * sees is the form: from another desk they may be two things.
 */
export function isMadeOfForm(
  { form, payload, attempts }: BookingItem,
  patient: PatientRecord | null,
): boolean {
  const sent = parseSentMembers(payload);
  const [first] = attempts;
  if (sent === null || first === undefined) return false;
  const now = first.startedAt;
  // Its dates were written out when it was complete, and read the same in any order.
  const dates = { now, today: getToday(form.timeZone, now), dateOrder: "month-first" } as const;
  const { input, patientId } = readBookingForm(form, { ...dates, patient });
  return input !== null && isDeepStrictEqual(sent, { ...input, patientId });
}

/** Whether nothing in the answer has to be confirmed; true where what was sent is not known, or nothing was answered. */
function agrees({ payload, form }: BookingItem, made: Appointment | null): boolean {
  const sent = parseSentMembers(payload);
  if (sent === null || made === null) return true;
  const times = {
    typedInstant: String(sent["appointmentDateTime"]),
    timeZone: form.timeZone,
    recordedInstant: made.appointmentDateTime,
    recordedTimeZone: made.appointmentTimeZone,
  };
  return [compareRecordedTime(times).alerts, compareEcho(sent, made), findUnreadableFields(sent, made)].every(
    (found) => found.length === 0,
  );
}

/** That the visit's time has passed is said before all else: it may be the only thing, and no field was typed wrong. */
function notComplete(fields: FieldErrors): Prepared {
  const all = Object.values(fields);
  const isPast = ({ id }: Saying): boolean => id === "fields.dayPassed" || id === "fields.timePassed";
  if (!all.some(isPast)) return toIncomplete(fields);
  const passed = say("failures.outbox.passed");
  const why = all.every(isPast) ? passed : sentences(passed, say("failures.outbox.someFields"));
  return { kind: "incomplete", failure: fail("invalid-input", why, { fields }) };
}

/** A booking to be made. Nothing tells the service that it is a repeat: only a person may say that it is sent again. */
export const booking: Kind<BookingItem> = {
  repeat: "by-person",
  waitsForUndo: true,
  ownsConflict: () => false,
  hasEarlierTry: () => false,
  /** What the service answered to that one, and the correction of it, are nothing of the draft's. */
  withEarlierTry: ({ correctedBy: _correctedBy, ...item }) => ({ ...item, result: null }),
  begin: (base, form) => ({ ...base, kind: "booking", form }),
  prepare: (item, context) => {
    const { patient } = context;
    // It stands for several, and would go out as one.
    if (getSeriesForm(item.form) !== null) return toIncomplete({ date: say("series.isSeries") });
    const form = read(item, context);
    if (form.needsCard) return { kind: "needs-card" };
    if (form.input === null) return notComplete(form.errors);
    if (form.patientId === null) {
      // Nothing in an outbox will give the patient a number: its item was discarded.
      return patient?.itemId === null && patient.madeElsewhere === undefined
        ? toIncomplete({ patient: say("fields.patient.discarded") })
        : { kind: "waiting-for-patient" };
    }
    return { kind: "ready", payload: JSON.stringify({ ...form.input, patientId: form.patientId }) };
  },
  withDates: (item, context) => {
    const form = read(item, context);
    const date = form.values.date ?? item.form.date;
    const time = form.values.time?.time ?? item.form.time;
    return { ...item, form: { ...item.form, date, time } };
  },
  index: indexBooking,
  listed,
  longTexts,
  patient: ({ form }) => form.patient,
  expired: (body, now) => {
    const time: unknown = Reflect.get(body, "appointmentDateTime");
    return typeof time === "string" && isLongPast(Date.parse(time), now.getTime());
  },
  send: (_item, { client, credentials, post }) => client.bookAppointment(credentials, post),
  takenNumber: (item, outcome, desk) => sharedNumber(item, outcome, desk)?.number ?? null,
  complete: (item, outcome, { now, save }) => {
    const made = answerOf(outcome);
    const result: BookingResult = { appointment: made, bookedAt: now(), markedByPerson: false };
    save({ ...item, result: agrees(item, made) ? result : { ...result, differs: true } });
    return [];
  },
  // Which of the two the number is of cannot be known here, so neither stands as booked.
  failed: (item, outcome, desk) => {
    const shared = sharedNumber(item, outcome, desk);
    if (shared === null) return [];
    const { number, others } = shared;
    const problem = fail("unclear", say("failures.outbox.sharedNumber", { number }));
    return others
      .filter(({ status }) => status === "done")
      .map((other) => desk.save({ ...other, status: "needs-checking", problem }).id);
  },
};
