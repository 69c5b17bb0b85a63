import {
  bookingFieldNames,
  bookingFields,
  getStep,
  bookingSteps,
  listFieldsOn,
  type BookingField,
  type BookingStep,
} from "../../../shared/bookings/booking-fields.ts";
import { hasCardNumber } from "../../../shared/cards/card-number.ts";
import {
  createBlankForm,
  listFieldNames,
  isBlankForm,
  findFirstBad,
  type Form,
} from "../../../shared/core/form.ts";
import type { PersonTyped } from "../../../shared/patients/patient-query.ts";
import { placeFields } from "../../../shared/patients/place-fields.ts";
import type { FieldErrors } from "../../../shared/core/failure.ts";
import { createEmptyBookingForm, type BookingForm } from "../../../shared/bookings/booking-form.ts";
import type { Card } from "../../../shared/cards/card.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { SeriesForm } from "../../../shared/bookings/series-form.ts";
import type { BookingItem } from "../../../shared/outbox/item.ts";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import { isPaidByCard, type BillingType } from "../../../shared/service-api/appointment.ts";
import {
  applyChange,
  isClosed,
  reduceItemForm,
  markTouched,
  untouched,
  type ItemForm,
  type ItemFormAction,
} from "../../lib/item-form.ts";

export type BookingTextField = Exclude<BookingField, "patient" | "billingType">;

export type BookingState = ItemForm<BookingField, BookingItem> & {
  readonly form: BookingForm;
  /** The known patient the form points at, as this computer keeps it. */
  readonly patient: PatientRecord | null;
  /** A new patient is being typed in place, the unfinished `itemId` if there is one; the booking waits untouched. */
  readonly creating: { readonly itemId: RecordId | null; readonly typed: PersonTyped | null } | null;
  /** Steps that were gone away from: only these are judged. */
  readonly left: readonly BookingStep[];
  /** Where the focus shall go when the number changes: a field, or the restored or first one when null. */
  readonly arrival: { readonly count: number; readonly field: BookingField | null };
};

export type BookingAction =
  | ItemFormAction<BookingField, BookingItem>
  | { readonly type: "typed"; readonly field: BookingTextField; readonly value: string }
  | { readonly type: "left"; readonly field: BookingField }
  | { readonly type: "chose-patient"; readonly record: PatientRecord }
  | { readonly type: "chose-number"; readonly text: string }
  | { readonly type: "cleared-patient" }
  | { readonly type: "loaded-patient"; readonly record: PatientRecord }
  | { readonly type: "same-address"; readonly on: boolean }
  | { readonly type: "hour"; readonly which: "earlier" | "later" }
  /** How it is repeated; undefined: it is not. */
  | { readonly type: "series"; readonly series: SeriesForm | undefined }
  /** To something of the visits of a series, by the name of its field. */
  | { readonly type: "went-to-series"; readonly name: string }
  | { readonly type: "billing"; readonly billingType: BillingType }
  | { readonly type: "card"; readonly card: Card }
  /** A card that was asked for a while ago, for the patient that the booking then had. */
  | { readonly type: "card-came"; readonly card: Card; readonly patient: BookingForm["patient"] }
  /** To the step's restored or first field, or to the one that is named. */
  | { readonly type: "went"; readonly step: BookingStep; readonly field?: BookingField }
  | { readonly type: "focused"; readonly name: string }
  /** `itemId`: the unfinished new patient to go on with; `typed`: what was typed to find a new one. */
  | {
      readonly type: "creating-patient";
      readonly on: boolean;
      readonly itemId: RecordId | null;
      readonly typed?: PersonTyped | null;
    };

/** A booking nobody has typed into yet, in the clinic's zone, with how it is usually paid there. */
export const createBookingState = (
  timeZone: string,
  billingType: BillingType | null = null,
): BookingState => ({
  ...untouched,
  form: { ...createEmptyBookingForm(timeZone), billingType },
  patient: null,
  creating: null,
  left: [],
  arrival: { count: 0, field: null },
});

/** Whether nothing was chosen or typed, so that there is nothing to keep. `usual`: the billing type it began with. */
export function isBlank(form: BookingForm, usual: BillingType | null = null): boolean {
  const { step, focus } = form;
  const empty = { ...createEmptyBookingForm(form.timeZone), billingType: usual, step, focus };
  return JSON.stringify(empty) === JSON.stringify(form);
}

/** Whether both say the same, wherever in them the person is. */
export const isSameBooking = (one: BookingForm, other: BookingForm): boolean =>
  JSON.stringify({ ...one, step: null, focus: null }) ===
  JSON.stringify({ ...other, step: null, focus: null });

/** A card number goes with its field when that goes out of sight: there it would keep the rest from being saved. */
const withoutCardNumbers = (form: BookingForm, fields: readonly BookingTextField[]): Partial<BookingForm> =>
  Object.fromEntries(fields.filter((field) => hasCardNumber(form[field])).map((field) => [field, ""]));

function typed(state: BookingState, field: BookingTextField, value: string): BookingState {
  if (state.form[field] === value) return state;
  const also: Partial<BookingForm> =
    field === "date" || field === "time"
      ? { repeatedHour: null }
      : field === "paymentMethod" && state.form.card?.id !== value.trim()
        ? { card: null }
        : {};
  const fields = field === "date" || field === "time" ? (["date", "time"] as const) : [field];
  return applyChange(state, fields, { [field]: value, ...also });
}

