import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { endpoints, type EndpointName } from "../../shared/service-api/endpoints.ts";
import { type MockService, startMockService } from "../../mock/service.ts";
import { bookingForm, fullPatient, removeFolder, requiredPatient } from "../support/desk-kit.ts";
import { sendBooking, sendPatient, startDesk } from "../support/desk-kit.ts";
import { type ServiceDescription, serviceDescription } from "../support/service-description.ts";
import { watchService, type WatchedService } from "../support/watched-service.ts";
import { ann, call, type Call, invoiceBooking, now, watchDeliveries } from "./mock-kit.ts";

/** Both sides of the wire, held to docs/service.openapi.yaml by Ajv: neither knows of our schemas here. */
const descriptionFile = join(import.meta.dirname, "../../docs/service.openapi.yaml");
const description: ServiceDescription = serviceDescription(readFileSync(descriptionFile, "utf8"));

const hook = { url: "https://example.com/hook", events: ["appointment.approved.v1"] };

describe("the description", () => {
  it("is served without a token", async () => {
    const mock = await startMockService({ descriptionFile });
    const response = await fetch(`${mock.baseUrl}/openapi.yaml`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^application\/yaml/);
    expect(await response.text()).toBe(readFileSync(descriptionFile, "utf8"));
    await mock.close();
  });

  const json = new Headers({ "content-type": "application/json" });
  it.each<[string, number, unknown, RegExp]>([
    ["an identifier in words", 201, { patientId: "five" }, /patientId must be integer/],
    ["an identifier of 0", 201, { patientId: 0 }, /must be >= 1/],
    ["nothing", 201, {}, /required property 'patientId'/],
    ["no body", 201, undefined, /the body is missing/],
    ["a 409 without a patient", 409, { message: "taken" }, /required property 'patientId'/],
    ["an error without words", 422, { errors: [] }, /required property 'message'/],
    ["a status that nobody described", 302, { patientId: 5 }, /302 is not described/],
    ["a 401 without a challenge", 401, { message: "no" }, /WWW-Authenticate is missing/],
  ])("would find %s in an answer", (_what, status, body, fault) => {
    const faults = description.faultsOfAnswer("POST", "/api/patient", { status, headers: json, body });
    expect(faults.join("\n")).toMatch(fault);
  });

  it.each<[string, EndpointName, unknown, RegExp]>([
    ["a field too much", "createPatient", { ...ann, middleName: "B" }, /additional properties/],
    ["an empty phone", "createPatient", { ...ann, phone: "" }, /\/phone must match/],
    [
      "a date of birth that does not exist",
      "createPatient",
      { ...ann, dob: "1984-02-30" },
      /\/dob must match/,
    ],
    [
      "a card where none is used",
      "bookAppointment",
      { ...invoiceBooking(5), paymentMethod: "pm_1" },
      /oneOf/,
    ],
    [
      "a time without an offset",
      "bookAppointment",
      { ...invoiceBooking(5), appointmentDateTime: "2031-03-04T14:00:00" },
      /appointmentDateTime must match format/,
    ],
    ["no event kind", "registerWebhook", { ...hook, events: [] }, /fewer than 1/],
  ])("would find %s in a request", (_what, name, body, fault) => {
    const { method, path } = endpoints[name];
    const headers = new Headers({ "content-type": "application/json", authorization: "Bearer x" });
    expect(description.faultsOfRequest(method, path, { headers, body }).join("\n")).toMatch(fault);
  });
});

