import { useEffect, useMemo, useReducer, useRef, useState } from "react";
import { readBookingForm, type BookingFormRead } from "../../../domain/booking/booking-form.ts";
import { todayIn } from "../../../domain/time/zoned-time.ts";
import type { FieldErrors } from "../../../contract/failure.ts";
import { bookingSteps } from "../../../contract/records/forms.ts";
import type { BookingItem } from "../../../contract/records/item.ts";
import type { Settings } from "../../../contract/records/settings.ts";
import { useAnnounce, useDesk, useItems, useKeptWords } from "../../state/hooks.ts";
import { useDraft, type Draft } from "../../state/use-draft.ts";
import { useLiveItem } from "../../state/use-live-item.ts";
import { useNow } from "../../state/use-now.ts";
import { useRoute } from "../../state/use-route.ts";
import { errorsOf, firstBadField, stepAfter } from "./fields.ts";
import { lastingDay } from "./lasting-day.ts";
import { bookingOutcome, outcomeWords } from "./outcome.ts";
import type { Start } from "./start.ts";
import {
  bookingReducer,
  isBlank,
  newBooking,
  openedBooking,
  shownErrors,
  type BookingAction,
  type BookingState,
} from "./state.ts";

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
  readonly isBlank: boolean;
  readonly dispatch: (action: BookingAction) => void;
  /** Goes on to the next step, or books on the last; asks for what is missing instead. */
  readonly confirm: () => void;
  readonly book: () => void;
  /** An answer that came by another way than `book`. */
  readonly settle: (item: BookingItem) => void;
};

function firstState({ settings, start }: Options): BookingState {
  if (start.kind === "item") {
    const state = openedBooking(start.item);
    return start.patient === null ? state : { ...state, patient: start.patient };
  }
  const blank = newBooking(settings.timeZone);
  return start.patient === null
    ? blank
    : bookingReducer(blank, { type: "chose-patient", record: start.patient });
}

/** A payment method that is only missing keeps nobody from going on: the booking can be saved without it. */
function blocking(errors: FieldErrors, paymentMethod: string): FieldErrors {
  if (paymentMethod.trim() !== "") return errors;
  return Object.fromEntries(Object.entries(errors).filter(([field]) => field !== "paymentMethod"));
}

/** Keeps the patient's record fresh while they have no number yet. */
function useFreshPatient(state: BookingState, dispatch: (action: BookingAction) => void): void {
  const version = useItems((items) => items.version);
  const id = state.patient?.patientId === null ? state.patient.id : null;
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
  const { bridge } = useDesk();
  const announce = useAnnounce();
  const asKept = useKeptWords();
  const now = useNow();
  const [state, dispatch] = useReducer(bookingReducer, options, firstState);
  const { form, patient } = state;
  const today = todayIn(form.timeZone, now);
  const read = useMemo(
    () => readBookingForm(form, { today, now, dateOrder: settings.dateOrder, patient }),
    [form, patient, today, now, settings.dateOrder],
  );
  const [existing] = useState(() =>
    start.kind === "item" ? { id: start.item.id, frozen: start.item.status !== "draft" } : null,
  );
  const blank = isBlank(form);
  const kept = useMemo(() => {
    const date = lastingDay(form.date, { today, dateOrder: settings.dateOrder });
    return date === form.date ? form : { ...form, date };
  }, [form, today, settings.dateOrder]);
  const draft = useDraft({ content: { kind: "booking", form: kept }, blank, existing });
  const isSending = useRef(false);

  const settle = (item: BookingItem): void => {
    draft.freeze();
    dispatch({ type: "settled", item });
    announce(asKept(outcomeWords(bookingOutcome(item)).title));
  };

  const send = async (): Promise<void> => {
    dispatch({ type: "sending" });
    const saved = await draft.flush();
    if (!saved.ok) return dispatch({ type: "failed", failure: saved.failure });
    if (saved.value === null) return dispatch({ type: "reopened", step: "patient" });
    const answer = await bridge.call("items.submit", { id: saved.value, wait: true });
    if (!answer.ok) return dispatch({ type: "failed", failure: answer.failure });
    if (answer.value.kind === "booking") settle(answer.value);
  };

  /** Going on without leaving the field must not leave "tomorrow" in it. */
  const keepDay = (): void => dispatch({ type: "typed", field: "date", value: kept.date });

  /** A double click or a storm of keys sends once: the mark is set before anything is awaited. */
  const book = (): void => {
    if (isSending.current) return;
    keepDay();
    const bad = firstBadField(read.errors);
    if (bad !== null) return dispatch({ type: "asked", steps: bookingSteps, bad });
    isSending.current = true;
    void send().finally(() => {
      isSending.current = false;
    });
  };

  const confirm = (): void => {
    if (form.step === "review") return book();
    keepDay();
    const bad = firstBadField(blocking(errorsOf(form.step, read.errors), form.paymentMethod));
    if (bad !== null) return dispatch({ type: "asked", steps: [form.step], bad });
    dispatch({ type: "went", step: stepAfter(form.step) });
  };

  useFreshPatient(state, dispatch);
  useLiveItem(state.phase.kind === "settled" ? state.phase.item.id : null, (item) => {
    if (item.kind === "booking") settle(item);
  });

  const errors = shownErrors(state, read.errors);
  return { state, read, errors, today, settings, draft, isBlank: blank, dispatch, confirm, book, settle };
}
