import { say, type Saying } from "../../messages/saying.ts";
import type { FieldErrors } from "../../contract/failure.ts";
import type { BookingForm, BookingStep } from "../../contract/records/forms.ts";
import type { PatientRecord } from "../../contract/records/patient.ts";
import type { AppointmentInput } from "../../contract/service/appointment.ts";
import type { DateContext } from "../time/calendar.ts";
import { cardNumberFields } from "../card-fields.ts";
import { withoutHidden } from "../clean-text.ts";
import { formatZip, readState, stateWarning, zipWarning } from "../patient/contact.ts";
import { readInstant } from "../time/instant.ts";
import { readDay, type DayRead } from "../time/plain-date.ts";
import { readTime, type TimeRead } from "../time/time-of-day.ts";
import { resolveVisitTime, type VisitTimeRead } from "../time/zoned-time.ts";

export { bookingSteps } from "../../contract/records/forms.ts";

type WithoutPatient<T> = T extends unknown ? Omit<T, "patientId"> : never;
/** A booking without the patient's number, which may not be known yet. */
export type BookingDetails = WithoutPatient<AppointmentInput>;

export const bookingFields = [
  "patient",
  "service",
  "date",
  "time",
  "address",
  "city",
  "state",
  "zip",
  "notes",
  "billingType",
  "paymentMethod",
] as const;
export type BookingField = (typeof bookingFields)[number];

/** `attention`: something typed there cannot be used as it is; `incomplete`: something is missing. */
export type StepState = "empty" | "incomplete" | "complete" | "attention";

export type BookingContext = DateContext & {
  /** RFC 3339 instant */
  readonly now: string;
  /** The known patient when `form.patient.kind` is `known`. */
  readonly patient: PatientRecord | null;
};

type Read = {
  /** The patient's number at the service; null when none is chosen or it has none yet. */
  readonly patientId: number | null;
  /** By `BookingField`. */
  readonly errors: FieldErrors;
  readonly warnings: FieldErrors;
  /** All is complete except that Bill to Patient has no payment method. */
  readonly needsCard: boolean;
  readonly steps: Readonly<Record<BookingStep, StepState>>;
  readonly day: DayRead;
  readonly time: TimeRead;
  /** Null until day and time are both read. */
  readonly when: VisitTimeRead | null;
};
/** A booking that is complete (its `input` is there whatever the patient's number) or not yet. */
export type BookingFormRead = (Read & { readonly input: BookingDetails }) | (Read & { readonly input: null });

/** What was found: errors, which of them are only something missing, and warnings. */
class Findings {
  readonly warnings: FieldErrors = {};
  readonly missing = new Set<BookingField>();
  readonly errors: FieldErrors;
  constructor(errors: FieldErrors) {
    this.errors = errors;
  }
  lack(field: BookingField, why: Saying): void {
    this.errors[field] ??= why;
    this.missing.add(field);
  }
  refuse(field: BookingField, why: Saying | null): void {
    if (why !== null) this.errors[field] ??= why;
  }
  warn(field: BookingField, why: Saying | null): void {
    if (why !== null) this.warnings[field] ??= why;
  }
}

const integer = (text: string): number | null => (/^\d{1,15}$/.test(text) ? Number(text) : null);

