import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appointment } from "../../shared/service-api/appointment.ts";
import { endpoints } from "../../shared/service-api/endpoints.ts";
import { readExistingPatientId, readErrorBody } from "../../shared/service-api/error-body.ts";
import { patientCreated } from "../../shared/service-api/patient.ts";
import {
  accountOf,
  type MockService,
  mockIssuer,
  samplePatients,
  startMockService,
} from "../../mock/service.ts";
import { answersToLongBody } from "../support/long-body.ts";
import { ann, call, type Call, invoiceBooking, now } from "./mock-kit.ts";

const patients = endpoints.createPatient.path;
const appointments = endpoints.bookAppointment.path;
const webhooks = endpoints.registerWebhook.path;
const hook = { url: "https://example.com/hook", events: ["appointment.approved.v1"] };

let service: MockService;
let token: string;
let patientId: number;

beforeAll(async () => {
  service = await startMockService({ clock: () => now, decideAfterMs: 3_600_000 });
  token = await service.issueToken({ subject: "clinic-a" });
  patientId = patientCreated.parse((await post(patients, ann)).body).patientId;
});
afterAll(() => service.close());

const post = (path: string, json: unknown, as = token) => call(service.baseUrl, { path, json, token: as });
const without = (body: object, name: string) =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));
const refusedFields = (body: unknown) => Object.keys(readErrorBody(body).fields).toSorted();

describe("the bearer token", () => {
  async function answerTo(authorization: string | null) {
    const headers = authorization === null ? {} : { authorization };
    return call(service.baseUrl, { path: webhooks, headers });
  }

  test.each<[string, () => Promise<string | null>, RegExp]>([
    ["missing", async () => null, /required/],
    ["of another scheme", async () => "Basic YTpi", /form Bearer/],
    ["empty", async () => "Bearer ", /form Bearer/],
    ["no JWT", async () => "Bearer abc", /not a valid JWT/],
    [
      "expired",
      async () => `Bearer ${await service.issueToken({ subject: "a", expiresInSeconds: -1 })}`,
      /expired/,
    ],
    ["of another service", async () => `Bearer ${await foreignToken()}`, /signature/],
    ["unsigned", async () => `Bearer ${unsigned()}`, /not a valid JWT/],
    ["without subject", async () => `Bearer ${await service.issueToken({ subject: "" })}`, /no account/],
    ["not valid yet", async () => `Bearer ${await early()}`, /not a valid JWT/],
  ])("%s is refused with a challenge", async (_name, make, message) => {
    const answer = await answerTo(await make());
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer /);
    expect(readErrorBody(answer.body).message).toMatch(message);
  });

  const unsigned = () =>
    `${btoa('{"alg":"none"}').replace(/=+$/, "")}.${btoa('{"sub":"clinic-a"}').replace(/=+$/, "")}.`;
  const early = () => service.issueToken({ subject: "a", extraClaims: { nbf: now.getTime() / 1000 + 60 } });
  async function foreignToken(): Promise<string> {
    const other = await startMockService();
    await other.close();
    return other.token;
  }

  test("every endpoint asks for it before it looks at the body", async () => {
    for (const { method, path } of Object.values(endpoints)) {
      const body = method === "POST" ? { text: "{" } : {};
      expect((await call(service.baseUrl, { method, path, ...body })).status).toBe(401);
    }
  });

  test("a token near 16 KB is read", async () => {
    const long = await service.issueToken({
      subject: "clinic-a",
      extraClaims: { scopes: "x".repeat(11_500) },
    });
    expect(long.length).toBeGreaterThan(15_000);
    expect((await answerTo(`bearer ${long}`)).status).toBe(200);
  });

  test("the same subject of another issuer is another account", async () => {
    const other = await service.issueToken({ subject: "clinic-a", extraClaims: { iss: "elsewhere" } });
    expect((await post(appointments, invoiceBooking(patientId), other)).status).toBe(422);
    expect(accountOf("clinic-a", "elsewhere")).not.toBe(accountOf("clinic-a", mockIssuer));
  });
});

