import { describe, expect, it } from "vitest";
import type { BookingContext } from "../../../../shared/bookings/booking-fields.ts";
import {
  readBookingForm,
  createEmptyBookingForm,
  type BookingForm,
} from "../../../../shared/bookings/booking-form.ts";
import { cardNumberFound } from "../../../../shared/cards/card-number.ts";
import type { PatientRecord } from "../../../../shared/patients/patient.ts";
import { appointmentInput, billingTypes } from "../../../../shared/service-api/appointment.ts";
import { worded } from "../../../support/told.ts";
import { words } from "../../../../messages/words.ts";

const id = "0b8f8c1e-6d3a-4a59-9a0e-0f6f1f0a7c11";
const ann: PatientRecord = {
  id,
  accountId: "account",
  patientId: 123,
  itemId: null,
  input: {
    firstName: "Ann",
    lastName: "Lee",
    dob: "1984-03-05",
    address: "1 Main St",
    city: "New York",
    state: "NY",
    zip: "10001",
    email: "ann@example.com",
    gender: "Female",
  },
  createdAt: "2026-01-01T00:00:00Z",
};
const context: BookingContext = {
  today: "2026-11-20",
  now: "2026-11-20T15:00:00-05:00",
  dateOrder: "month-first",
  patient: ann,
};
const full: BookingForm = {
  ...createEmptyBookingForm("America/New_York"),
  patient: { kind: "known", id },
  service: "12",
  date: "12/1",
  time: "2pm",
  billingType: "Bill to Account",
};
const typedPlace = { sameAddress: false, address: "9 Elm St", city: "Boston", state: "ma", zip: "02134" };
const read = (changes: Partial<BookingForm> = {}, around: Partial<BookingContext> = {}) =>
  readBookingForm({ ...full, ...changes }, { ...context, ...around });

describe("a booking that is complete", () => {
  it("sends nothing that nobody sees, and keeps the lines of the notes", () => {
    const { input } = read({
      ...typedPlace,
      address: "\u202E9 Elm St",
      city: "Bos\u200Bton",
      notes: "Ring\r\ntwice\u0007",
    });
    expect(input).toMatchObject({ address: "9 Elm St", city: "Boston", notes: "Ring\ntwice" });
  });

  it("is what the service takes, with the zone's offset on that day and the patient's address", () => {
    const result = read();
    expect({ errors: result.errors, warnings: result.warnings, needsCard: result.needsCard }).toEqual({
      errors: {},
      warnings: {},
      needsCard: false,
    });
    expect(result.patientId).toBe(123);
    expect(result.input).toEqual({
      address: "1 Main St",
      city: "New York",
      state: "NY",
      zip: "10001",
      appointmentDateTime: "2026-12-01T14:00:00-05:00",
      serviceId: 12,
      billingType: "Bill to Account",
    });
    expect(result.when).toEqual({ kind: "exact", instant: "2026-12-01T14:00:00-05:00" });
    expect(result.steps).toEqual({
      patient: "complete",
      visit: "complete",
      billing: "complete",
      review: "complete",
    });
  });

  it("becomes the body of the request with the patient's number", () => {
    for (const billingType of billingTypes) {
      const result = read({ billingType, paymentMethod: "pm_123", notes: " Ring twice " });
      expect(appointmentInput.parse({ ...result.input, patientId: 123 })).toMatchObject({
        patientId: 123,
        billingType,
        notes: "Ring twice",
      });
    }
  });

  it("is complete while its patient has no number yet: that comes with the patient", () => {
    const result = read({}, { patient: { ...ann, patientId: null, itemId: id } });
    expect(result.patientId).toBeNull();
    expect(result.input).not.toBeNull();
  });

  it("goes to another address when one is typed", () => {
    expect(read(typedPlace).input).toMatchObject({
      address: "9 Elm St",
      city: "Boston",
      state: "MA",
      zip: "02134",
    });
  });

  it("does not send an address typed before `Same as patient’s address’s address` was chosen again", () => {
    expect(read({ ...typedPlace, sameAddress: true }).input).toMatchObject({
      address: "1 Main St",
      state: "NY",
    });
  });
});

