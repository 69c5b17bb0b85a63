import { describe, expect, it } from "vitest";
import { documented, recognise } from "../../../main/service/recognise.ts";

const sent = {
  patientId: 9,
  serviceId: 101,
  appointmentDateTime: "2026-04-01T14:00:00-04:00",
  address: "1 Main St",
  city: "Springfield",
  state: "IL",
  zip: "62701",
  billingType: "Monthly Invoice",
};
const echo = { id: 5, ...sent, price: 80, status: "Pending", notes: null };
const booking = (answer: unknown): boolean => "value" in recognise(documented.bookAppointment, answer, sent);

/** Bodies that answer 200 and are no booking: gateways, queues, sign-in pages that speak JSON. */
const others: readonly unknown[] = [
  null,
  [],
  {},
  "ok",
  1,
  { status: "queued" },
  { success: false },
  { success: false, id: 5 },
  { ok: false, id: 5 },
  { error: "Sign in first" },
  { error: { code: 7 }, id: 5 },
  { errors: ["x"], id: 5 },
  { id: 0 },
  { id: -1 },
  { id: "5" },
  { id: 1.5 },
  { patientId: 5 },
  [{ id: 5 }],
  { data: { id: 5 } },
  { appointmentId: 5 },
];

describe("an answer to a booking", () => {
  it.each(others)("%j is not the service's", (answer) => {
    expect(booking(answer)).toBe(false);
  });

  it.each([
    ["all that was sent", {}],
    [
      "nothing but its number",
      { appointmentDateTime: undefined, address: undefined, billingType: undefined },
    ],
    ["the same moment in another zone", { appointmentDateTime: "2026-04-01T18:00:00Z" }],
    ["another time alone, as the service's correction", { appointmentDateTime: "2026-04-01T15:00:00-04:00" }],
    ["a corrected address alone", { address: "1 Main Street", zip: "62701-1234" }],
    ["another billing type alone", { billingType: "Bill to Account" }],
    ["errors that are none", { error: null, errors: [], success: true }],
  ])("that repeats %s is", (_what, change) => {
    expect(booking({ ...echo, ...change })).toBe(true);
  });

  it.each([
    ["another patient", { patientId: 10 }],
    ["another service", { serviceId: 7 }],
    ["another time and place", { appointmentDateTime: "2026-04-02T14:00:00-04:00", city: "Chicago" }],
    [
      "another time and billing",
      { appointmentDateTime: "2026-04-02T14:00:00Z", billingType: "Bill to Account" },
    ],
    ["another place and billing", { zip: "10001", billingType: "Bill to Patient" }],
  ])("that repeats %s is the answer to another booking", (_what, change) => {
    expect(booking({ ...echo, ...change })).toBe(false);
  });
});

describe("an answer to a patient or a webhook", () => {
  it("shows the patient made only with a number above 0, and not with another one's external ID", () => {
    const patient = (answer: unknown): boolean =>
      "value" in recognise(documented.createPatient, answer, { externalId: "A1", dob: "1984-03-05" });
    expect([{ patientId: 7 }, { patientId: 7, externalId: "A1" }].map(patient)).toEqual([true, true]);
    const wrong = [{ patientId: 0 }, { patientId: -1 }, { patientId: 7, externalId: "B2" }];
    expect([...wrong, { id: 7 }, { patientId: 7, dob: "1990-01-01" }].map(patient)).not.toContain(true);
  });

  it("shows the webhook registered only for the address that was sent, in whatever letters", () => {
    const url = "https://example.com/hooks";
    const webhook = (answered: string): boolean =>
      "value" in recognise(documented.registerWebhook, { id: 1, url: answered, events: [] }, { url });
    expect(["HTTPS://EXAMPLE.COM/HOOKS", `${url}/`, url].map(webhook)).toEqual([true, true, true]);
    expect(webhook("https://example.com/other")).toBe(false);
  });
});
