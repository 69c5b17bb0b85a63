import {
  bookingFieldNames,
  bookingFields,
  stepOf,
  type BookingField,
} from "../../../domain/booking/booking-fields.ts";
import { holdsCardNumber } from "../../../domain/card/card-number.ts";
import { blankForm, fieldNames, isBlankField, isBlankForm, tidied, type Form } from "../../../domain/form.ts";
import { placeFields } from "../../../domain/patient/place-fields.ts";
import type { Failure, FieldErrors } from "../../../contract/failure.ts";
import {
  emptyBookingForm,
  type BookingForm,
  type BookingStep,
  type Card,
  type RecordId,
} from "../../../contract/records/forms.ts";
import type { BookingItem } from "../../../contract/records/item.ts";
import type { PatientRecord } from "../../../contract/records/patient.ts";
import type { BillingType } from "../../../contract/service/appointment.ts";
import { fieldsOf, firstBadField, without } from "./fields.ts";

export type BookingTextField = Exclude<BookingField, "patient" | "billingType">;

export type BookingPhase =
  | { readonly kind: "filling" }
  /** A new patient is being typed in place; the booking waits untouched. */
  | { readonly kind: "creating-patient"; readonly itemId: RecordId | null }
  | { readonly kind: "sending" }
  /** Nothing was sent: it could not be saved, or what was typed does not fit. */
  | { readonly kind: "failed"; readonly failure: Failure }
  /** The service refused it; the form is open again with its marks. */
  | { readonly kind: "refused"; readonly item: BookingItem }
  /** Any other answer; what it means is `bookingOutcome`. */
  | { readonly kind: "settled"; readonly item: BookingItem };

export type BookingState = {
  readonly form: BookingForm;
  /** The known patient the form points at, as this computer keeps it. */
  readonly patient: PatientRecord | null;
  readonly left: readonly BookingField[];
  /** Steps the person confirmed: their missing fields are named. */
  readonly asked: readonly BookingStep[];
  /** What the service said about a field; gone as soon as that field changes. */
  readonly refusals: FieldErrors;
  readonly phase: BookingPhase;
  /** Where the focus shall go when the number changes: a field, or the restored or first one when null. */
  readonly arrival: { readonly count: number; readonly field: BookingField | null };
};

export type BookingAction =
  | { readonly type: "typed"; readonly field: BookingTextField; readonly value: string }
  | { readonly type: "left"; readonly field: BookingField }
  | { readonly type: "chose-patient"; readonly record: PatientRecord }
  | { readonly type: "chose-number"; readonly text: string }
  | { readonly type: "cleared-patient" }
  | { readonly type: "loaded-patient"; readonly record: PatientRecord }
  | { readonly type: "same-address"; readonly on: boolean }
  | { readonly type: "hour"; readonly which: "earlier" | "later" }
  | { readonly type: "billing"; readonly billingType: BillingType }
  | { readonly type: "card"; readonly card: Card }
  /** A card that was asked for a while ago, for the patient that the booking then had. */
  | { readonly type: "card-came"; readonly card: Card; readonly patient: BookingForm["patient"] }
  | { readonly type: "went"; readonly step: BookingStep }
  | { readonly type: "asked"; readonly steps: readonly BookingStep[]; readonly bad: BookingField }
  | { readonly type: "focused"; readonly name: string }
  /** `itemId`: the unfinished new patient to go on with. */
  | { readonly type: "creating-patient"; readonly on: boolean; readonly itemId: RecordId | null }
  | { readonly type: "sending" }
  | { readonly type: "failed"; readonly failure: Failure }
  | { readonly type: "settled"; readonly item: BookingItem }
  | { readonly type: "reopened"; readonly step: BookingStep };

/** A booking nobody has typed into yet, in the clinic's zone. */
export const newBooking = (timeZone: string): BookingState => ({
  form: emptyBookingForm(timeZone),
  patient: null,
  left: [],
  asked: [],
  refusals: {},
  phase: { kind: "filling" },
  arrival: { count: 0, field: null },
});