describe("the payment method", () => {
  // billing-1: Only Bill to Patient sends a payment method
  it("is sent for Bill to Patient", { tags: ["billing-1"] }, () => {
    expect(read({ billingType: "Bill to Patient", paymentMethod: " pm_1abc_X " }).input).toMatchObject({
      billingType: "Bill to Patient",
      paymentMethod: "pm_1abc_X",
    });
  });

  it.each(["Bill to Account", "Monthly Invoice"] as const)(
    "is absent for %s even when one was typed",
    (billingType) => {
      for (const paymentMethod of ["pm_1abc", "nonsense"]) {
        const { input } = read({ billingType, paymentMethod });
        expect(input).not.toBeNull();
        expect(Object.keys(input ?? {})).not.toContain("paymentMethod");
      }
    },
  );

  it("missing for Bill to Patient, with all else there: needs a card", () => {
    const result = read({ billingType: "Bill to Patient" });
    expect(result).toMatchObject({ input: null, needsCard: true, steps: { billing: "incomplete" } });
    expect(Object.keys(result.errors)).toEqual(["paymentMethod"]);
  });

  it("missing while something else is missing or wrong too: not yet a matter of the card", () => {
    expect(read({ billingType: "Bill to Patient", date: "" }).needsCard).toBe(false);
    expect(read({ billingType: "Bill to Patient", time: "25" }).needsCard).toBe(false);
    expect(read({ billingType: "Bill to Patient", patient: null }).needsCard).toBe(false);
  });

  it.each(["pm_", "pm_a b", "tok_123", "PM_1", "pm_1\u00e9", "seti_1"])(
    "%s is refused, and is no missing card",
    (text) => {
      const result = read({ billingType: "Bill to Patient", paymentMethod: text });
      expect(result).toMatchObject({ input: null, needsCard: false, steps: { billing: "attention" } });
      expect(worded(result.errors["paymentMethod"])).toContain("pm_");
    },
  );

  it("is not complete with a payment method that is not of the card that is shown", () => {
    const card = { id: "pm_shown", brand: "visa", last4: "4242", expMonth: 12, expYear: 2040 };
    const paid = (paymentMethod: string) => read({ billingType: "Bill to Patient", paymentMethod, card });
    expect(paid("pm_other").input).toBeNull();
    expect(worded(paid("pm_other").errors["paymentMethod"])).toContain("card");
    expect(paid(" pm_shown ").input).toMatchObject({ paymentMethod: "pm_shown" });
    // Where nothing is charged, the card goes nowhere.
    expect(read({ billingType: "Monthly Invoice", paymentMethod: "pm_other", card }).errors).toEqual({});
  });

  it("a card number typed there is refused with the reason", () => {
    const result = read({ billingType: "Bill to Patient", paymentMethod: "4242424242424242" });
    expect(result.errors["paymentMethod"]).toBe(cardNumberFound);
  });
});

describe("the time", () => {
  it.each([
    ["2026-11-20T14:31:00-05:00", "2:31 PM", null],
    ["2026-11-20T14:30:00-05:00", "2:30 PM", null],
    ["2026-11-20T14:29:00-05:00", "2:29 PM", words.fields.timePassed],
  ])("%s with the clock at 3:00 PM: %s gives %s", (_instant, time, error) => {
    const result = read({ date: "today", time });
    expect(worded(result.errors["time"] ?? null)).toBe(error);
    expect(result.warnings["time"] !== undefined).toBe(error === null);
  });

  it("of now and of later warns of nothing", () => {
    expect(read({ date: "today", time: "3pm" }).warnings).toEqual({});
    expect(read({ date: "today", time: "3:01pm" }).warnings).toEqual({});
  });

  it("is compared as a moment, not as a reading of this computer's clock", () => {
    const seen = { now: "2026-11-20T20:00:00Z" };
    expect(read({ date: "today", time: "3pm" }, seen).errors).toEqual({});
    expect(worded(read({ date: "today", time: "3pm", timeZone: "Europe/London" }, seen).errors["time"])).toBe(
      words.fields.timePassed,
    );
  });

  it("on a past day blocks: nothing is sent", () => {
    expect(worded(read({ date: "11/19/26" }))).toMatchObject({
      input: null,
      errors: { date: words.fields.dayPassed },
    });
  });

  it("of a day that has passed is said at the day, also while no time is typed", () => {
    expect(worded(read({ date: "11/19/26", time: "" }).errors["date"])).toBe(words.fields.dayPassed);
  });

  it("of a moment ago, before midnight, is still allowed", () => {
    const seen = { now: "2026-11-20T05:10:00Z", today: "2026-11-20" };
    expect(read({ date: "11/19/26", time: "11:50pm" }, seen).errors).toEqual({});
  });

  it("that the clock skips blocks until another is typed", () => {
    const result = read({ date: "3/14/27", time: "2:30am" });
    expect(result).toMatchObject({ input: null, when: { kind: "gap" }, steps: { visit: "attention" } });
    expect(worded(result.errors["time"])).toContain("doesn’t exist");
  });

  it("that comes twice blocks until one is chosen, and then is that one", () => {
    const twice = { date: "11/7/27", time: "1:30am" };
    expect(read(twice)).toMatchObject({ input: null, when: { kind: "twice" } });
    expect(read({ ...twice, repeatedHour: "later" }).input).toMatchObject({
      appointmentDateTime: "2027-11-07T01:30:00-05:00",
    });
    expect(read({ ...twice, repeatedHour: "earlier" }).input).toMatchObject({
      appointmentDateTime: "2027-11-07T01:30:00-04:00",
    });
  });

  it("in a zone this computer does not know blocks with a sentence", () => {
    expect(worded(read({ timeZone: "Mars/Phobos" }).errors["time"])).toContain("Mars/Phobos");
  });
});

