import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Item } from "../../shared/outbox/item.ts";
import { recentBookings } from "../support/booking-lists.ts";
import {
  bookingForm,
  fullPatient,
  hasty,
  removeFolder,
  sendBooking,
  sendPatient,
  startDesk,
  type TestDesk,
} from "../support/desk-kit.ts";
import { json, jwtOf, startFakeService, type FakeAnswer, type FakeService } from "../support/fake-service.ts";
import { told } from "../support/told.ts";
import { say } from "../../messages/saying.ts";

// Somebody else answers at the service's address, or the service answers strangely. Judged by what arrived.

let service: FakeService;
let desk: TestDesk;
const connect = () =>
  desk.get("session.connect", {
    serviceAddress: service.baseUrl,
    token: jwtOf({ iss: "x", sub: "clinic" }),
    sameAccount: null,
  });

beforeEach(async () => {
  service = await startFakeService();
  desk = await startDesk(hasty);
  await connect();
});
afterEach(async () => {
  await desk.stop();
  await service.close();
  removeFolder(desk.directory);
});

const address = { sameAddress: false, address: "1 Main St", city: "Springfield", state: "IL", zip: "62701" };
const bookingOf = (number: number) =>
  bookingForm({ patient: { kind: "number", text: String(number) }, ...address });
const posts = (path = "/api/appointment"): number => service.sent(path).length;
const itemNow = (id: string): Promise<Item> => desk.get("items.get", { id });
const isPost = (request: { readonly method: string }): boolean => request.method === "POST";
const signInPage: FakeAnswer = {
  status: 200,
  type: "text/html; charset=utf-8",
  body: "<html><title>Guest WiFi</title><script>go()</script><h1>Sign in</h1></html>",
};
/** Saves bookings that go out by themselves as soon as the service answers. */
async function queue(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    const { id } = await desk.get("items.create", { kind: "booking", form: bookingOf(number) });
    await desk.get("items.submit", { id, wait: true });
    ids.push(id);
  }
  return ids;
}

describe("a sign-in page of the network that answers everything", () => {
  it("books nothing: what waits stays unsent, and goes out once when the service is back", async () => {
    service.rule(() => signInPage);
    const { state, reason } = await desk.get("connection.check", {});
    expect([state, reason]).toEqual(["offline", say("failures.somethingElseAnswers")]);
    const ids = await queue(20);
    await desk.get("items.submit", { id: ids[0] ?? "", wait: true });
    expect(posts()).toBe(0);
    service.rule(() => null);
    await desk.get("connection.check", {});
    for (const id of ids) await expect.poll(async () => (await itemNow(id)).status).toBe("done");
    expect(posts()).toBe(20);
  });

  it("stops the queue in the middle: at most what was under way needs checking, with what was seen", async () => {
    service.rule((request) => (isPost(request) ? signInPage : null));
    await desk.get("connection.check", {});
    const { id } = await sendBooking(desk, bookingOf(1));
    expect(await itemNow(id)).toMatchObject({
      status: "needs-checking",
      result: null,
      problem: { code: "unreadable-answer" },
      attempts: [
        {
          status: 200,
          evidence: { contentType: "text/html", firstWords: "Guest WiFi Sign in" },
        },
      ],
    });
    expect(told((await itemNow(id)).problem)).not.toContain("accepted");
    const counts = await desk.get("items.counts", {});
    expect(counts).toMatchObject({ done: 0, "needs-checking": 1 });
  });

  const others: readonly (readonly [string, FakeAnswer])[] = [
    ["an empty 200", { status: 200, body: "" }],
    ["204", { status: 204, body: "" }],
    ["202, queued", json(202, { status: "queued" })],
    ["207", json(207, [{ status: 200 }])],
    ["a failure in a 200", json(200, { success: false, id: 7 })],
    ["an error in a 200", json(200, { error: "Sign in" })],
    ["a list", json(200, [])],
    ["an empty object", json(200, {})],
    ["null", json(200, null)],
    ["the number 0", json(201, { id: 0 })],
    ["another patient's booking", json(201, { id: 7, patientId: 999 })],
  ];
  it.each(others)("that answers with %s has booked nothing", async (_what, answer) => {
    service.rule((request) => (isPost(request) ? answer : null));
    const item = await sendBooking(desk, bookingOf(1));
    expect(item).toMatchObject({ status: "needs-checking", result: null });
    expect(posts()).toBe(1);
  });

  it.each(others.slice(0, 10))(
    "that answers with %s has created no patient; a repeat settles it",
    async (_w, answer) => {
      let times = 0;
      service.rule((request) => (isPost(request) && (times += 1) === 1 ? answer : null));
      const item = await sendPatient(desk, fullPatient);
      expect(item).toMatchObject({ status: "ready", result: null });
      await expect.poll(async () => (await itemNow(item.id)).status).toBe("done");
      expect(new Set(service.sent("/api/patient").map((body) => JSON.stringify(body))).size).toBe(1);
    },
  );
});

describe("a token that may read and not write", () => {
  it("is asked for anew after one request, not seven hundred, whatever the probe answers", async () => {
    service.rule((request) => (isPost(request) ? json(401, { message: "Read only." }) : null));
    const { id } = await sendBooking(desk, bookingOf(1));
    const ids = await queue(10);
    for (let times = 0; times < 20; times += 1) {
      await desk.get("connection.check", {});
      desk.desk.wake();
      await desk.get("items.submit", { id, wait: true });
    }
    expect(posts()).toBe(1);
    expect((await desk.get("session.get", {})).session.status).toBe("token-refused");
    service.rule(() => null);
    await connect();
    for (const one of [id, ...ids]) await expect.poll(async () => (await itemNow(one)).status).toBe("done");
    expect(posts()).toBe(12);
  });
});

it("a list that is asked to wait, on whichever screen, holds what is to be sent", async () => {
  const asks = json(429, {});
  service.rule((request) => (isPost(request) ? null : asks));
  await desk.get("webhooks.list", {});
  await sendBooking(desk, bookingOf(1));
  expect(posts()).toBe(0);
});

describe("one number for two", () => {
  it("leaves neither booking standing as booked", async () => {
    service.rule((request) => (isPost(request) ? json(201, { id: 7 }) : null));
    const [first, second] = [await sendBooking(desk, bookingOf(1)), await sendBooking(desk, bookingOf(2))];
    const statuses = [(await itemNow(first.id)).status, (await itemNow(second.id)).status];
    expect(statuses).toEqual(["needs-checking", "needs-checking"]);
  });
});

it("a booking that a person says was not made needs checking, and can be booked again", async () => {
  const { id } = await sendBooking(desk, bookingOf(1));
  await desk.get("items.decide", { id, decision: "not-booked" });
  expect(await desk.get("bookings.list", recentBookings)).toMatchObject({ rows: [] });
  expect(await desk.get("items.decide", { id, decision: "again" })).toMatchObject({ status: "done" });
  expect(posts()).toBe(2);
});
