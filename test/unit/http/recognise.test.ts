import { describe, expect, it } from "vitest";
import { documented, validateResponse, type Documented } from "../../../main/http/recognise.ts";
import { say, type Saying } from "../../../messages/saying.ts";

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
const booking = (answer: unknown): boolean =>
  "value" in validateResponse(documented.bookAppointment, answer, sent);

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
      "value" in validateResponse(documented.createPatient, answer, { externalId: "A1", dob: "1984-03-05" });
    expect([{ patientId: 7 }, { patientId: 7, externalId: "A1" }].map(patient)).toEqual([true, true]);
    const wrong = [{ patientId: 0 }, { patientId: -1 }, { patientId: 7, externalId: "B2" }];
    expect([...wrong, { id: 7 }, { patientId: 7, dob: "1990-01-01" }].map(patient)).not.toContain(true);
  });

  it("shows the webhook registered only for the address that was sent, in whatever letters", () => {
    const url = "https://example.com/hooks";
    const webhook = (answered: string): boolean =>
      "value" in validateResponse(documented.registerWebhook, { id: 1, url: answered, events: [] }, { url });
    expect(["HTTPS://EXAMPLE.COM/HOOKS", `${url}/`, url].map(webhook)).toEqual([true, true, true]);
    expect(webhook("https://example.com/other")).toBe(false);
  });
});

describe("why an answer is not believed", () => {
  const doubtOf = (
    wanted: keyof typeof documented,
    answer: unknown,
    request: Readonly<Record<string, unknown>> | null,
  ): Saying | null => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the four differ in their value alone
    const read = validateResponse(documented[wanted] as Documented<unknown>, answer, request);
    return "doubt" in read ? read.doubt : null;
  };
  const doubt = "failures.service.doubt" as const;

  it.each([
    ["it says no", { success: false }, say(`${doubt}.saysNo`)],
    ["a member is wrong", { id: "5" }, say(`${doubt}.noValid`, { member: "id" })],
    ["it is no object at all", 7, say(`${doubt}.otherForm`)],
    ["another patient", { ...echo, patientId: 10 }, say(`${doubt}.otherPatient`)],
    ["another service", { ...echo, serviceId: 7 }, say(`${doubt}.otherService`)],
    ["another patient and service", { ...echo, patientId: 10, serviceId: 7 }, say(`${doubt}.otherPatient`)],
    [
      "another time and place",
      { ...echo, appointmentDateTime: "2026-04-02T14:00:00Z", city: "Chicago" },
      say(`${doubt}.describesOtherBooking`),
    ],
    [
      "another place and billing",
      { ...echo, state: "WI", billingType: "Bill to Account" },
      say(`${doubt}.describesOtherBooking`),
    ],
    ["nothing", echo, null],
  ])("%s", (_what, answer, expected) => {
    expect(doubtOf("bookAppointment", answer, sent)).toEqual(expected);
  });

  it("names the member that is wrong by its whole path", () => {
    expect(doubtOf("listWebhooks", [{ id: "x" }], null)).toEqual(
      say(`${doubt}.noValid`, { member: expect.stringMatching(/^0\./) as string }),
    );
  });

  it("is nothing where the whole address differs alone, or the notes do", () => {
    const moved = { address: "9 Elm St", city: "Chicago", state: "WI", zip: "60601" };
    expect(doubtOf("bookAppointment", { ...echo, ...moved }, sent)).toBeNull();
    const noted = { ...echo, billingType: "Bill to Account", notes: "other" };
    expect(doubtOf("bookAppointment", noted, { ...sent, notes: "mine" })).toBeNull();
  });

  it("is nothing of what was sent where that is not known", () => {
    expect(doubtOf("bookAppointment", { ...echo, patientId: 10 }, null)).toBeNull();
    expect(doubtOf("createPatient", { patientId: 7, externalId: "B2" }, null)).toBeNull();
    expect(doubtOf("registerWebhook", { id: 1, url: "https://example.com/x", events: [] }, null)).toBeNull();
    expect(doubtOf("listWebhooks", [], null)).toBeNull();
  });

  it.each([
    [{ externalId: "B2" }, { externalId: "A1" }, true],
    [{ dob: "1990-01-01" }, { dob: "1984-03-05" }, true],
    [{ externalId: " A1 " }, { externalId: "A1" }, false],
    [{ externalId: "A1" }, { externalId: "\tA1" }, false],
    [{ externalId: "B2" }, { externalId: 7 }, false],
    [{ externalId: "B2" }, {}, false],
    [{}, { externalId: "A1" }, false],
  ])("of a patient %j to %j: %s", (answered, request, isOther) => {
    expect(doubtOf("createPatient", { patientId: 7, ...answered }, request)).toEqual(
      isOther ? say(`${doubt}.describesOtherPatient`) : null,
    );
  });

  it("is the address of another webhook, where one was sent", () => {
    const answer = { id: 1, url: "https://example.com/x", events: [] };
    expect(doubtOf("registerWebhook", answer, { url: "https://example.com/y" })).toEqual(
      say(`${doubt}.otherAddress`),
    );
    expect(doubtOf("registerWebhook", answer, { url: 7 })).toBeNull();
    expect(doubtOf("registerWebhook", answer, {})).toBeNull();
  });

  it.each([
    [{ success: false }, true],
    [{ ok: false }, true],
    [{ error: "x" }, true],
    [{ errors: ["x"] }, true],
    [{ errors: { zip: "x" } }, true],
    [{ error: [] }, false],
    [{ errors: [] }, false],
    [{ error: "" }, false],
    [{ success: true, ok: true, error: null, errors: null }, false],
    [{ success: null, ok: 0 }, false],
  ])("%j says of itself that nothing was done: %s", (members, saysSo) => {
    expect(doubtOf("bookAppointment", { id: 5, ...members }, null)).toEqual(
      saysSo ? say(`${doubt}.saysNo`) : null,
    );
  });

  it("is never said by a list or a text", () => {
    const list = Object.assign([{ id: 1, url: "https://example.com/x", events: [] }], { success: false });
    expect(doubtOf("listWebhooks", list, null)).toBeNull();
    expect(doubtOf("bookAppointment", null, null)).toEqual(say(`${doubt}.otherForm`));
  });
});
