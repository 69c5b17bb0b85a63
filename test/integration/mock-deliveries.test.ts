import { createHmac } from "node:crypto";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import {
  accountOf,
  inboxPath,
  type MockService,
  type MockServiceOptions,
  startMockService,
} from "../../mock/service.ts";
import { call, invoiceBooking, now, type Receiver, startReceiver, watchDeliveries } from "./mock-kit.ts";

const both = ["appointment.approved.v1", "appointment.denied.v1"];
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function start(options: MockServiceOptions = {}) {
  const watch = watchDeliveries();
  const { onDelivery } = watch;
  const service = await startMockService({
    clock: () => now,
    decideAfterMs: 0,
    sampleData: true,
    retryDelaysMs: [1, 1],
    onDelivery,
    ...options,
  });
  closing.push(() => service.close());
  return { service, watch };
}

async function receiver(statusFor?: (n: number) => number | null): Promise<Receiver> {
  const started = await startReceiver(statusFor);
  closing.push(() => started.close());
  return started;
}

async function subscribe(
  service: MockService,
  to: { url: string; events: string[]; token?: string },
): Promise<void> {
  const { url, events, token = service.token } = to;
  expect((await call(service.baseUrl, { path: "/api/webhooks", token, json: { url, events } })).status).toBe(
    201,
  );
}

async function book(service: MockService, notes?: string): Promise<void> {
  const json = {
    ...invoiceBooking(service.samplePatients[0]?.patientId ?? 0),
    ...(notes === undefined ? {} : { notes }),
  };
  expect((await call(service.baseUrl, { path: "/api/appointment", token: service.token, json })).status).toBe(
    201,
  );
}

test("an approval reaches the registered address, signed, with what it is about", async () => {
  const { service, watch } = await start();
  const clinic = await receiver();
  await subscribe(service, { url: clinic.url, events: both });
  await book(service);
  const [delivery] = await watch.until(1);
  const [received] = clinic.received;
  expect(JSON.parse(received?.body ?? "")).toEqual({
    id: delivery?.eventId,
    type: "appointment.approved.v1",
    createdAt: now.toISOString(),
    data: {
      appointmentId: 1,
      patientId: service.samplePatients[0]?.patientId,
      status: "In Progress",
      appointmentDateTime: "2026-03-09T14:00:00-04:00",
    },
  });
  const {
    "webhook-id": id,
    "webhook-timestamp": at,
    "webhook-signature": signature,
  } = received?.headers ?? {};
  const key = Buffer.from(service.webhookSecret.replace("whsec_", ""), "base64");
  const expected = createHmac("sha256", key).update([id, at, received?.body].join(".")).digest("base64");
  expect(signature).toBe(`v1,${expected}`);
  expect(received?.headers["content-type"]).toBe("application/json");
  expect(delivery).toMatchObject({
    attempt: 1,
    webhookId: 1,
    url: clinic.url,
    outcome: { type: "answered", status: 200 },
  });
});

test("each event goes to the registrations of its account and kind, and to no other", async () => {
  const { service, watch } = await start();
  const clinic = await receiver();
  const stranger = await service.issueToken({ subject: "stranger" });
  await subscribe(service, { url: `${clinic.url}/approved`, events: ["appointment.approved.v1"] });
  await subscribe(service, { url: `${clinic.url}/denied`, events: ["appointment.denied.v1"] });
  await subscribe(service, { url: `${clinic.url}/stranger`, events: both, token: stranger });
  await book(service);
  await book(service, "Please deny: no insurance");
  await watch.until(2);
  expect(service.deliveries(accountOf("practice-clinic"))).toHaveLength(2);
  expect(service.deliveries(accountOf("stranger"))).toEqual([]);
  // Closing records what was still under way, so that a delivery too many could not hide by being late.
  await service.close();
  const seen = watch.seen.map(({ url, kind }) => `${new URL(url).pathname} ${kind}`).toSorted();
  expect(seen).toEqual(["/hook/approved appointment.approved.v1", "/hook/denied appointment.denied.v1"]);
});

test("the practice inbox takes deliveries on the service itself", async () => {
  const { service, watch } = await start();
  await subscribe(service, { url: service.baseUrl + inboxPath, events: both });
  await book(service);
  expect((await watch.until(1))[0]?.outcome).toEqual({ type: "answered", status: 204 });
});

test("a receiver that fails twice gets the same event a third time, and then no more", async () => {
  const { service, watch } = await start();
  const clinic = await receiver((n) => (n < 3 ? 503 : 200));
  await subscribe(service, { url: clinic.url, events: both });
  await book(service);
  const deliveries = await watch.until(3);
  expect(deliveries.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
  expect(new Set(clinic.received.map(({ body }) => body)).size).toBe(1);
  await service.close();
  expect(watch.seen).toHaveLength(3);
});

test("a redirect is an answer, not a new address", async () => {
  const { service, watch } = await start();
  const clinic = await receiver(() => 307);
  await subscribe(service, { url: clinic.url, events: both });
  await book(service);
  const outcomes = (await watch.until(3)).map(({ outcome }) => outcome);
  expect(outcomes).toEqual(Array.from({ length: 3 }, () => ({ type: "answered", status: 307 })));
  expect(new Set(clinic.received.map(({ path }) => path))).toEqual(new Set(["/hook"]));
});

test("a receiver that is not there, or never answers, is recorded as failed", async () => {
  const { service, watch } = await start({ retryDelaysMs: [], deliveryTimeoutMs: 100 });
  const gone = await receiver();
  await gone.close();
  const silent = await receiver(() => null);
  await subscribe(service, { url: gone.url, events: both });
  await subscribe(service, { url: silent.url, events: both });
  await book(service);
  const deliveries = (await watch.until(2)).toSorted((a, b) => a.webhookId - b.webhookId);
  expect(deliveries[0]?.outcome).toEqual({ type: "failed", error: expect.stringContaining("ECONNREFUSED") });
  expect(deliveries[1]?.outcome).toEqual({ type: "failed", error: "No answer in time." });
});

test("a listener that throws stops neither the service nor the next delivery", async () => {
  const watch = watchDeliveries();
  const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  onTestFinished(() => warned.mockRestore());
  const { service } = await start({
    onDelivery(delivery) {
      watch.onDelivery(delivery);
      throw new Error("the window is gone");
    },
  });
  await subscribe(service, { url: service.baseUrl + inboxPath, events: both });
  await book(service);
  await watch.until(1);
  await book(service);
  expect(await watch.until(2)).toHaveLength(2);
  await service.close();
  expect(warned).toHaveBeenCalledWith(new Error("the window is gone"));
});

test("closing abandons a delivery that hangs and a decision that waits, at once and more than once", async () => {
  // Nothing but being abandoned ends these two within the time of a test.
  const undecided = await start({ decideAfterMs: 600_000 });
  await book(undecided.service);
  await undecided.service.close();
  expect(undecided.watch.seen).toEqual([]);
  const { service, watch } = await start({ deliveryTimeoutMs: 600_000, retryDelaysMs: [600_000] });
  let arrived = (): void => undefined;
  const reached = new Promise<void>((resolve) => (arrived = resolve));
  const silent = await receiver(() => {
    arrived();
    return null;
  });
  await subscribe(service, { url: silent.url, events: both });
  await book(service);
  await reached;
  await Promise.all([service.close(), service.close()]);
  expect(watch.seen.map(({ outcome }) => outcome.type)).toEqual(["failed"]);
  await expect(fetch(service.baseUrl)).rejects.toThrow();
});