describe("the practice service answers as described", () => {
  let mock: MockService;
  let broken = false;
  let patientId = 0;

  beforeAll(async () => {
    const clock = (): Date => {
      if (broken) throw new Error("The clock broke.");
      return now;
    };
    mock = await startMockService({ clock, decideAfterMs: 3_600_000, sampleData: true });
    patientId = mock.samplePatients[0]?.patientId ?? 0;
  });
  afterAll(() => mock.close());
  afterEach(() => {
    broken = false;
  });

  async function answerTo(name: EndpointName, request: Omit<Call, "path" | "method">): Promise<number> {
    const { method, path } = endpoints[name];
    const answer = await call(mock.baseUrl, { token: mock.token, ...request, method, path });
    expect(description.faultsOfAnswer(method, path, answer)).toEqual([]);
    return answer.status;
  }

  const creations: readonly (readonly [EndpointName, () => object])[] = [
    ["createPatient", () => ann],
    ["bookAppointment", () => invoiceBooking(patientId)],
    ["registerWebhook", () => hook],
  ];
  const tooLong = "x".repeat(1_100_000);

  describe.each(creations)("%s", (name, body) => {
    it.each<[number, () => Omit<Call, "path">]>([
      [201, () => ({ json: body() })],
      [400, () => ({ text: "{" })],
      [401, () => ({ json: body(), token: "no.such.token" })],
      [413, () => ({ json: { ...body(), notes: tooLong } })],
      [415, () => ({ json: body(), headers: { "content-type": "text/plain" } })],
      [422, () => ({ json: {} })],
      [422, () => ({ json: { ...body(), colour: "red" } })],
      [422, () => ({ json: [] })],
    ])("with %i", async (status, request) => {
      expect(await answerTo(name, request())).toBe(status);
    });
  });

  it.each([...creations, ["listWebhooks", null] as const])("%s with 500", async (name, body) => {
    const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    broken = true;
    expect(await answerTo(name, body === null ? {} : { json: body() })).toBe(500);
    expect(warned).toHaveBeenCalled();
    warned.mockRestore();
  });

  it("with 409 where an external ID is taken", async () => {
    const taken = { json: { ...ann, externalId: "TAKEN" } };
    expect(await answerTo("createPatient", taken)).toBe(201);
    expect(await answerTo("createPatient", taken)).toBe(409);
  });

  it.each(["Bill to Patient", "Bill to Account", "Monthly Invoice"] as const)(
    "to %s",
    async (billingType) => {
      const paid = billingType === "Bill to Patient" ? { paymentMethod: "pm_1" } : {};
      const json = { ...invoiceBooking(patientId), notes: "Left knee", billingType, ...paid };
      expect(await answerTo("bookAppointment", { json })).toBe(201);
    },
  );

  it("to a list, with registrations and without, and refused", async () => {
    await answerTo("registerWebhook", { json: hook });
    expect(await answerTo("listWebhooks", {})).toBe(200);
    expect(await answerTo("listWebhooks", { token: await mock.issueToken({ subject: "other" }) })).toBe(200);
    expect(await answerTo("listWebhooks", { token: "no.such.token" })).toBe(401);
  });

  it("in what it delivers", async () => {
    const deliveries = watchDeliveries();
    const own = await startMockService({
      decideAfterMs: 0,
      sampleData: true,
      onDelivery: deliveries.onDelivery,
    });
    const post = (name: EndpointName, json: unknown) =>
      call(own.baseUrl, { path: endpoints[name].path, json, token: own.token });
    await post("registerWebhook", { ...hook, url: `${own.baseUrl}/practice/inbox` });
    const visit = {
      ...invoiceBooking(own.samplePatients[0]?.patientId ?? 0),
      appointmentDateTime: "2099-03-04T14:00:00Z",
    };
    await post("bookAppointment", visit);
    const [delivery] = await deliveries.until(1);
    await own.close();
    const request = {
      headers: new Headers({ "content-type": "application/json" }),
      body: JSON.parse(delivery?.body ?? ""),
    };
    expect(description.faultsOfNotification("appointment.approved.v1", request)).toEqual([]);
    const without = { ...request, body: { ...request.body, data: {} } };
    expect(description.faultsOfNotification("appointment.approved.v1", without)).not.toEqual([]);
  });
});

describe("Front Desk asks as described", () => {
  let mock: MockService;
  let service: WatchedService;

  beforeAll(async () => {
    mock = await startMockService({ decideAfterMs: 3_600_000 });
    service = await watchService(mock.baseUrl);
  });
  afterAll(async () => {
    await service.close();
    await mock.close();
  });

  it("in every request of all four operations, and takes every answer as described", async () => {
    const desk = await startDesk();
    await desk.get("session.connect", {
      serviceAddress: service.baseUrl,
      token: mock.token,
      sameAccount: null,
    });
    await sendPatient(desk, requiredPatient);
    const { patientRecordId } = await sendPatient(desk, fullPatient);
    const patient = { kind: "known", id: patientRecordId ?? "" } as const;
    await sendBooking(desk, bookingForm({ patient }));
    await sendBooking(
      desk,
      bookingForm({ patient, time: "3pm", notes: "Left knee", billingType: "Bill to Account" }),
    );
    const card = { paymentMethod: "pm_1", billingType: "Bill to Patient" } as const;
    await sendBooking(desk, bookingForm({ patient, time: "4pm", ...card }));
    const webhook = await desk.get("items.create", { kind: "webhook", form: hook });
    await desk.get("items.submit", { id: webhook.id, wait: true });
    await desk.stop();
    removeFolder(desk.directory);

    for (const { method, path, request, answer } of service.exchanges) {
      expect(description.faultsOfRequest(method, path, request)).toEqual([]);
      expect(description.faultsOfAnswer(method, path, answer)).toEqual([]);
    }
    const bodies = (name: EndpointName) =>
      service.exchanges.filter((e) => e.path === endpoints[name].path && e.method === endpoints[name].method);
    expect(bodies("createPatient")).toHaveLength(2);
    expect(bodies("bookAppointment")).toHaveLength(3);
    expect(bodies("registerWebhook")).toHaveLength(1);
    expect(bodies("listWebhooks").length).toBeGreaterThan(0);
  });
});