/** Whether nothing was chosen or typed, so that there is nothing to keep. */
export function isBlank(form: BookingForm): boolean {
  const empty = { ...emptyBookingForm(form.timeZone), step: form.step, focus: form.focus };
  return JSON.stringify(empty) === JSON.stringify(form);
}

/** A card number goes with its field when that goes out of sight: there it would keep the rest from being saved. */
const withoutCardNumbers = (form: BookingForm, fields: readonly BookingTextField[]): Partial<BookingForm> =>
  Object.fromEntries(fields.filter((field) => holdsCardNumber(form[field])).map((field) => [field, ""]));

type Change = { readonly form: Partial<BookingForm>; readonly fields: readonly BookingField[] };

/** Every change of what was typed goes through here: its refusals go, and an answer no longer stands. */
function changed(state: BookingState, change: Change): BookingState {
  const phase: BookingPhase = state.phase.kind === "creating-patient" ? state.phase : { kind: "filling" };
  return {
    ...state,
    form: { ...state.form, ...change.form },
    refusals: without(state.refusals, change.fields),
    phase,
  };
}

function typed(state: BookingState, field: BookingTextField, value: string): BookingState {
  if (state.form[field] === value) return state;
  const also: Partial<BookingForm> =
    field === "date" || field === "time"
      ? { repeatedHour: null }
      : field === "paymentMethod" && state.form.card?.id !== value.trim()
        ? { card: null }
        : {};
  const fields = field === "date" || field === "time" ? (["date", "time"] as const) : [field];
  return changed(state, { form: { [field]: value, ...also }, fields });
}

function left(state: BookingState, field: BookingField): BookingState {
  return {
    ...state,
    form: tidied(bookingFields, state.form, field),
    left: state.left.includes(field) ? state.left : [...state.left, field],
  };
}

const place = fieldNames(placeFields);

function addressOf(record: PatientRecord | null): Form<typeof placeFields> {
  if (record === null) return blankForm(placeFields);
  const { address, city, state, zip } = record.input;
  return { address, city, state, zip };
}

const hasAddress = (form: BookingForm): boolean => !isBlankForm(placeFields, form);

/** Another patient's card is never kept with a booking. */
function samePatientCard(state: BookingState, id: RecordId): Partial<BookingForm> {
  const current = state.form.patient;
  const same = current === null || (current.kind === "known" && current.id === id);
  return same ? {} : { card: null, paymentMethod: "" };
}

function chosePatient(state: BookingState, record: PatientRecord): BookingState {
  const form: Partial<BookingForm> = {
    ...samePatientCard(state, record.id),
    patient: { kind: "known", id: record.id },
    // A number alone has no address to copy, so the switch had to be off for it.
    ...(state.form.patient?.kind === "number" && !hasAddress(state.form) ? { sameAddress: true } : {}),
  };
  const next = changed(state, { form, fields: ["patient", ...place] });
  return { ...next, patient: record, phase: { kind: "filling" } };
}

function choseNumber(state: BookingState, text: string): BookingState {
  const form = { patient: { kind: "number", text } as const, sameAddress: false };
  const cards = state.form.patient === null ? {} : { card: null, paymentMethod: "" };
  return { ...changed(state, { form: { ...form, ...cards }, fields: ["patient"] }), patient: null };
}

function clearedPatient(state: BookingState): BookingState {
  const form = { patient: null, card: null, paymentMethod: "", sameAddress: !hasAddress(state.form) };
  const next = changed(state, { form, fields: ["patient"] });
  return arriveAt({ ...next, patient: null }, "patient", "patient");
}

function sameAddress(state: BookingState, on: boolean): BookingState {
  const copy = !on && !hasAddress(state.form) ? addressOf(state.patient) : {};
  const dropped = on ? withoutCardNumbers(state.form, place) : {};
  return changed(state, { form: { sameAddress: on, ...copy, ...dropped }, fields: place });
}

function withCard(state: BookingState, card: Card): BookingState {
  return changed(state, { form: { card, paymentMethod: card.id }, fields: ["paymentMethod"] });
}

