import { z } from "zod";
import { say, type Saying } from "../../messages/saying.ts";
import { card as cardSchema } from "../cards/card.ts";
import { appointmentInput, isPaidByCard, type AppointmentInput } from "../service-api/appointment.ts";
import {
  buildKeptShape,
  createBlankForm,
  toBody,
  parseBody,
  readFormFields,
  type FormRead,
  type FieldValues,
} from "../core/form.ts";
import { placeFields, checkPlace } from "../patients/place-fields.ts";
import { resolveVisitTime, type VisitTimeRead } from "../time/zoned-time.ts";
import {
  bookingFields,
  bookingSteps,
  listFieldsOn,
  type BookingContext,
  type BookingField,
  type BookingStep,
} from "./booking-fields.ts";
import { seriesForm } from "./series-form.ts";

/** What a draft keeps: what a person typed, as typed, finished or not. */
export const bookingForm = z.strictObject({
  ...buildKeptShape(bookingFields),
  /** IANA name; the clinic's zone when the draft was made. */
  timeZone: z.string().min(1).max(100),
  /** Which of the two, when the clock shows that time twice on that day. */
  repeatedHour: z.enum(["earlier", "later"]).nullable(),
  sameAddress: z.boolean(),
  /** What is known of the card behind `paymentMethod`, when it was collected here. */
  card: cardSchema.nullable(),
  /** How it is to be repeated, while it is a form. Left out where it is not. */
  series: seriesForm.optional(),
  step: z.enum(bookingSteps),
  /** Name of the field that had the focus, to come back to. */
  focus: z.string().max(100).nullable(),
});
export type BookingForm = z.infer<typeof bookingForm>;

/** A new booking in the clinic's zone. */
export const createEmptyBookingForm = (timeZone: string): BookingForm => ({
  ...createBlankForm(bookingFields),
  timeZone,
  repeatedHour: null,
  sameAddress: true,
  card: null,
  step: "patient",
  focus: null,
});

type WithoutPatient<T> = T extends unknown ? Omit<T, "patientId"> : never;
/** A booking without the patient's number, which may not be known yet. */
type BookingDetails = WithoutPatient<AppointmentInput>;

/** `attention`: something typed there cannot be used as it is; `incomplete`: something is missing. */
export type StepState = "empty" | "incomplete" | "complete" | "attention";

export type BookingFormRead = Omit<FormRead<typeof bookingFields>, "spanning"> & {
  /** Complete, whatever the patient's number; null while there are errors. */
  readonly input: BookingDetails | null;
  /** The patient's number at the service; null when none is chosen or it has none yet. */
  readonly patientId: number | null;
  /** All is complete except that Bill to Patient has no payment method. */
  readonly needsCard: boolean;
  readonly steps: Readonly<Record<BookingStep, StepState>>;
  /** Null until day and time are both read. */
  readonly when: VisitTimeRead | null;
};

type BookingValues = FieldValues<typeof bookingFields>;

const halfHour = 30 * 60_000;
/** Whether that moment lies too far behind to be booked; both in milliseconds since 1970. */
export const isLongPast = (visit: number, now: number): boolean => visit < now - halfHour;

/** How far behind a visit lies, null where it does not; both are RFC 3339 instants. */
function past(instant: string, now: string): "long" | "just" | null {
  const [visit, present] = [Date.parse(instant), Date.parse(now)];
  if (isLongPast(visit, present)) return "long";
  return visit < present ? "just" : null;
}

function whenOf(
  { date, time }: BookingValues,
  { timeZone, repeatedHour }: BookingForm,
): VisitTimeRead | null {
  if (date === undefined || time === undefined) return null;
  return resolveVisitTime({ date, time: time.time, timeZone, repeatedHour });
}