describe("a request that is no proper request", () => {
  test.each<[string, number, Omit<Call, "path">]>([
    ["broken JSON", 400, { text: '{"firstName":' }],
    ["an empty body", 400, { text: "", method: "POST", headers: { "content-type": "application/json" } }],
    ["a body with __proto__", 400, { text: '{"__proto__":{"x":1}}' }],
    ["plain text", 415, { text: "{}", headers: { "content-type": "text/plain" } }],
    ["a form", 415, { text: "a=b", headers: { "content-type": "application/x-www-form-urlencoded" } }],
    ["no body and no type", 415, { method: "POST" }],
    ["a body over the limit", 413, { text: JSON.stringify({ notes: "x".repeat(1024 * 1024) }) }],
    ["an array", 422, { json: [ann] }],
    ["null", 422, { json: null }],
  ])("%s is answered with %i and a message", async (_name, status, rest) => {
    for (const path of [patients, appointments, webhooks]) {
      const answer = await call(service.baseUrl, { path, token, ...rest });
      expect(answer.status).toBe(status);
      expect(readErrorBody(answer.body).message).not.toBeNull();
    }
  });

  test("a body over the limit is read to its end, so that whoever still writes it gets the answer", async () => {
    const long = { path: patients, token, length: 3 * 1024 * 1024 };
    const statuses = (await answersToLongBody(service.baseUrl, long)).match(/HTTP\/1\.1 \d+/g);
    expect(statuses).toEqual(["HTTP/1.1 413", "HTTP/1.1 404"]);
  });

  test.each([
    ["PUT", patients],
    ["DELETE", webhooks],
    ["GET", patients],
    ["GET", "/mock/ledger"],
    ["GET", "/"],
  ])("%s %s is not there", async (method, path) => {
    expect((await call(service.baseUrl, { method, path, token })).status).toBe(404);
  });
});

describe("creating a patient", () => {
  test("with every field, and with only the required ones, gives an id of its own", async () => {
    const full = await post(patients, { ...ann, phone: "617 555 0100", externalId: "full-1" });
    const bare = await post(patients, ann);
    expect([full.status, bare.status]).toEqual([201, 201]);
    expect(patientCreated.parse(full.body).patientId).not.toBe(patientCreated.parse(bare.body).patientId);
  });

  const required = ["firstName", "lastName", "dob", "address", "city", "state", "zip", "email", "gender"];
  test.each(required)("without %s is refused at that field alone", async (name) => {
    const answer = await post(patients, without(ann, name));
    expect([answer.status, refusedFields(answer.body)]).toEqual([422, [name]]);
  });

  test.each<[string, unknown]>([
    ["firstName", 7],
    ["lastName", "  "],
    ["dob", "1984-02-30"],
    ["dob", "03/05/1984"],
    ["dob", "2026-03-02"],
    ["email", "ann"],
    ["gender", "female"],
    ["phone", null],
    ["externalId", 12],
    ["middleName", "Q"],
  ])("with %s %j is refused at that field alone", async (name, value) => {
    const answer = await post(patients, { ...ann, [name]: value });
    expect([answer.status, refusedFields(answer.body)]).toEqual([422, [name]]);
  });

  test("born today is no birth in the future", async () => {
    expect((await post(patients, { ...ann, dob: "2026-03-01" })).status).toBe(201);
  });

  test("all bad fields are named in one answer", async () => {
    const answer = await post(patients, {});
    expect(refusedFields(answer.body)).toEqual(required.toSorted());
  });

  test("a repeated external ID gives 409 with the first patient's id and writes nothing", async () => {
    const first = await post(patients, { ...ann, externalId: "twice" });
    const before = service.ledger().length;
    const second = await post(patients, { ...ann, firstName: "Other", externalId: "twice" });
    expect(second.status).toBe(409);
    expect(readExistingPatientId(second.body)).toBe(patientCreated.parse(first.body).patientId);
    expect(service.ledger().length).toBe(before);
  });

  test("the same external ID in another account is another patient", async () => {
    const other = await service.issueToken({ subject: "clinic-b" });
    await post(patients, { ...ann, externalId: "shared" });
    expect((await post(patients, { ...ann, externalId: "shared" }, other)).status).toBe(201);
  });

  test("twenty at once with one external ID make one patient", async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, () => post(patients, { ...ann, externalId: "race" })),
    );
    expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(service.ledger().filter(({ externalId }) => externalId === "race")).toHaveLength(1);
  });
});

