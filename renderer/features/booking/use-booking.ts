import { useEffect, useMemo, useReducer, useState } from "react";
import {
  readBookingForm,
  type BookingFormRead,
  type BookingForm,
} from "../../../shared/bookings/booking-form.ts";
import {
  bookingFields,
  listFieldsOn,
  getStep,
  type BookingField,
  bookingSteps,
  type BookingStep,
} from "../../../shared/bookings/booking-fields.ts";
import { getSeriesForm } from "../../../shared/bookings/series-form.ts";
import { toAbsoluteSeries, readSeries, type SeriesRead } from "../../../shared/bookings/series.ts";
import { findFirstBad } from "../../../shared/core/form.ts";
import { getToday } from "../../../shared/time/zoned-time.ts";
import type { FieldErrors } from "../../../shared/core/failure.ts";
import type { BookingItem } from "../../../shared/outbox/item.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import type { BillingType } from "../../../shared/service-api/appointment.ts";
import { useDesk, useItems, useRecordsKept } from "../../lib/hooks.ts";
import { getShownErrors } from "../../lib/item-form.ts";
import type { Draft } from "../../lib/use-draft.ts";
import { useItemForm } from "../../lib/use-item-form.ts";
import { useNow } from "../../lib/use-now.ts";
import { useRoute } from "../../lib/use-route.ts";
import {
  filterStepErrors,
  getNextStep,
  reduceBooking,
  isBlank,
  isSameBooking,
  createBookingState,
  openBookingState,
  type BookingAction,
  type BookingState,
} from "./state.ts";
import { toAbsoluteDay } from "../../../shared/time/plain-date.ts";
import { fillLinkedForm, listLinkedParts, type LinkedPart } from "./linked.ts";
import { describeBookingOutcome } from "./outcome.ts";
import { findSeriesFault, isSeriesMade, withSeriesState } from "./series-state.ts";
import type { WizardStart } from "./start.ts";

export type { WizardStart } from "./start.ts";
type Options = { readonly settings: Settings; readonly start: WizardStart };

/** A booking being made: what is typed, how it reads, and what can be done with it. */
export type Booking = {
  readonly state: BookingState;
  readonly read: BookingFormRead;
  /** How it is repeated, as that reads; null: it is not. */
  readonly series: SeriesRead | null;
  /** It is one visit of a series that was made already. */
  readonly isInSeries: boolean;
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
  /** Writes the days so that they mean the same tomorrow: "tomorrow" must not be left in a field. */
  readonly keepDay: () => void;
  /** What stands as a link filled it in, until a person has checked it. */
  readonly linked: readonly LinkedPart[];
  readonly checkLinked: () => void;
  /** Nobody has changed anything of what a link filled in: it is kept on a person's word alone. */
  readonly isAsLinked: boolean;
  /** An answer that came by another way than `book`. */
  readonly settle: (item: BookingItem) => void;
};

/** What a new booking starts with. */
const usualBilling = ({ defaultBillingType }: Settings): BillingType | null =>
  defaultBillingType === "none" ? null : defaultBillingType;

function firstState({ settings, start }: Options): BookingState {
  if (start.kind === "item") {
    const state = openBookingState(start.item);
    return start.patient === null ? state : { ...state, patient: start.patient };
  }
  const blank = createBookingState(settings.timeZone, usualBilling(settings));
  const { patient, link } = start;
  const known = link === undefined ? start.form : fillLinkedForm(link, settings.services);
  const begun = { ...blank, form: { ...blank.form, ...known } };
  // Who it is for is settled: on with the first field that is still open.
  const field = known === undefined ? null : firstOpen(begun.form);
  const atVisit = { type: "went", step: "visit", ...(field === null ? {} : { field }) } as const;
  if (patient !== null)
    return reduceBooking(reduceBooking(begun, { type: "chose-patient", record: patient }), atVisit);
  // They may be known by number alone.
  return begun.form.patient === null ? begun : reduceBooking(begun, atVisit);
}

