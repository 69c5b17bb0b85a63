import { describe, expect, test } from "vitest";
import {
  bookingFieldNames,
  bookingFields,
  bookingPatient,
  bookingSteps,
  listFieldsOn,
  notesText,
  getStep,
  type BookingContext,
} from "../../../../shared/bookings/booking-fields.ts";
import {
  readBookingForm,
  createEmptyBookingForm,
  type BookingForm,
} from "../../../../shared/bookings/booking-form.ts";
import { findCardNumberFields } from "../../../../shared/outbox/card-fields.ts";
import { collectSearchText } from "../../../../shared/core/form.ts";

const id = "0b8f8c1e-6d3a-4a59-9a0e-0f6f1f0a7c11";
const context: BookingContext = {
  today: "2026-11-20",
  now: "2026-11-20T15:00:00-05:00",
  dateOrder: "month-first",
  patient: null,
};
const empty = createEmptyBookingForm("America/New_York");
const whyOf = (changes: Partial<BookingForm>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(readBookingForm({ ...empty, ...changes }, context).errors).map(([field, why]) => [
      field,
      why.id,
    ]),
  );

test("every field stands on one step, and none on the last", () => {
  expect(bookingSteps.map((step) => listFieldsOn(step))).toEqual([
    ["patient"],
    ["service", "date", "time", "address", "city", "state", "zip", "notes"],
    ["billingType", "paymentMethod"],
    [],
  ]);
  expect(bookingFieldNames.map((field) => [field, listFieldsOn(getStep(field)).includes(field)])).toEqual(
    bookingFieldNames.map((field) => [field, true]),
  );
});

test("bookings are found by their patient's number, service and billing", () => {
  const typed = { ...empty, service: "12", notes: "Ring twice" };
  expect(collectSearchText(bookingFields, { ...typed, patient: { kind: "number", text: "7" } })).toBe("7 12");
  expect(collectSearchText(bookingFields, { ...typed, patient: { kind: "known", id } })).toBe("12");
  expect(bookingFieldNames.filter((field) => bookingFields[field].isSearched)).toEqual([
    "patient",
    "service",
    "billingType",
  ]);
});

describe("what is asked for", () => {
  test("has a sentence of its own in each field of an empty form", () => {
    expect(whyOf({})).toEqual({
      patient: "fields.missing.patient",
      service: "fields.missing.service",
      date: "fields.missing.date",
      time: "fields.missing.time",
      billingType: "fields.missing.billingType",
    });
    expect(whyOf({ billingType: "Bill to Patient" })).toMatchObject({
      paymentMethod: "fields.missing.paymentMethod",
    });
  });

  test.each([
    [{ patient: { kind: "known", id } }, "patient", "fields.patient.gone"],
    [{ patient: { kind: "number", text: "no. 7" } }, "patient", "fields.patient.number"],
    [{ patient: { kind: "number", text: "7 # 8" } }, "patient", "fields.patient.number"],
    [{ patient: { kind: "number", text: "id #7" } }, "patient", "fields.patient.number"],
    [{ patient: { kind: "number", text: "7#8" } }, "patient", "fields.patient.number"],
    [{ patient: { kind: "number", text: " " } }, "patient", "fields.patient.missingNumber"],
    [{ service: "MRI" }, "service", "fields.service"],
    [{ billingType: "Bill to Patient", paymentMethod: "my pm_1" }, "paymentMethod", "fields.paymentMethod"],
  ] satisfies [Partial<BookingForm>, string, string][])("%j is wrong in %s: %s", (changes, field, why) => {
    expect(whyOf(changes)[field]).toBe(why);
  });

  test("is not asked for once it is there, with blanks around it or not", () => {
    expect(whyOf({ service: " 12 " })).not.toHaveProperty("service");
    expect(whyOf({ patient: { kind: "number", text: "# 7" } })).not.toHaveProperty("patient");
  });
});

test.each([null, { kind: "known", id }, { kind: "number", text: "7" }])("a patient may be %j", (patient) => {
  expect(bookingPatient.parse(patient)).toEqual(patient);
});

test.each([{ kind: "known" }, { kind: "number" }, { kind: "", id }, { kind: "known", id: "7" }, "7"])(
  "a patient is never %j",
  (patient) => {
    expect(bookingPatient.safeParse(patient).success).toBe(false);
  },
);

test("a card number typed for a patient's number is found, and so is none where a patient is known", () => {
  const found = (patient: BookingForm["patient"]): unknown =>
    findCardNumberFields({ kind: "booking", form: { ...empty, patient } });
  expect(found({ kind: "number", text: "4242 4242 4242 4242" })).toHaveProperty("patient");
  expect(found({ kind: "known", id })).toEqual({});
  expect(found(null)).toEqual({});
});

test("a megabyte of notes is kept, and one sign more is said to be too much", () => {
  expect(notesText.safeParse("n".repeat(1_048_576)).success).toBe(true);
  expect(notesText.safeParse("n".repeat(1_048_577)).error?.issues[0]?.message).toBe("fields.notesTooLong");
});