describe("booking an appointment", () => {
  test.each([
    { billingType: "Bill to Patient", paymentMethod: "pm_practice_1" },
    { billingType: "Bill to Account" },
    { billingType: "Monthly Invoice" },
  ])("$billingType is answered with all eleven fields, its time in the clinic's zone", async (billing) => {
    const input = { ...invoiceBooking(patientId), ...billing, appointmentDateTime: "2026-03-09T18:00:00Z" };
    const answer = await post(appointments, input);
    expect(answer.status).toBe(201);
    const booked = appointment.parse(answer.body);
    expect(booked).toEqual({
      id: booked.id,
      appointmentDateTime: "2026-03-09T14:00:00-04:00",
      appointmentTimeZone: "America/New_York",
      price: 185,
      status: "Pending",
      notes: null,
      address: "1 Main Street",
      city: "Boston",
      state: "MA",
      zip: "02108",
      billingType: billing.billingType,
    });
  });

  test("notes come back as they were sent", async () => {
    const answer = await post(appointments, { ...invoiceBooking(patientId), notes: " Zoë – 2nd floor\n" });
    expect(appointment.parse(answer.body).notes).toBe(" Zoë – 2nd floor\n");
  });

  const required = [
    "address",
    "city",
    "state",
    "zip",
    "patientId",
    "billingType",
    "appointmentDateTime",
    "serviceId",
  ];
  test.each(required)("without %s is refused at that field alone", async (name) => {
    const answer = await post(appointments, without(invoiceBooking(patientId), name));
    expect([answer.status, refusedFields(answer.body)]).toEqual([422, [name]]);
  });

  test.each<[string, object]>([
    ["patientId", { patientId: 999_999 }],
    ["patientId", { patientId: 1.5 }],
    ["patientId", { patientId: "1" }],
    ["serviceId", { serviceId: 100 }],
    ["billingType", { billingType: "Cash" }],
    ["paymentMethod", { billingType: "Bill to Patient" }],
    ["paymentMethod", { billingType: "Bill to Patient", paymentMethod: "" }],
    ["paymentMethod", { billingType: "Bill to Patient", paymentMethod: "4242 4242 4242 4242" }],
    ["paymentMethod", { billingType: "Bill to Account", paymentMethod: "pm_1" }],
    ["paymentMethod", { billingType: "Monthly Invoice", paymentMethod: "pm_1" }],
    ["appointmentDateTime", { appointmentDateTime: "2026-03-09" }],
    ["appointmentDateTime", { appointmentDateTime: "2026-03-09T14:00:00" }],
    ["appointmentDateTime", { appointmentDateTime: "2026-03-01T11:59:59Z" }],
    ["appointmentDateTime", { appointmentDateTime: "9999-12-31T23:59:59Z" }],
    ["notes", { notes: null }],
    ["doctor", { doctor: "Dr. No" }],
  ])("is refused at %s for %j", async (field, change) => {
    const before = service.ledger().length;
    const answer = await post(appointments, { ...invoiceBooking(patientId), ...change });
    expect([answer.status, refusedFields(answer.body)]).toEqual([422, [field]]);
    expect(service.ledger().length).toBe(before);
  });

  test("an unknown patient, service and card are all named in one answer", async () => {
    const bad = { patientId: 0, serviceId: 0, billingType: "Bill to Patient", paymentMethod: "x" };
    const answer = await post(appointments, { ...invoiceBooking(0), ...bad });
    expect(refusedFields(answer.body)).toEqual(["patientId", "paymentMethod", "serviceId"]);
  });

  test("another account's patient is unknown", async () => {
    const other = await service.issueToken({ subject: "clinic-b" });
    const answer = await post(appointments, invoiceBooking(patientId), other);
    expect([answer.status, refusedFields(answer.body)]).toEqual([422, ["patientId"]]);
  });
});

describe("webhooks", () => {
  test("are listed for their own account only, in the order of registration", async () => {
    const one = await service.issueToken({ subject: "hooks-1" });
    const two = await service.issueToken({ subject: "hooks-2" });
    const first = await post(webhooks, hook, one);
    const second = await post(webhooks, { ...hook, events: ["clinic.closed.v12"] }, one);
    const foreign = await post(webhooks, hook, two);
    expect([first.status, second.status, foreign.status]).toEqual([201, 201, 201]);
    const list = (as: string) => call(service.baseUrl, { path: webhooks, token: as });
    expect(await list(one)).toMatchObject({ status: 200, body: [first.body, second.body] });
    expect(await list(two)).toMatchObject({ status: 200, body: [foreign.body] });
    const none = await service.issueToken({ subject: "hooks-3" });
    expect(await list(none)).toMatchObject({ status: 200, body: [] });
  });

  test.each<[string, unknown]>([
    ["url", { events: hook.events }],
    ["url", { ...hook, url: "example.com" }],
    ["url", { ...hook, url: "ftp://example.com" }],
    ["events", { url: hook.url }],
    ["events", { ...hook, events: [] }],
    ["events", { ...hook, events: ["approved"] }],
    ["events", { ...hook, events: hook.events[0] }],
    ["secret", { ...hook, secret: "s" }],
  ])("are refused at %s for %j", async (field, input) => {
    const answer = await post(webhooks, input);
    expect([answer.status, refusedFields(answer.body)]).toEqual([422, [field]]);
  });
});

