import { describe, expect, it, test } from "vitest";
import type { z } from "zod";
import { bookingFields } from "../../../../shared/bookings/booking-fields.ts";
import { findCardNumberFields } from "../../../../shared/outbox/card-fields.ts";
import { cardNumberFound } from "../../../../shared/cards/card-number.ts";
import {
  createBlankForm,
  groupErrorsByField,
  listFieldNames,
  parseBody,
  isBlankForm,
  findFieldName,
  collectSearchText,
  type Fields,
} from "../../../../shared/core/form.ts";
import { patientFields, emptyPatientForm, patientForm } from "../../../../shared/patients/patient-form.ts";
import { webhookFields, emptyWebhookForm, webhookForm } from "../../../../shared/webhooks/webhook-form.ts";
import { bookingForm, createEmptyBookingForm } from "../../../../shared/bookings/booking-form.ts";
import { appointmentInput } from "../../../../shared/service-api/appointment.ts";
import { patientInput } from "../../../../shared/service-api/patient.ts";
import { webhookInput } from "../../../../shared/service-api/webhook.ts";
import { say } from "../../../../messages/saying.ts";
import { words } from "../../../../messages/words.ts";

/** The names of a body as the service's schema has them, and whether each may be left out. */
const named = (shape: Readonly<Record<string, z.ZodType>>) =>
  Object.entries(shape).map(([name, schema]) => [name, schema.safeParse(undefined).success] as const);
/** The same as a table has them. */
const inTable = (fields: Fields) =>
  Object.entries(fields).flatMap(([name, { wire = name, missing }]) =>
    wire === null ? [] : [[wire, missing === null] as const],
  );
const sorted = <T extends readonly [string, boolean]>(names: readonly T[]) =>
  [...names].sort(([a], [b]) => (a < b ? -1 : 1));

describe("a table and the service's schema agree: the same names, the same of them needed", () => {
  const [whole] = appointmentInput.options;
  test.each([
    ["patient", patientFields, patientInput.shape],
    ["webhook", webhookFields, webhookInput.shape],
    ["booking", bookingFields, whole.shape],
  ] as const)("%s", (_kind, fields: Fields, shape) => {
    expect(sorted(inTable(fields))).toEqual(sorted(named(shape)));
  });
});

describe.each([
  ["patient", patientFields, patientForm, emptyPatientForm],
  ["webhook", webhookFields, webhookForm, emptyWebhookForm],
  ["booking", bookingFields, bookingForm, createEmptyBookingForm("America/New_York")],
] as const)("the form of a %s", (kind, fields: Fields, schema, blank) => {
  it("is kept as it is", () => {
    expect(schema.parse(blank)).toEqual(blank);
    expect(isBlankForm(fields, blank)).toBe(true);
  });

  test.each(listFieldNames(fields))("a record from before there was %s reads with it blank", (name) => {
    const { [name]: _gone, ...before } = Object.fromEntries(Object.entries(blank));
    expect(schema.parse(before)).toEqual(blank);
  });

  test.each(listFieldNames(fields))("a card number in %s is found, whatever came there", (name) => {
    const form = { ...blank, [name]: "card 4242 4242 4242 4242" };
    // @ts-expect-error -- a table's form with a text in any place
    expect(findCardNumberFields({ kind, form })[name] ?? null).toEqual(
      // A patient is chosen or numbered: a bare text is no patient, and refused as such.
      name === "patient" ? null : cardNumberFound,
    );
  });
});

it("a card number is found in a patient's number, and beside the fields", () => {
  const form = createEmptyBookingForm("America/New_York");
  const text = "4242 4242 4242 4242";
  const at = (change: Partial<typeof form>) =>
    findCardNumberFields({ kind: "booking", form: { ...form, ...change } });
  expect(at({ patient: { kind: "number", text } })).toEqual({ patient: cardNumberFound });
  expect(at({ focus: text })).toEqual({ focus: cardNumberFound });
});

it("every field of a booking has its label", () => {
  expect(Object.keys(words.booking.label).toSorted()).toEqual(listFieldNames(bookingFields).toSorted());
});

it("finds a field by its own name and by the service's", () => {
  expect(findFieldName(bookingFields, "patientId")).toBe("patient");
  expect(findFieldName(bookingFields, "appointmentDateTime")).toBe("time");
  expect(findFieldName(bookingFields, "zip")).toBe("zip");
  expect(findFieldName(bookingFields, "price")).toBeNull();
  const [why, other] = [say("fields.service"), say("fields.email")];
  expect(groupErrorsByField(bookingFields, { serviceId: why, service: other, price: other })).toEqual({
    service: why,
  });
});

it("an index holds what is searched, and nothing else of a person", () => {
  const ann = { ...createBlankForm(patientFields), firstName: "Ann", lastName: "Lee", phone: "2125550123" };
  expect(collectSearchText(patientFields, ann)).toBe("Ann Lee");
});

it("the service's schema has the last word: what it refuses is an error at the field", () => {
  const read = parseBody(webhookInput, webhookFields, {
    errors: {},
    body: { url: "nowhere", events: ["a.b.v1"] },
  });
  expect(read.input).toBeNull();
  expect(Object.keys(read.errors)).toEqual(["url"]);
  const body = { url: "https://clinic.example/hooks", events: ["a.b.v1"] };
  expect(parseBody(webhookInput, webhookFields, { errors: {}, body })).toEqual({ input: body, errors: {} });
  const errors = { events: say("fields.service") };
  expect(parseBody(webhookInput, webhookFields, { errors, body })).toEqual({ input: null, errors });
});
