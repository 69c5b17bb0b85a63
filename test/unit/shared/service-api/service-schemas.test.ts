import { describe, expect, it } from "vitest";
import { appointment, appointmentInput, billingTypes } from "../../../../shared/service-api/appointment.ts";
import { patientCreated, patientInput } from "../../../../shared/service-api/patient.ts";
import {
  eventKind,
  webhookInput,
  webhookList,
  webhookRegistration,
} from "../../../../shared/service-api/webhook.ts";

const patient = {
  firstName: "Ann",
  lastName: "Lee",
  dob: "1984-03-05",
  address: "1 Main St",
  city: "New York",
  state: "NY",
  zip: "01001",
  email: "ann@example.com",
  gender: "Female",
};
const visit = {
  address: "1 Main St",
  city: "New York",
  state: "NY",
  zip: "01001",
  patientId: 1,
  appointmentDateTime: "2026-12-01T14:00:00-05:00",
  serviceId: 2,
};
const booked = {
  id: 9,
  appointmentDateTime: "2026-12-01T19:00:00Z",
  appointmentTimeZone: "America/New_York",
  price: 120.5,
  status: "Pending",
  notes: null,
  address: "1 Main St",
  city: "New York",
  state: "NY",
  zip: "01001",
  billingType: "Monthly Invoice",
};
const without = (body: object, name: string): object =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));

describe("the body that creates a patient", () => {
  it("takes the nine required fields alone and all eleven, unchanged", () => {
    expect(patientInput.parse(patient)).toEqual(patient);
    const all = { ...patient, phone: "(212) 555-0123", externalId: "MRN-1" };
    expect(patientInput.parse(all)).toEqual(all);
  });

  it.each(Object.keys(patient))("is refused without %s, or with it empty", (field) => {
    expect(patientInput.safeParse(without(patient, field)).success).toBe(false);
    expect(patientInput.safeParse({ ...patient, [field]: "" }).success).toBe(false);
    expect(patientInput.safeParse({ ...patient, [field]: "  " }).success).toBe(false);
  });

  it.each([
    ["dob", "3/5/84"],
    ["dob", "1984-02-30"],
    ["dob", "1984-03-05T00:00:00Z"],
    ["email", "ann"],
    ["gender", "female"],
    ["gender", "Other"],
    ["zip", 1001],
    ["phone", ""],
    ["externalId", ""],
    ["externalId", null],
    ["ssn", "078-05-1120"],
  ])("is refused with %s %j", (field, value) => {
    expect(patientInput.safeParse({ ...patient, [field]: value }).success).toBe(false);
  });

  it("answered: an integer number, whatever else comes with it", () => {
    expect(patientCreated.parse({ patientId: 7, created: true })).toEqual({ patientId: 7, created: true });
    for (const patientId of ["7", 7.5, null, undefined]) {
      expect(patientCreated.safeParse({ patientId }).success).toBe(false);
    }
  });
});

describe("the body that books an appointment", () => {
  it.each(billingTypes)("%s: paymentMethod is there for Bill to Patient and nowhere else", (billingType) => {
    const isNeeded = billingType === "Bill to Patient";
    expect(appointmentInput.safeParse({ ...visit, billingType, paymentMethod: "pm_1" }).success).toBe(
      isNeeded,
    );
    expect(appointmentInput.safeParse({ ...visit, billingType }).success).toBe(!isNeeded);
    expect(appointmentInput.safeParse({ ...visit, billingType, paymentMethod: "" }).success).toBe(false);
    expect(appointmentInput.safeParse({ ...visit, billingType, paymentMethod: null }).success).toBe(false);
  });

  it.each(Object.keys(visit))("is refused without %s", (field) => {
    const body = { ...without(visit, field), billingType: "Monthly Invoice" };
    expect(appointmentInput.safeParse(body).success).toBe(false);
  });

  it.each([
    ["billingType", "Bill to Insurance"],
    ["billingType", "bill to account"],
    ["appointmentDateTime", "2026-12-01T14:00:00"],
    ["appointmentDateTime", "2026-12-01 14:00"],
    ["appointmentDateTime", "2026-12-01"],
    ["patientId", "1"],
    ["serviceId", 1.5],
    ["notes", null],
    ["status", "Pending"],
  ])("is refused with %s %j", (field, value) => {
    const body = { ...visit, billingType: "Monthly Invoice", [field]: value };
    expect(appointmentInput.safeParse(body).success).toBe(false);
  });
});