const firstOpen = (form: BookingForm): "service" | "date" | "time" =>
  (["service", "date"] as const).find((field) => form[field] === "") ?? "time";

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
  const { bridge } = useDesk();
  const recordsKept = useRecordsKept();
  const now = useNow();
  const [state, dispatch] = useReducer(reduceBooking, options, firstState);
  const { form, patient } = state;
  const [begun] = useState(form);
  const [isChecked, setChecked] = useState(false);
  const isLinked = start.kind === "fresh" && start.link !== undefined;
  const linked = isLinked && !isChecked ? listLinkedParts(form, begun) : [];
  const isAsLinked = isLinked && isSameBooking(form, begun);
  const today = getToday(form.timeZone, now);
  const read = useMemo(
    () => readBookingForm(form, { today, now, dateOrder: settings.dateOrder, patient }),
    [form, patient, today, now, settings.dateOrder],
  );
  const { date, time, timeZone, repeatedHour, series: repeated } = form;
  const { dateOrder } = settings;
  const series = useMemo(
    () =>
      readSeries(
        { date, time, timeZone, repeatedHour, series: repeated },
        { today, now, dateOrder, patient: null },
      ),
    [date, time, timeZone, repeatedHour, repeated, today, now, dateOrder],
  );
  const keptSeries = useMemo(
    () => repeated && toAbsoluteSeries(repeated, { today, now, dateOrder, patient: null }),
    [repeated, today, now, dateOrder],
  );
  const keptDate = useMemo(
    () => toAbsoluteDay(form.date, { today, dateOrder: settings.dateOrder }),
    [form.date, today, settings.dateOrder],
  );
  const kept = useMemo(
    () =>
      keptDate === form.date && keptSeries === form.series
        ? form
        : { ...form, date: keptDate, series: keptSeries },
    [form, keptDate, keptSeries],
  );
  const { draft, send, settle } = useItemForm({
    content: { kind: "booking", form: kept },
    blank: isAsLinked || isBlank(form, usualBilling(settings)),
    item: start.kind === "item" ? start.item : null,
    phase: state.phase,
    dispatch,
    // Of several, the list says what became of each.
    news: (item) => (isSeriesMade(state) ? null : describeBookingOutcome(item, recordsKept).title),
    isHeading: true,
    patient: patient?.input ?? null,
    submit: getSeriesForm(form) === null ? undefined : (id) => bridge.call("items.bookSeries", { id }),
  });

  const keepDay = (): void => {
    dispatch({ type: "typed", field: "date", value: keptDate });
    if (keptSeries !== repeated) dispatch({ type: "series", series: keptSeries });
  };

  /** Names all that is wrong on those steps and goes to the first of it. */
  const ask = (steps: readonly BookingStep[], bad: BookingField): void => {
    dispatch({ type: "submitted", fields: steps.flatMap(listFieldsOn) });
    dispatch({ type: "went", step: getStep(bad), field: bad });
  };

  /** The same for what is wrong with a series. Answers whether anything was. */
  const askSeries = (): boolean => {
    const name = findSeriesFault(series);
    if (name === null) return false;
    dispatch({ type: "submitted", fields: listFieldsOn("visit") });
    dispatch({ type: "went-to-series", name });
    return true;
  };

  const book = (): void => {
    keepDay();
    const bad = findFirstBad(bookingFields, read.errors);
    if (bad !== null) return ask(bookingSteps, bad);
    if (!askSeries()) send();
  };

  const confirm = (): void => {
    if (form.step === "review") return book();
    keepDay();
    const bad = findFirstBad(
      bookingFields,
      blocking(filterStepErrors(form.step, read.errors), form.paymentMethod),
    );
    if (bad !== null) return ask([form.step], bad);
    if (form.step !== "visit" || !askSeries()) dispatch({ type: "went", step: getNextStep(form.step) });
  };

  useFreshPatient(state, dispatch);
  const errors = getShownErrors(state, bookingFields, read.errors);
  const isInSeries = start.kind === "item" && start.item.series !== undefined;
  return {
    state,
    read: withSeriesState(read, series),
    series,
    isInSeries,
    errors,
    today,
    settings,
    draft,
    linked,
    checkLinked: () => setChecked(true),
    isAsLinked,
    dispatch,
    confirm,
    book,
    keepDay,
    settle,
  };
}
