import { isSettled } from "../../../renderer/lib/item-form.ts";
import { saidEach, verbatim } from "../../../messages/saying.ts";
import { describe, expect, test } from "vitest";
import { bookingFieldNames, listFieldsOn, getStep } from "../../../shared/bookings/booking-fields.ts";
import { bookingFields } from "../../../shared/bookings/booking-fields.ts";
import { findFirstBad } from "../../../shared/core/form.ts";
import { getShownErrors } from "../../../renderer/lib/item-form.ts";
import {
  readBookingForm,
  bookingForm,
  createEmptyBookingForm,
} from "../../../shared/bookings/booking-form.ts";
import { fail } from "../../../shared/core/failure.ts";
import { toInvalidInput } from "../../../shared/core/failure-schema.ts";
import {
  filterStepErrors,
  focusFormField,
  getNextStep,
  reduceBooking,
  isBlank,
  createBookingState,
  openBookingState,
  type BookingAction,
  type BookingState,
} from "../../../renderer/features/booking/state.ts";
import { bookingItem, filledBooking, knownPatient, refusal, uuid, zone } from "./builders.ts";
import { worded } from "../../support/told.ts";

const context = { today: "2026-11-20", now: "2026-11-20T15:00:00Z", dateOrder: "month-first" } as const;
const after = (actions: readonly BookingAction[], from = createBookingState(zone)): BookingState =>
  actions.reduce(reduceBooking, from);
const errors = (state: BookingState) =>
  readBookingForm(state.form, { ...context, patient: state.patient }).errors;
const shown = (state: BookingState) => saidEach(getShownErrors(state, bookingFields, errors(state)));
const wrong = verbatim("x");
const ann = knownPatient(1);
const visa = { id: "pm_1", brand: "Visa", last4: "4242", expMonth: 12, expYear: 2030 };

describe("errors of a booking", () => {
  test("none before anything was typed or confirmed", () => {
    expect(shown(createBookingState(zone))).toEqual({});
  });

  test("confirming a step asks for what is missing on it, and only on it", () => {
    const state = createBookingState(zone);
    expect(Object.keys(filterStepErrors("visit", errors(state)))).toEqual(["service", "date", "time"]);
    const asked = after([{ type: "submitted", fields: listFieldsOn("visit") }]);
    expect(Object.keys(shown(asked))).toEqual(["service", "date", "time"]);
  });

  test("the first bad field is the first in the order of the steps, not of the alphabet", () => {
    expect(findFirstBad(bookingFields, { time: wrong, billingType: wrong, patient: wrong })).toBe("patient");
    expect(findFirstBad(bookingFields, {})).toBeNull();
  });

  test("a time that cannot be read is named on leaving it and forgotten once it can", () => {
    const bad = after([
      { type: "typed", field: "time", value: "25:99" },
      { type: "left", field: "time" },
    ]);
    expect(shown(bad)["time"]).toBeDefined();
    expect(shown(after([{ type: "typed", field: "time", value: "2pm" }], bad))["time"]).toBeUndefined();
  });

  test("a refusal under the service's own names stands at the form's fields", () => {
    const item = bookingItem({
      status: "needs-editing",
      problem: refusal({ serviceId: "No such service.", appointmentDateTime: "Taken." }),
    });
    const state = after([{ type: "settled", item }], openBookingState(bookingItem()));
    expect(shown(state)).toMatchObject({ service: "No such service.", time: "Taken." });
    expect([state.phase.kind, isSettled(state.phase)]).toEqual(["settled", false]);
    expect(state.form.step).toBe("visit");
    expect(state.arrival.field).toBe("service");
  });

  test("changing the day also drops what was said about the time", () => {
    const item = bookingItem({ status: "needs-editing", problem: refusal({ time: "Taken." }) });
    const state = after([{ type: "typed", field: "date", value: "12/2" }], openBookingState(item));
    expect(state.refusals).toEqual({});
  });
});