describe("what is missing or wrong", () => {
  it("a new booking has only missing things and no step that calls for attention", () => {
    const result = readBookingForm(createEmptyBookingForm("America/New_York"), { ...context, patient: null });
    expect(result).toMatchObject({ input: null, patientId: null, when: null, needsCard: false });
    expect(Object.keys(result.errors).toSorted()).toEqual([
      "billingType",
      "date",
      "patient",
      "service",
      "time",
    ]);
    expect(result.steps).toEqual({ patient: "empty", visit: "empty", billing: "empty", review: "empty" });
  });

  it.each([
    [{ patient: null }, "patient"],
    [{ service: "" }, "service"],
    [{ service: "MRI" }, "service"],
    [{ service: "1.5" }, "service"],
    [{ service: "9999999999999999" }, "service"],
    [{ date: "" }, "date"],
    [{ date: "2/30" }, "date"],
    [{ time: "" }, "time"],
    [{ time: "25:00" }, "time"],
    [{ billingType: null }, "billingType"],
    [{ ...typedPlace, address: " " }, "address"],
    [{ ...typedPlace, zip: "" }, "zip"],
  ] satisfies [Partial<BookingForm>, string][])("%j blocks at %s alone", (changes, field) => {
    const result = read(changes);
    expect(result.input).toBeNull();
    expect(Object.keys(result.errors)).toEqual([field]);
  });

  it.each([
    [{ service: "", date: "" }, "incomplete"],
    [{ service: "MRI" }, "attention"],
    [{ service: "", date: "", time: "" }, "empty"],
    [{ service: "", date: "", time: "", notes: "ring" }, "incomplete"],
  ] satisfies [Partial<BookingForm>, string][])("the visit step with %j is %s", (changes, state) => {
    expect(read(changes).steps.visit).toBe(state);
  });

  it.each([
    [{}, "complete"],
    [{ service: "" }, "incomplete"],
    [{ billingType: null }, "incomplete"],
    [{ service: "MRI" }, "attention"],
    [{ service: "MRI", billingType: null }, "attention"],
  ] satisfies [Partial<BookingForm>, string][])("the review of all steps with %j is %s", (changes, state) => {
    expect(read(changes).steps.review).toBe(state);
  });

  // typing-15: Only rules that the interface documents block
  it("ZIP code against state warns and does not block", { tags: ["typing-15"] }, () => {
    const result = read({ ...typedPlace, zip: "90210" });
    expect(worded(result.warnings["zip"])).toContain("California");
    expect(result.input).not.toBeNull();
  });

  it.each(["notes", "address", "city", "service", "date", "time"] as const)(
    "a card number in %s is refused with the reason",
    (field) => {
      const result = read({ ...typedPlace, [field]: "card 4242-4242-4242-4242 12/28" });
      expect(result).toMatchObject({ input: null, errors: { [field]: cardNumberFound } });
      expect(result.steps.visit).toBe("attention");
    },
  );

  it("a known patient who is gone from this computer is asked for again", () => {
    const result = read({}, { patient: null });
    expect(result).toMatchObject({ input: null, patientId: null, steps: { patient: "attention" } });
  });
});

describe("a patient chosen by number", () => {
  const byNumber = (text: string, more: Partial<BookingForm> = typedPlace) =>
    read({ ...more, patient: { kind: "number", text } });

  it.each([
    ["77", 77],
    [" #77 ", 77],
    ["0", 0],
  ])("%j is patient %d", (text, number) => {
    expect(byNumber(text)).toMatchObject({ patientId: number, errors: {} });
  });

  it.each(["abc", "7.5", "-7", "99999999999999999999"])("%s is refused", (text) => {
    expect(byNumber(text)).toMatchObject({ patientId: null, input: null, steps: { patient: "attention" } });
  });

  it("never borrows the address of a record that happens to be at hand", () => {
    const result = byNumber("77", { sameAddress: true });
    expect(result.input).toBeNull();
    expect(worded(result.errors["address"])).toBe(words.fields.addressOfNumber);
  });

  it("goes to the address that is typed: there is none that it could be the same as", () => {
    const result = byNumber("77", { ...typedPlace, sameAddress: true });
    expect(result).toMatchObject({ errors: {}, input: { address: "9 Elm St", city: "Boston" } });
  });

  it("needs the number typed", () => {
    expect(byNumber("").steps.patient).toBe("empty");
  });
});