/** What is read in place of what was typed: the patient's own address; a card only where the patient pays. */
function instead({ sameAddress, patient, billingType }: BookingForm, context: BookingContext) {
  const card = isPaidByCard(billingType) ? {} : { paymentMethod: null };
  if (!sameAddress) return card;
  if (patient === null) return { ...card, address: null, city: null, state: null, zip: null };
  if (patient.kind === "number" || context.patient === null) return card;
  const { address, city, state, zip } = context.patient.input;
  return { ...card, address, city, state, zip };
}

const missingNumber = say("fields.patient.missingNumber");

function across(values: BookingValues, form: BookingForm, { now, today }: BookingContext) {
  const when = whenOf(values, form);
  const behind = when?.kind === "exact" ? past(when.instant, now) : null;
  // Shortly after midnight a visit of a moment ago is still one of yesterday.
  const isPastDay = values.date !== undefined && values.date < today && behind !== "just";
  const byNumber = form.patient?.kind === "number" ? form.patient : null;
  const errors: Partial<Record<BookingField, Saying | null>> = {
    patient: byNumber?.text.trim() === "" ? missingNumber : null,
    date: isPastDay ? say("fields.dayPassed") : null,
    time: isPastDay
      ? null
      : behind === "long"
        ? say("fields.timePassed")
        : when !== null && "why" in when
          ? when.why
          : null,
    address:
      byNumber !== null && form.sameAddress && values.address === undefined
        ? say("fields.addressOfNumber")
        : null,
    // A person reads the card and never the method: what a desk writes by hand could hold two that are not one.
    paymentMethod:
      values.paymentMethod !== undefined && form.card !== null && form.card.id !== values.paymentMethod
        ? say("fields.otherCard")
        : null,
  };
  const time = behind === "just" ? say("fields.timeJustPassed") : null;
  return { when, errors, warnings: { ...checkPlace(values), time } };
}

type Steps = BookingFormRead["steps"];

function stepStates({ readings, errors, missing }: FormRead<typeof bookingFields>, form: BookingForm): Steps {
  const isUntouched = (field: BookingField): boolean =>
    readings[field].kind === "empty" || (form.sameAddress && field in placeFields);
  const stateOf = (step: BookingStep): StepState => {
    const fields = listFieldsOn(step);
    const wrong = fields.filter((field) => errors[field] !== undefined);
    if (wrong.some((field) => !missing.includes(field))) return "attention";
    if (fields.every(isUntouched)) return "empty";
    return wrong.length > 0 ? "incomplete" : "complete";
  };
  const steps = { patient: stateOf("patient"), visit: stateOf("visit"), billing: stateOf("billing") };
  const all = Object.values(steps);
  const shared = all.every((state) => state === all[0]) ? all[0] : undefined;
  return { ...steps, review: all.includes("attention") ? "attention" : (shared ?? "incomplete") };
}

function withoutPatient(whole: AppointmentInput | null): BookingDetails | null {
  if (whole === null) return null;
  const { patientId: _patientId, ...details } = whole;
  return details;
}

/**
 * Reads what was typed about a booking into what the service takes. `paymentMethod` is only there for Bill to Patient,
 * whatever was typed. An hour the clock skips or shows twice is an error until it is settled.
 */
export function readBookingForm(form: BookingForm, context: BookingContext): BookingFormRead {
  const read = readFormFields(bookingFields, form, {
    context,
    instead: instead(form, context),
    across: (values) => across(values, form, context),
  });
  const { values, missing, readings, warnings } = read;
  const { when } = read.spanning;
  const patientId = values.patient ?? null;
  const body = {
    ...toBody(bookingFields, values),
    appointmentDateTime: when?.kind === "exact" ? when.instant : null,
    // It may not be known yet: whoever sends puts it in.
    patientId: patientId ?? 0,
  };
  const { input: whole, errors } = parseBody(appointmentInput, bookingFields, { errors: read.errors, body });
  const needsCard = Object.keys(errors).length === 1 && missing.includes("paymentMethod");
  const steps = stepStates({ ...read, errors }, form);
  return {
    input: withoutPatient(whole),
    patientId,
    errors,
    warnings,
    missing,
    needsCard,
    steps,
    readings,
    values,
    when,
  };
}