describe("the patient of a booking", () => {
  // keeping-5: A new patient in the middle of a booking leaves the booking complete (OpenEMR 13419)
  test(
    "creating a patient in place leaves every typed value of the booking (OpenEMR 13419)",
    { tags: ["keeping-5"] },
    () => {
      const before = after([
        { type: "typed", field: "service", value: "12" },
        { type: "typed", field: "notes", value: "Wheelchair" },
        { type: "creating-patient", on: true, itemId: null },
      ]);
      const back = after([{ type: "chose-patient", record: ann }], before);
      expect(back.form).toMatchObject({
        service: "12",
        notes: "Wheelchair",
        patient: { kind: "known", id: ann.id },
      });
      expect([back.creating, back.phase.kind]).toEqual([null, "filling"]);
    },
  );

  // billing-6: A card stays with its patient
  test("another patient never inherits the card of the one before", { tags: ["billing-6"] }, () => {
    const withCard = after([
      { type: "chose-patient", record: ann },
      { type: "card", card: visa },
    ]);
    const other = after([{ type: "chose-patient", record: knownPatient(2) }], withCard);
    expect(other.form).toMatchObject({ card: null, paymentMethod: "" });
    expect(after([{ type: "chose-number", text: "9" }], withCard).form.card).toBeNull();
    expect(after([{ type: "cleared-patient" }], withCard).form.card).toBeNull();
  });

  test("choosing the same patient again keeps the card, so that nobody is asked twice", () => {
    const withCard = after([
      { type: "chose-patient", record: ann },
      { type: "card", card: visa },
    ]);
    expect(after([{ type: "chose-patient", record: ann }], withCard).form.card).toEqual(visa);
  });

  test("a patient number has no address to copy, so the address is asked for", () => {
    const state = after([{ type: "chose-number", text: "123" }]);
    expect(state.form.sameAddress).toBe(false);
    expect(errors(state)["address"]).toBeDefined();
    const known = after([{ type: "chose-patient", record: ann }], state);
    expect(known.form.sameAddress).toBe(true);
    expect(errors(known)["address"]).toBeUndefined();
  });

  test("turning off Same as patient’s address starts from the patient's address, typed parts stay", () => {
    const copied = after([
      { type: "chose-patient", record: ann },
      { type: "same-address", on: false },
    ]);
    expect(copied.form).toMatchObject({ address: "1 Main St", city: "Albany", state: "NY", zip: "12207" });
    const typed = after(
      [
        { type: "typed", field: "address", value: "2 Side St" },
        { type: "same-address", on: true },
        { type: "same-address", on: false },
      ],
      copied,
    );
    expect(typed.form.address).toBe("2 Side St");
  });
});

describe("a card number that was typed", () => {
  const number = "4242 4242 4242 4242";

  test("does not stay behind unseen when another billing type is chosen", () => {
    const typed = after([
      { type: "billing", billingType: "Bill to Patient" },
      { type: "typed", field: "paymentMethod", value: number },
    ]);
    const changed = after([{ type: "billing", billingType: "Monthly Invoice" }], typed);
    expect(changed.form.paymentMethod).toBe("");
    expect(after([{ type: "billing", billingType: "Bill to Patient" }], typed).form.paymentMethod).toBe(
      number,
    );
  });

  test("does not stay behind unseen when the address is the patient's again", () => {
    const typed = after([
      { type: "same-address", on: false },
      { type: "typed", field: "address", value: number },
      { type: "typed", field: "city", value: "Albany" },
    ]);
    const same = after([{ type: "same-address", on: true }], typed);
    expect(same.form).toMatchObject({ address: "", city: "Albany" });
  });
});

describe("the visit and how it is paid", () => {
  test("a chosen doubled hour is forgotten when day or time change", () => {
    const chosen = after([
      { type: "typed", field: "time", value: "1:30am" },
      { type: "hour", which: "later" },
    ]);
    expect(chosen.form.repeatedHour).toBe("later");
    expect(after([{ type: "typed", field: "date", value: "11/2" }], chosen).form.repeatedHour).toBeNull();
  });

  test("typing over a collected card's identifier drops the card's brand and number", () => {
    const typed = after([
      { type: "card", card: visa },
      { type: "typed", field: "paymentMethod", value: "pm_other" },
    ]);
    expect(typed.form).toMatchObject({ card: null, paymentMethod: "pm_other" });
  });

  test("a card that comes back late goes into the booking only while it is still that patient's", () => {
    const forAnn = after([{ type: "chose-patient", record: ann }]);
    const { patient } = forAnn.form;
    expect(after([{ type: "card-came", card: visa, patient }], forAnn).form.card).toEqual(visa);
    const other = after([{ type: "chose-patient", record: knownPatient(2) }], forAnn);
    expect(after([{ type: "card-came", card: visa, patient }], other).form).toMatchObject({
      card: null,
      paymentMethod: "",
    });
  });

  test("switching the billing type and back does not lose the collected card", () => {
    const state = after([
      { type: "billing", billingType: "Bill to Patient" },
      { type: "card", card: visa },
      { type: "billing", billingType: "Monthly Invoice" },
      { type: "billing", billingType: "Bill to Patient" },
    ]);
    expect(state.form).toMatchObject({ card: visa, paymentMethod: "pm_1" });
  });
});