function readPatient(form: BookingForm, record: PatientRecord | null, found: Findings): number | null {
  const { patient } = form;
  if (patient === null) found.lack("patient", say("fields.missing.patient"));
  else if (patient.kind === "known") {
    if (record === null) found.refuse("patient", say("fields.patient.gone"));
    return record?.patientId ?? null;
  } else {
    const text = patient.text.trim();
    const id = integer(text.replace(/^#\s*/, ""));
    if (text === "") found.lack("patient", say("fields.patient.missingNumber"));
    else if (id === null) found.refuse("patient", say("fields.patient.number"));
    return id;
  }
  return null;
}

function readService(form: BookingForm, found: Findings): number {
  const text = form.service.trim();
  const id = integer(text);
  if (text === "") found.lack("service", say("fields.missing.service"));
  else if (id === null) found.refuse("service", say("fields.service"));
  return id ?? 0;
}

type Place = {
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
};

/** The patient's address when it is the same and known here; otherwise what was typed. */
function readPlace(form: BookingForm, record: PatientRecord | null, found: Findings): Place {
  const source = form.sameAddress && record !== null ? record.input : form;
  const state = withoutHidden(source.state).trim();
  const place = {
    address: withoutHidden(source.address).trim(),
    city: withoutHidden(source.city).trim(),
    state: readState(state)?.code ?? state,
    zip: formatZip(withoutHidden(source.zip)),
  };
  const isWaiting = form.sameAddress && form.patient === null;
  if (form.sameAddress && form.patient?.kind === "number" && place.address === "") {
    found.lack("address", say("fields.addressOfNumber"));
  }
  for (const field of ["address", "city", "state", "zip"] as const) {
    if (place[field] === "" && !isWaiting) found.lack(field, say(`fields.missing.${field}`));
  }
  found.warn("state", stateWarning(place.state));
  found.warn("zip", zipWarning(place.zip, place.state));
  return place;
}

const halfHour = 30 * 60_000;
/** Whether that moment lies too far behind to be booked; both in milliseconds since 1970. */
export const isLongPast = (visit: number, now: number): boolean => visit < now - halfHour;

function checkPast(instant: string, now: string, found: Findings): void {
  const visit = readInstant(instant)?.ms;
  const present = readInstant(now)?.ms;
  if (visit === undefined || present === undefined || visit >= present) return;
  if (isLongPast(visit, present)) found.refuse("time", say("fields.timePassed"));
  else found.warn("time", say("fields.timeJustPassed"));
}

type When = { readonly day: DayRead; readonly time: TimeRead; readonly when: VisitTimeRead | null };

function readWhen(form: BookingForm, context: BookingContext, found: Findings): When {
  const day = readDay(form.date, context);
  const time = readTime(form.time);
  if (day.kind === "empty") found.lack("date", say("fields.missing.date"));
  if (day.kind === "unreadable") found.refuse("date", day.why);
  if (time.kind === "empty") found.lack("time", say("fields.missing.time"));
  if (time.kind === "unreadable") found.refuse("time", time.why);
  if (day.kind !== "read" || time.kind !== "read") return { day, time, when: null };
  const { timeZone, repeatedHour } = form;
  const when = resolveVisitTime({ date: day.date, time: time.time, timeZone, repeatedHour });
  if (when.kind === "exact") checkPast(when.instant, context.now, found);
  else found.refuse("time", when.why);
  return { day, time, when };
}

function readPaymentMethod(form: BookingForm, found: Findings): string {
  const text = form.paymentMethod.trim();
  if (form.billingType === null) found.lack("billingType", say("fields.missing.billingType"));
  if (form.billingType !== "Bill to Patient") return "";
  if (text === "") found.lack("paymentMethod", say("fields.missing.paymentMethod"));
  else if (!/^pm_\w+$/.test(text)) {
    found.refuse("paymentMethod", say("fields.paymentMethod"));
  }
  return text;
}

const fieldsOf: Readonly<Record<Exclude<BookingStep, "review">, readonly BookingField[]>> = {
  patient: ["patient"],
  visit: ["service", "date", "time", "address", "city", "state", "zip", "notes"],
  billing: ["billingType", "paymentMethod"],
};

function isUntouched(step: keyof typeof fieldsOf, form: BookingForm): boolean {
  const { patient, service, date, time, notes, sameAddress, address, city, state, zip } = form;
  if (step === "patient")
    return patient === null || (patient.kind === "number" && patient.text.trim() === "");
  if (step === "billing") return form.billingType === null;
  const place = sameAddress ? [] : [address, city, state, zip];
  return [service, date, time, notes, ...place].every((text) => text.trim() === "");
}

function stepStates(form: BookingForm, found: Findings): Record<BookingStep, StepState> {
  const stateOf = (step: keyof typeof fieldsOf): StepState => {
    const wrong = fieldsOf[step].filter((field) => found.errors[field] !== undefined);
    if (wrong.some((field) => !found.missing.has(field))) return "attention";
    if (isUntouched(step, form)) return "empty";
    return wrong.length > 0 ? "incomplete" : "complete";
  };
  const steps = { patient: stateOf("patient"), visit: stateOf("visit"), billing: stateOf("billing") };
  const all = Object.values(steps);
  const shared = all.every((state) => state === all[0]) ? all[0] : undefined;
  const review = all.includes("attention") ? "attention" : (shared ?? "incomplete");
  return { ...steps, review };
}

function details(
  form: BookingForm,
  visit: Omit<BookingDetails, "billingType">,
  paymentMethod: string,
): BookingDetails | null {
  if (form.billingType === null) return null;
  if (form.billingType === "Bill to Patient")
    return { ...visit, billingType: form.billingType, paymentMethod };
  return { ...visit, billingType: form.billingType };
}

/**
 * Reads what was typed about a booking into what the service takes, without hidden characters. `paymentMethod` is only there for Bill
 * to Patient, whatever was typed. An hour the clock skips or shows twice is an error until it is settled.
 */
export function readBookingForm(form: BookingForm, context: BookingContext): BookingFormRead {
  const record = form.patient?.kind === "known" ? context.patient : null;
  const found = new Findings(cardNumberFields({ kind: "booking", form }));
  const patientId = readPatient(form, record, found);
  const serviceId = readService(form, found);
  const { day, time, when } = readWhen(form, context, found);
  const place = readPlace(form, record, found);
  const notes = withoutHidden(form.notes, "lines").trim();
  const paymentMethod = readPaymentMethod(form, found);
  const { errors, warnings } = found;
  const wrong = Object.keys(errors);
  const needsCard = wrong.length === 1 && found.missing.has("paymentMethod");
  const read = { patientId, errors, warnings, needsCard, steps: stepStates(form, found), day, time, when };
  if (wrong.length > 0 || when?.kind !== "exact") return { ...read, input: null };
  const visit = {
    ...place,
    appointmentDateTime: when.instant,
    serviceId,
    ...(notes === "" ? {} : { notes }),
  };
  return { ...read, input: details(form, visit, paymentMethod) };
}

/** The body of the request for a patient whose number is known. */
export function bookingInputFor(
  read: { readonly input: BookingDetails },
  patientId: number,
): AppointmentInput {
  return { ...read.input, patientId };
}