describe("the answer to a booking", () => {
  it("keeps a status and a billing type nobody named, and extra fields: what was booked is never lost", () => {
    const answer = { ...booked, status: "Awaiting Triage", billingType: "Voucher", location: { room: 4 } };
    expect(appointment.parse(answer)).toEqual(answer);
  });

  it.each([
    [120.5, 120.5],
    ["120.50", 120.5],
    ["0", 0],
    ["-5.25", -5.25],
  ])("reads the price %j as %d", (price, value) => {
    expect(appointment.parse({ ...booked, price }).price).toBe(value);
  });

  it.each(["price", "appointmentDateTime", "notes", "zip", "status"])(
    "takes %s for not known where it is missing or null, and the booking for made",
    (field) => {
      for (const value of [undefined, null])
        expect(appointment.parse({ ...booked, [field]: value })).toEqual({ ...booked, [field]: null });
    },
  );

  it.each([
    ["price", "free", "free"],
    ["price", "", ""],
    ["price", { usd: 5 }, '{"usd":5}'],
    ["appointmentDateTime", "2026-12-01T14:00:00", "2026-12-01T14:00:00"],
    ["appointmentDateTime", "banana", "banana"],
    ["notes", 5, "5"],
    ["zip", 1001, "1001"],
    ["city", ["x".repeat(500)], `["${"x".repeat(198)}`],
  ])(
    "keeps %s %j as text, so that it can be told, and reads it again from a record",
    (field, value, text) => {
      const read = appointment.parse({ ...booked, [field]: value });
      expect(read).toEqual({ ...booked, [field]: text });
      expect(appointment.parse(JSON.parse(JSON.stringify(read)))).toEqual(read);
    },
  );

  it.each(["9", 0, -1, 1.5, null, undefined])("shows nothing made with the id %j", (id) => {
    expect(appointment.safeParse({ ...booked, id }).success).toBe(false);
  });
});

describe("webhook registrations", () => {
  it.each([
    "appointment.approved.v1",
    "appointment.denied.v1",
    "a.b.v12",
    "lab-result.sent_out.v2",
    "a.b.c.v1",
  ])("%s is an event kind", (kind) => {
    expect(eventKind.safeParse(kind).success).toBe(true);
  });

  it.each([
    "",
    "appointment",
    "appointment.approved",
    ".a.v1",
    "a..b.v1",
    "a.v0",
    "A.b.v1",
    "a.b.v1 ",
    "a.b.v1\n",
  ])("%j is none", (kind) => {
    expect(eventKind.safeParse(kind).success).toBe(false);
  });

  it("need an address and one kind at least", () => {
    const url = "https://example.com/";
    expect(webhookInput.safeParse({ url, events: ["a.b.v1"] }).success).toBe(true);
    expect(webhookInput.safeParse({ url, events: [] }).success).toBe(false);
    expect(webhookInput.safeParse({ url: "example", events: ["a.b.v1"] }).success).toBe(false);
    expect(webhookInput.safeParse({ url, events: ["a.b.v1"], secret: "x" }).success).toBe(false);
  });

  it("listed are kept with kinds this app does not know and fields it does not know", () => {
    const list = [
      { id: 1, url: "not checked", events: ["whatever", "appointment.approved.v9"], active: true },
    ];
    expect(webhookList.parse(list)).toEqual(list);
    expect(webhookRegistration.safeParse({ id: 1, url: "x", events: "a" }).success).toBe(false);
    expect(webhookList.parse([])).toEqual([]);
  });
});