describe("interruption", () => {
  test("a booking on hold comes back to its step and field", () => {
    const form = { ...filledBooking, step: "visit", focus: "notes" } as const;
    const state = openBookingState(bookingItem({ form }));
    expect(state.form).toEqual(form);
    expect(state.phase.kind).toBe("filling");
  });

  test.each(bookingFieldNames)("a booking that was left at %s comes back to that field's step", (field) => {
    const step = getStep(field) === "billing" ? "visit" : "billing";
    const form = focusFormField({ ...filledBooking, step }, field);
    expect([form.step, form.focus]).toEqual([getStep(field), field]);
  });

  test("a choice beside the fields is come back to as well, and what is no field stays on its step", () => {
    const form = { ...filledBooking, step: "billing" } as const;
    expect(focusFormField(form, "sameAddress").step).toBe("visit");
    expect(focusFormField(form, "repeatedHour").step).toBe("visit");
    expect(focusFormField(form, "Notes").step).toBe("billing");
  });

  test("going to another step forgets the field of the last one", () => {
    const onNotes = after([{ type: "focused", name: "notes" }]);
    expect(after([{ type: "went", step: "billing" }], onNotes).form.focus).toBeNull();
  });

  test("going to a step moves the focus, also to the same step", () => {
    const once = after([{ type: "went", step: "visit" }]);
    const twice = after([{ type: "went", step: "visit" }], once);
    expect(twice.arrival.count).toBe(once.arrival.count + 1);
  });

  test("looking around makes no draft; the first value does", () => {
    const looked = after([
      { type: "went", step: "billing" },
      { type: "focused", name: "notes" },
    ]);
    expect(isBlank(looked.form)).toBe(true);
    expect(isBlank(after([{ type: "typed", field: "date", value: "1" }], looked).form)).toBe(false);
    expect(isBlank(createEmptyBookingForm(zone))).toBe(true);
  });

  test("a failure to save or send keeps every typed value", () => {
    const typed = after([{ type: "typed", field: "notes", value: "Long story" }]);
    const failure = fail("store", verbatim("The disk is full."));
    expect(after([{ type: "sending" }, { type: "failed", failure }], typed).form).toEqual(typed.form);
  });

  // outbox-10: A booking to fix opens at the refused field
  test(
    "a failure that names a field goes to it, also from Review, with the reason in plain words",
    { tags: ["outbox-10"] },
    () => {
      const notes = "x".repeat(1_048_577);
      const read = bookingForm.safeParse({ ...createEmptyBookingForm(zone), notes });
      if (read.success) throw new Error("a note of any length is taken");
      const failure = toInvalidInput(read.error);
      const stopped = after([
        { type: "went", step: "review" },
        { type: "sending" },
        { type: "failed", failure },
      ]);
      expect(stopped.form.step).toBe("visit");
      expect(stopped.arrival.field).toBe("notes");
      expect(worded(getShownErrors(stopped, bookingFields, {}))).toEqual({
        notes: expect.stringContaining("Too long"),
      });
    },
  );

  test("typing after a refusal reopens the form, so that the old answer is not taken for the new", () => {
    const refused = openBookingState(
      bookingItem({ status: "needs-editing", problem: refusal({ service: "?" }) }),
    );
    expect(after([{ type: "typed", field: "service", value: "13" }], refused).phase.kind).toBe("filling");
  });

  test.each(["ready", "needs-checking", "needs-card", "waiting-for-patient", "done"] as const)(
    "an item that is %s opens as its outcome, not as an empty form",
    (status) => {
      const state = openBookingState(bookingItem({ status }));
      expect(state.phase).toMatchObject({ kind: "settled", item: { status } });
      expect(isSettled(state.phase)).toBe(true);
      expect(state.form.patient).toEqual({ kind: "known", id: uuid(1) });
    },
  );
});

test("the steps follow each other and end at Review", () => {
  expect([
    getNextStep("patient"),
    getNextStep("visit"),
    getNextStep("billing"),
    getNextStep("review"),
  ]).toEqual(["visit", "billing", "review", "review"]);
});