/** Goes to a step; the focus goes to the given field, else to the step's restored or first one. */
function arriveAt(state: BookingState, step: BookingStep, field: BookingField | null): BookingState {
  const focus = step === state.form.step && field === null ? state.form.focus : null;
  return {
    ...state,
    form: { ...state.form, step, focus },
    arrival: { count: state.arrival.count + 1, field },
  };
}

/** The line over the steps says that it failed; a field that is to blame is gone to, wherever it stands. */
function failed(state: BookingState, failure: Failure): BookingState {
  const refusals = fieldsOf(failure);
  const bad = firstBadField(refusals);
  const stopped: BookingState = { ...state, refusals, phase: { kind: "failed", failure } };
  return bad === null ? stopped : arriveAt(stopped, stepOf(bad), bad);
}

function settled(state: BookingState, item: BookingItem): BookingState {
  if (item.status === "draft") return { ...state, phase: { kind: "filling" } };
  if (item.status !== "needs-editing") return { ...state, phase: { kind: "settled", item } };
  const refusals = fieldsOf(item.problem);
  const bad = firstBadField(refusals);
  const refused: BookingState = { ...state, refusals, phase: { kind: "refused", item } };
  return bad === null ? refused : arriveAt(refused, stepOf(bad), bad);
}

/** An item taken up again, at the step and field where it was left; an answered one with its answer. */
export const openedBooking = (item: BookingItem): BookingState =>
  settled({ ...newBooking(item.form.timeZone), form: item.form }, item);

/** What a person or the desk did to a booking, one step at a time. Never loses what was typed. */
export function bookingReducer(state: BookingState, action: BookingAction): BookingState {
  switch (action.type) {
    case "typed":
      return typed(state, action.field, action.value);
    case "left":
      return left(state, action.field);
    case "chose-patient":
      return chosePatient(state, action.record);
    case "chose-number":
      return choseNumber(state, action.text);
    case "cleared-patient":
      return clearedPatient(state);
    case "loaded-patient":
      return { ...state, patient: action.record };
    case "same-address":
      return sameAddress(state, action.on);
    case "hour":
      return changed(state, { form: { repeatedHour: action.which }, fields: ["date", "time"] });
    case "billing": {
      const { billingType } = action;
      const dropped =
        billingType === "Bill to Patient" ? {} : withoutCardNumbers(state.form, ["paymentMethod"]);
      return changed(state, { form: { billingType, ...dropped }, fields: ["billingType", "paymentMethod"] });
    }
    case "card":
      return withCard(state, action.card);
    case "card-came":
      return JSON.stringify(action.patient) === JSON.stringify(state.form.patient)
        ? withCard(state, action.card)
        : state;
    case "went":
      return arriveAt(state, action.step, null);
    case "asked": {
      const asked = [...new Set([...state.asked, ...action.steps])];
      return arriveAt({ ...state, asked }, stepOf(action.bad), action.bad);
    }
    case "focused":
      return { ...state, form: { ...state.form, focus: action.name } };
    case "creating-patient":
      return {
        ...state,
        phase: action.on ? { kind: "creating-patient", itemId: action.itemId } : { kind: "filling" },
      };
    case "sending":
      return { ...state, refusals: {}, phase: { kind: "sending" } };
    case "failed":
      return failed(state, action.failure);
    case "settled":
      return settled(state, action.item);
    case "reopened":
      return arriveAt({ ...state, phase: { kind: "filling" } }, action.step, null);
  }
}

/**
 * The errors to show now: what the service said, and what is wrong with fields the person has left. A field
 * that is still empty is only named once its step was confirmed.
 */
export function shownErrors(state: BookingState, errors: FieldErrors): FieldErrors {
  const shown: FieldErrors = {};
  for (const field of bookingFieldNames) {
    const refusal = state.refusals[field];
    const message = refusal ?? errors[field];
    if (message === undefined) continue;
    const wasLeft = state.left.includes(field) && !isBlankField(bookingFields[field], state.form[field]);
    if (refusal !== undefined || state.asked.includes(stepOf(field)) || wasLeft) shown[field] = message;
  }
  return shown;
}