describe("options", () => {
  test("private targets are refused when they are not allowed", async () => {
    const strict = await startMockService({ allowPrivateWebhookTargets: false });
    const url = `${strict.baseUrl}/practice/inbox`;
    const answer = await call(strict.baseUrl, {
      path: webhooks,
      token: strict.token,
      json: { ...hook, url },
    });
    expect([answer.status, refusedFields(answer.body)]).toEqual([422, ["url"]]);
    await strict.close();
  });

  test("the payment method check can be replaced", async () => {
    const picky = await startMockService({
      clock: () => now,
      acceptsPaymentMethod: (id) => id === "pm_known",
      sampleData: true,
    });
    const [patient] = picky.samplePatients;
    const book = (paymentMethod: string) => {
      const json = {
        ...invoiceBooking(patient?.patientId ?? 0),
        billingType: "Bill to Patient",
        paymentMethod,
      };
      return call(picky.baseUrl, { path: appointments, token: picky.token, json });
    };
    expect([(await book("pm_other")).status, (await book("pm_known")).status]).toEqual([422, 201]);
    await picky.close();
  });

  test("sample patients can be booked at once, and are not taken for a request's work", async () => {
    const practice = await startMockService({ clock: () => now, sampleData: true });
    expect(practice.samplePatients.map(({ input }) => input)).toEqual(samplePatients);
    expect(practice.ledger()).toEqual([]);
    for (const sample of practice.samplePatients) {
      const json = invoiceBooking(sample.patientId);
      expect((await call(practice.baseUrl, { path: appointments, token: practice.token, json })).status).toBe(
        201,
      );
    }
    await practice.close();
  });

  test("a repeated Idempotency-Key books twice, unless keys are honoured", async () => {
    for (const honourIdempotencyKey of [false, true]) {
      const keyed = await startMockService({ clock: () => now, sampleData: true, honourIdempotencyKey });
      const json = invoiceBooking(keyed.samplePatients[0]?.patientId ?? 0);
      const send = (key: string, as = keyed.token, body: unknown = json) =>
        call(keyed.baseUrl, {
          path: appointments,
          token: as,
          json: body,
          headers: { "idempotency-key": key },
        });
      expect((await send("k1", keyed.token, {})).status).toBe(422);
      const [first, again, other] = [await send("k1"), await send("k1"), await send("k2")];
      expect([first.status, again.status, other.status]).toEqual([201, 201, 201]);
      const keys = keyed.ledger().map(({ idempotencyKey }) => idempotencyKey);
      expect(keys).toEqual(honourIdempotencyKey ? ["k1", "k2"] : ["k1", "k1", "k2"]);
      if (honourIdempotencyKey) expect(again.body).toEqual(first.body);
      const stranger = await keyed.issueToken({ subject: "stranger" });
      expect((await send("k1", stranger)).status).toBe(422);
      await keyed.close();
    }
  });

  test("every request is noted as it arrives, refused ones too", async () => {
    const notes: string[] = [];
    const noted = await startMockService({
      onRequest: ({ method, path }) => notes.push(`${method} ${path}`),
    });
    await call(noted.baseUrl, { path: `${webhooks}?page=1` });
    await call(noted.baseUrl, { path: patients, json: {} });
    expect(notes).toEqual([`GET ${webhooks}`, `POST ${patients}`]);
    await noted.close();
  });

  test("an unknown time zone is refused before anything is opened", async () => {
    await expect(startMockService({ clinicTimeZone: "Mars/Olympus" })).rejects.toThrow(RangeError);
  });
});

test("the ledger has who, what and with which keys, in the order of commit", async () => {
  const oracle = await startMockService({ clock: () => now, serveLedger: true });
  const send = (path: string, json: unknown, key: string) =>
    call(oracle.baseUrl, { path, json, token: oracle.token, headers: { "idempotency-key": key } });
  const created = await send(patients, { ...ann, externalId: "ledger-1" }, "k-patient");
  const { patientId: id } = patientCreated.parse(created.body);
  await send(appointments, invoiceBooking(id), "k-booking");
  await send(webhooks, hook, "k-hook");
  const common = { at: now.toISOString(), account: accountOf("practice-clinic") };
  expect(oracle.ledger()).toEqual([
    {
      ...common,
      kind: "patient",
      id,
      idempotencyKey: "k-patient",
      externalId: "ledger-1",
      body: { ...ann, externalId: "ledger-1" },
    },
    {
      ...common,
      kind: "appointment",
      id: 1,
      idempotencyKey: "k-booking",
      externalId: null,
      body: invoiceBooking(id),
    },
    { ...common, kind: "webhook", id: 1, idempotencyKey: "k-hook", externalId: null, body: hook },
  ]);
  expect((await call(oracle.baseUrl, { path: "/mock/ledger" })).body).toEqual(oracle.ledger());
  await oracle.close();
});