const place = listFieldNames(placeFields);

function addressOf(record: PatientRecord | null): Form<typeof placeFields> {
  if (record === null) return createBlankForm(placeFields);
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
  return applyChange(state, ["patient", ...place], form, { patient: record, creating: null });
}

function choseNumber(state: BookingState, text: string): BookingState {
  const form = { patient: { kind: "number", text } as const, sameAddress: false };
  const cards = state.form.patient === null ? {} : { card: null, paymentMethod: "" };
  return applyChange(state, ["patient"], { ...form, ...cards }, { patient: null });
}

function clearedPatient(state: BookingState): BookingState {
  const form = { patient: null, card: null, paymentMethod: "", sameAddress: !hasAddress(state.form) };
  return arriveAt(applyChange(state, ["patient"], form, { patient: null }), "patient", "patient");
}

function sameAddress(state: BookingState, on: boolean): BookingState {
  const copy = !on && !hasAddress(state.form) ? addressOf(state.patient) : {};
  const dropped = on ? withoutCardNumbers(state.form, place) : {};
  return applyChange(state, place, { sameAddress: on, ...copy, ...dropped });
}

function withCard(state: BookingState, card: Card): BookingState {
  return applyChange(state, ["paymentMethod"], { card, paymentMethod: card.id });
}

/** Goes to a step; the focus goes to the given field, else to the step's restored or first one. */
function arriveAt(state: BookingState, step: BookingStep, field: BookingField | null): BookingState {
  const focus = step === state.form.step && field === null ? state.form.focus : null;
  const isLeft = step !== state.form.step && !state.left.includes(state.form.step);
  return {
    ...state,
    form: { ...state.form, step, focus },
    left: isLeft ? [...state.left, state.form.step] : state.left,
    arrival: { count: state.arrival.count + 1, field },
  };
}

/** The line over the steps says that it failed; a field that is to blame is gone to, wherever it stands. */
function answered(state: BookingState): BookingState {
  const bad = findFirstBad(bookingFields, state.refusals);
  return bad === null ? state : arriveAt(state, getStep(bad), bad);
}

/** An item taken up again, at the step and field where it was left; an answered one with its answer. */
export const openBookingState = (item: BookingItem): BookingState =>
  reduceBooking(
    { ...createBookingState(item.form.timeZone), form: item.form, left: bookingSteps },
    { type: "settled", item },
  );

/** What a person or the desk did to a booking, one step at a time. Never loses what was typed. */
export function reduceBooking(state: BookingState, action: BookingAction): BookingState {
  switch (action.type) {
    case "typed":
      return typed(state, action.field, action.value);
    case "left":
      return markTouched(state, action.field, bookingFields);
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
      return applyChange(state, ["date", "time"], { repeatedHour: action.which });
    case "series":
      return applyChange(state, [], { series: action.series });
    case "went-to-series": {
      const there = arriveAt(state, "visit", null);
      return { ...there, form: { ...there.form, focus: action.name } };
    }
    case "billing": {
      const { billingType } = action;
      const dropped = isPaidByCard(billingType) ? {} : withoutCardNumbers(state.form, ["paymentMethod"]);
      return applyChange(state, ["billingType", "paymentMethod"], { billingType, ...dropped });
    }
    case "card":
      return withCard(state, action.card);
    case "card-came":
      return JSON.stringify(action.patient) === JSON.stringify(state.form.patient)
        ? withCard(state, action.card)
        : state;
    case "went":
      // What is on its way stays in view until the answer is there.
      if (isClosed(state.phase)) return state;
      return arriveAt(state, action.step, action.field ?? null);
    case "focused":
      // Where somebody looks while it is put on hold is no change that would take it up again.
      if (state.phase.kind === "keeping") return state;
      return { ...state, form: { ...state.form, focus: action.name } };
    case "creating-patient":
      return {
        ...state,
        creating: action.on ? { itemId: action.itemId, typed: action.typed ?? null } : null,
      };
    case "settled": {
      const next = answered({ ...reduceItemForm(state, action, bookingFields), creating: null });
      // Taken back: it is where it was read before it was sent off.
      const isBack = state.phase.kind === "sending" && next.phase.kind === "filling";
      return isBack ? arriveAt(next, "review", null) : next;
    }
    case "failed":
      return answered({ ...reduceItemForm(state, action, bookingFields), creating: null });
    default:
      return reduceItemForm(state, action, bookingFields);
  }
}

/** The form at the step of that field or choice, to be focused there. */
export function focusFormField(form: BookingForm, name: string): BookingForm {
  const field = bookingFieldNames.find((known) => known === name);
  const isChoice = name === "sameAddress" || name === "repeatedHour";
  return {
    ...form,
    step: field !== undefined ? getStep(field) : isChoice ? "visit" : form.step,
    focus: name,
  };
}

/** The step after this one; Review is the last. */
export const getNextStep = (step: BookingStep): BookingStep =>
  bookingSteps[bookingSteps.indexOf(step) + 1] ?? "review";

/** The errors of one step, so that confirming it asks only for what stands on it. */
export const filterStepErrors = (step: BookingStep, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    listFieldsOn(step).flatMap((field) => {
      const message = errors[field];
      return message === undefined ? [] : [[field, message]];
    }),
  );
