import { useEffect, useMemo, useReducer } from "react";
import { readBookingForm, type BookingFormRead } from "../../../domain/booking/booking-form.ts";
import {
  bookingFields,
  fieldsOn,
  stepOf,
  type BookingField,
} from "../../../domain/booking/booking-fields.ts";
import { firstBad } from "../../../domain/form.ts";
import { todayIn } from "../../../domain/time/zoned-time.ts";
import type { FieldErrors } from "../../../contract/failure.ts";
import { bookingSteps, type BookingStep } from "../../../contract/records/forms.ts";
import type { BookingItem } from "../../../contract/records/item.ts";
import type { Settings } from "../../../contract/records/settings.ts";
import type { BillingType } from "../../../contract/service/appointment.ts";
import { useItems, useRecordsKept } from "../../state/hooks.ts";
import { shownErrors } from "../../state/item-form.ts";
import type { Draft } from "../../state/use-draft.ts";
import { useItemForm } from "../../state/use-item-form.ts";
import { useNow } from "../../state/use-now.ts";
import { useRoute } from "../../state/use-route.ts";
import {
  errorsOf,
  stepAfter,
  bookingReducer,
  isBlank,
  newBooking,
  openedBooking,
  type BookingAction,
  type BookingState,
} from "./state.ts";
import { absoluteDay } from "../../../domain/time/plain-date.ts";
import { outcomeWords } from "./outcome.ts";
import type { Start } from "./start.ts";

export type WizardStart = Exclude<Start, { kind: "failed" }>;
type Options = { readonly settings: Settings; readonly start: WizardStart };

/** A booking being made: what is typed, how it reads, and what can be done with it. */
export type Booking = {
  readonly state: BookingState;
  readonly read: BookingFormRead;
  /** The errors to show now, by field. */
  readonly errors: FieldErrors;
  /** `YYYY-MM-DD` in the booking's zone. */
  readonly today: string;
  readonly settings: Settings;
  readonly draft: Draft;
  readonly dispatch: (action: BookingAction) => void;
  /** Goes on to the next step, or books on the last; asks for what is missing instead. */
  readonly confirm: () => void;
  readonly book: () => void;
  /** Writes the day so that it means the same one tomorrow: "tomorrow" must not be left in its field. */
  readonly keepDay: () => void;
  /** An answer that came by another way than `book`. */
  readonly settle: (item: BookingItem) => void;
};

/** What a new booking starts with. */
const usualBilling = ({ defaultBillingType }: Settings): BillingType | null =>
  defaultBillingType === "none" ? null : defaultBillingType;

function firstState({ settings, start }: Options): BookingState {
  if (start.kind === "item") {
    const state = openedBooking(start.item);
    return start.patient === null ? state : { ...state, patient: start.patient };
  }
  const blank = newBooking(settings.timeZone, usualBilling(settings));
  const { patient } = start;
  const begun = { ...blank, form: { ...blank.form, ...start.form } };
  if (patient === null) return begun;
  const chosen = bookingReducer(begun, { type: "chose-patient", record: patient });
  // Who it is for is settled: on with the first field that is still open.
  const isRepeat = start.form?.service !== undefined;
  return bookingReducer(chosen, {
    type: "went",
    step: "visit",
    ...(isRepeat ? { field: "date" as const } : {}),
  });
}

/** A payment method that is only missing keeps nobody from going on: the booking can be saved without it. */
function blocking(errors: FieldErrors, paymentMethod: string): FieldErrors {
  if (paymentMethod.trim() !== "") return errors;
  return Object.fromEntries(Object.entries(errors).filter(([field]) => field !== "paymentMethod"));
}

/** Keeps the patient's record fresh while they have no number yet. */
function useFreshPatient(state: BookingState, dispatch: (action: BookingAction) => void): void {
  const id = state.patient?.patientId === null ? state.patient.id : null;
  const version = useItems((items) => (id === null ? 0 : items.version));
  const { value } = useRoute("patients.get", { id: id ?? "" }, { enabled: id !== null, refresh: version });
  useEffect(() => {
    if (value !== null && value.id === id && value.patientId !== null) {
      dispatch({ type: "loaded-patient", record: value });
    }
  }, [value, id, dispatch]);
}

/** The wizard's state with its draft, its reading and its way to the service. */
export function useBooking(options: Options): Booking {
  const { settings, start } = options;
  const recordsKept = useRecordsKept();
  const now = useNow();
  const [state, dispatch] = useReducer(bookingReducer, options, firstState);
  const { form, patient } = state;
  const today = todayIn(form.timeZone, now);
  const read = useMemo(
    () => readBookingForm(form, { today, now, dateOrder: settings.dateOrder, patient }),
    [form, patient, today, now, settings.dateOrder],
  );
  const keptDate = useMemo(
    () => absoluteDay(form.date, { today, dateOrder: settings.dateOrder }),
    [form.date, today, settings.dateOrder],
  );
  const kept = useMemo(() => (keptDate === form.date ? form : { ...form, date: keptDate }), [form, keptDate]);
  const { draft, send, settle } = useItemForm({
    content: { kind: "booking", form: kept },
    blank: isBlank(form, usualBilling(settings)),
    item: start.kind === "item" ? start.item : null,
    phase: state.phase,
    dispatch,
    news: (item) => outcomeWords(item, recordsKept).title,
    isHeading: true,
  });

  const keepDay = (): void => dispatch({ type: "typed", field: "date", value: keptDate });

  /** Names all that is wrong on those steps and goes to the first of it. */
  const ask = (steps: readonly BookingStep[], bad: BookingField): void => {
    dispatch({ type: "submitted", fields: steps.flatMap(fieldsOn) });
    dispatch({ type: "went", step: stepOf(bad), field: bad });
  };

  const book = (): void => {
    keepDay();
    const bad = firstBad(bookingFields, read.errors);
    if (bad === null) send();
    else ask(bookingSteps, bad);
  };

  const confirm = (): void => {
    if (form.step === "review") return book();
    keepDay();
    const bad = firstBad(bookingFields, blocking(errorsOf(form.step, read.errors), form.paymentMethod));
    if (bad === null) dispatch({ type: "went", step: stepAfter(form.step) });
    else ask([form.step], bad);
  };

  useFreshPatient(state, dispatch);
  const errors = shownErrors(state, bookingFields, read.errors);
  return { state, read, errors, today, settings, draft, dispatch, confirm, book, keepDay, settle };
}
