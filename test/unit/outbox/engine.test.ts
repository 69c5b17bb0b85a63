import { beforeEach, describe, expect, it } from "vitest";
import { fail } from "../../../contract/failure.ts";
import type { Item } from "../../../contract/records/item.ts";
import { settle } from "../../support/fake-clock.ts";
import {
  deskAccount,
  outboxKit,
  typedBooking,
  typedPatient,
  typedWebhook,
  type OutboxKit,
} from "../../support/outbox-kit.ts";
import { booked, failing, patientMade, type Answer, type Call } from "../../support/scripted-client.ts";

let kit: OutboxKit;
beforeEach(async () => {
  kit = await outboxKit();
});

const booking = (number: number | string = 77, change = {}): Item =>
  kit.ready({
    kind: "booking",
    form: typedBooking({ patient: { kind: "number", text: String(number) }, ...change }),
  });
const patient = (firstName = "Ann"): Item =>
  kit.ready({ kind: "patient", form: { ...typedPatient, firstName } });
const webhook = (): Item => kit.ready({ kind: "webhook", form: typedWebhook });
const bookingFor = (id: string, time: string): Item =>
  kit.ready({
    kind: "booking",
    form: typedBooking({ patient: { kind: "known", id }, sameAddress: true, time }),
  });

const statuses = (...items: Item[]): string[] => items.map(({ id }) => kit.item(id).status);
const kick = async (): Promise<void> => {
  kit.engine.kick();
  await settle();
};
const answerAll = async (answer: (call: Call) => Answer): Promise<void> => {
  for (const call of kit.client.open()) call.answer(answer(call));
  await settle();
};
const timesOf = (calls: readonly Call[]): unknown[] => calls.map(({ body }) => body["appointmentDateTime"]);

describe("what is sent at once", () => {
  it("is never more than four requests, and the next as soon as one ends", async () => {
    const all = Array.from({ length: 10 }, (_, index) => booking(index + 1));
    await kick();
    await kick();
    expect(kit.client.posts()).toHaveLength(4);
    kit.client.posts()[0]?.answer(booked(1));
    await settle();
    expect(kit.client.posts()).toHaveLength(5);
    expect(kit.client.open()).toHaveLength(4);
    kit.client.respond = () => booked(2);
    await answerAll(() => booked(2));
    expect(new Set(statuses(...all))).toEqual(new Set(["done"]));
    expect(kit.client.posts()).toHaveLength(10);
  });

  it("goes out oldest first", async () => {
    const all = [booking(3), booking(1), booking(2)];
    await kick();
    expect(kit.client.posts().map(({ body }) => body["patientId"])).toEqual([3, 1, 2]);
    expect(all).toHaveLength(3);
  });

  it("holds one booking of a patient at a time, in the order in which they were made", async () => {
    const { id } = kit.knownPatient(5);
    bookingFor(id, "9am");
    bookingFor(id, "10am");
    const other = kit.knownPatient(6);
    bookingFor(other.id, "11am");
    await kick();
    expect(timesOf(kit.client.posts())).toEqual(["2026-04-01T09:00:00-04:00", "2026-04-01T11:00:00-04:00"]);
    kit.client.posts()[0]?.answer(booked(1));
    await settle();
    expect(timesOf(kit.client.posts()).at(-1)).toBe("2026-04-01T10:00:00-04:00");
  });

  it("does not let a later booking of a patient overtake one that waits to be tried again", async () => {
    const { id } = kit.knownPatient(5);
    bookingFor(id, "9am");
    bookingFor(id, "10am");
    await kick();
    await answerAll(() => failing("not-reached"));
    await kick();
    expect(kit.client.posts()).toHaveLength(1);
    kit.client.respond = () => booked(1);
    await clockOn(10_000);
    expect(timesOf(kit.client.posts())).toEqual([
      "2026-04-01T09:00:00-04:00",
      "2026-04-01T09:00:00-04:00",
      "2026-04-01T10:00:00-04:00",
    ]);
  });

  it("is each item once, however many look for work at once", async () => {
    const one = booking();
    const sends = [kit.engine.sendNow(one.id), kit.engine.sendNow(one.id)];
    for (let round = 0; round < 20; round += 1) kit.engine.kick();
    await settle();
    expect(kit.client.posts()).toHaveLength(1);
    await answerAll(() => booked(1));
    await Promise.all(sends);
    expect(kit.client.posts()).toHaveLength(1);
    expect(kit.sendCounts()).toBe(1);
  });

  it("leaves the items of other accounts and those put aside where they are", async () => {
    const other = booking();
    kit.records.updateItem({ ...other, parked: true });
    kit.world.account = { ...deskAccount, accountId: "account-two" };
    booking();
    kit.world.account = deskAccount;
    await kick();
    expect(kit.client.posts()).toHaveLength(0);
  });
});

const clockOn = async (milliseconds: number): Promise<void> => {
  await kit.clock.advance(milliseconds);
};

describe("the record before the wire", () => {
  it("stands in the store with its frozen body before the client is called", async () => {
    const one = booking();
    const seen: Item[] = [];
    kit.client.respond = () => {
      seen.push(kit.item(one.id));
      return null;
    };
    await kick();
    expect(seen).toMatchObject([
      { status: "sending", attempts: [{ endedAt: null, phase: "none", status: null, outcome: null }] },
    ]);
    expect(JSON.parse(seen[0]?.payload ?? "null")).toEqual(kit.client.posts()[0]?.body);
    expect(kit.sendCounts()).toBe(1);
  });

  it("is counted outside of the database before the client is called", async () => {
    const one = booking();
    const { promise, resolve } = Promise.withResolvers<void>();
    kit.world.counted = () => promise;
    await kick();
    expect(statuses(one)).toEqual(["sending"]);
    expect(kit.client.posts()).toHaveLength(0);
    resolve();
    await settle();
    expect(kit.client.posts()).toHaveLength(1);
  });

  it("is sent though counting it outside fails", async () => {
    const one = booking();
    kit.world.counted = () => Promise.reject(new Error("no keychain"));
    kit.client.respond = () => booked(1);
    await kick();
    expect(statuses(one)).toEqual(["done"]);
  });

  it("keeps anything from being sent while it cannot be written, and sends it after that", async () => {
    const one = booking();
    kit.world.diskFull = true;
    await kick();
    await clockOn(20_000);
    expect(kit.client.posts()).toHaveLength(0);
    expect(statuses(one)).toEqual(["ready"]);
    kit.world.diskFull = false;
    kit.client.respond = () => booked(1);
    await clockOn(20_000);
    expect(statuses(one)).toEqual(["done"]);
    expect(kit.client.posts()).toHaveLength(1);
  });

  it("tells the person who pressed Send that it could not be written", async () => {
    const one = booking();
    kit.world.diskFull = true;
    await expect(kit.engine.sendNow(one.id)).rejects.toMatchObject({ failure: { code: "store" } });
    expect(kit.client.posts()).toHaveLength(0);
  });

  it("goes on to the wire though telling the window of it fails", async () => {
    const one = booking();
    kit.world.tellingFails = true;
    kit.client.respond = () => booked(1);
    await kick();
    expect(statuses(one)).toEqual(["done"]);
  });
});

describe("an answer that cannot be stored", () => {
  it("is kept until the disk has room, is stored then, and nothing is sent twice", async () => {
    const one = booking();
    await kick();
    kit.world.diskFull = true;
    await answerAll(() => booked(31));
    await clockOn(60_000);
    expect(statuses(one)).toEqual(["sending"]);
    expect(kit.engine.progress()).toMatchObject({ left: 1 });
    kit.world.diskFull = false;
    await clockOn(5_000);
    expect(kit.item(one.id)).toMatchObject({
      status: "done",
      result: { appointment: { id: 31 } },
      attempts: [{ phase: "answered", status: 200, outcome: "Done." }],
    });
    expect(kit.client.posts()).toHaveLength(1);
    expect(kit.changed).toContain(one.id);
  });

  it("does not keep the person waiting who pressed Send", async () => {
    const one = booking();
    const sent = kit.engine.sendNow(one.id);
    await settle();
    kit.world.diskFull = true;
    await answerAll(() => booked(31));
    await sent;
    expect(statuses(one)).toEqual(["sending"]);
  });

  it("keeps a refusal as well, with what the service said", async () => {
    const one = booking();
    await kick();
    kit.world.diskFull = true;
    await answerAll(() => failing("fields-refused", { answer: "No such service." }));
    kit.world.diskFull = false;
    await clockOn(5_000);
    expect(kit.item(one.id)).toMatchObject({
      status: "needs-editing",
      problem: { details: { answer: "No such service." } },
    });
  });

  it("stops nothing else once there is room again", async () => {
    const stuck = Array.from({ length: 4 }, (_, index) => booking(index + 1));
    await kick();
    kit.world.diskFull = true;
    await answerAll(() => booked(1));
    kit.world.diskFull = false;
    kit.client.respond = () => booked(2);
    const later = booking(9);
    await clockOn(10_000);
    expect(new Set(statuses(...stuck, later))).toEqual(new Set(["done"]));
  });

  it("is tried a last time at the end, and is found as interrupted at the next start if that fails", async () => {
    const [saved, lost] = [booking(1), booking(2)];
    await kick();
    kit.world.diskFull = true;
    kit.client.posts()[0]?.answer(booked(1));
    await settle();
    kit.world.diskFull = false;
    await kit.engine.stop();
    expect(kit.item(saved.id).status).toBe("done");
    expect(kit.item(lost.id).status).toBe("needs-checking");

    kit = await outboxKit();
    const never = booking(3);
    await kick();
    kit.world.diskFull = true;
    await kit.engine.stop();
    kit.world.diskFull = false;
    expect(statuses(never)).toEqual(["sending"]);
    expect(kit.steps.recover()).toEqual([never.id]);
    expect(statuses(never)).toEqual(["needs-checking"]);
    expect(kit.clock.pending()).toBeLessThanOrEqual(1);
  });
});

describe("what the whole queue does", () => {
  it("waits as long as the service asked, not a moment less", async () => {
    const all = Array.from({ length: 6 }, (_, index) => booking(index + 1));
    await kick();
    kit.client.posts()[0]?.answer(failing("rate-limited", { retryAfterSeconds: 40 }));
    await settle();
    expect(kit.client.posts()).toHaveLength(4);
    kit.client.respond = () => booked(1);
    await answerAll(() => booked(1));
    await clockOn(39_900);
    await kit.engine.sendNow(all[5]?.id ?? "");
    expect(kit.client.posts()).toHaveLength(4);
    await clockOn(1_000);
    expect(new Set(statuses(...all))).toEqual(new Set(["done"]));
  });

  it("waits for the longest of several answers, not the last", async () => {
    const all = [booking(1), booking(2)];
    await kick();
    kit.client.posts()[0]?.answer(failing("rate-limited", { retryAfterSeconds: 100 }));
    await settle();
    kit.client.posts()[1]?.answer(failing("rate-limited", { retryAfterSeconds: 1 }));
    await clockOn(99_000);
    expect(kit.client.posts()).toHaveLength(2);
    kit.client.respond = () => booked(1);
    await clockOn(2_000);
    expect(statuses(...all)).toEqual(["done", "done"]);
  });

  it("pauses on a 401, loses nothing, and goes on after signing in", async () => {
    const all = Array.from({ length: 6 }, (_, index) => booking(index + 1));
    kit.world.probe = () => Promise.resolve({ kind: "failed", failure: fail("token-refused", "No.") });
    await kick();
    await answerAll(() => failing("token-refused"));
    await clockOn(600_000);
    expect(kit.client.posts()).toHaveLength(4);
    expect(new Set(statuses(...all))).toEqual(new Set(["ready"]));
    expect(kit.line.current().state).toBe("token-refused");
    kit.world.probe = () => Promise.resolve({ kind: "answered" });
    kit.client.respond = () => booked(1);
    kit.world.account = { ...deskAccount, credentials: { ...deskAccount.credentials, token: "new" } };
    kit.line.reset(true);
    await kit.line.check();
    await clockOn(1_000);
    expect(new Set(statuses(...all))).toEqual(new Set(["done"]));
    expect(kit.client.posts().at(-1)?.credentials.token).toBe("new");
  });

  it("does not take an old token's 401 for one of the token at the desk", async () => {
    const one = booking();
    await kick();
    kit.world.account = { ...deskAccount, credentials: { ...deskAccount.credentials, token: "new" } };
    kit.client.respond = () => booked(1);
    await answerAll(() => failing("token-refused"));
    expect(kit.line.current().state).toBe("online");
    await clockOn(1_000);
    expect(statuses(one)).toEqual(["done"]);
  });

  it("probes before it goes on after a failure of the line, so that an outage costs only what was in flight", async () => {
    const all = Array.from({ length: 10 }, (_, index) => booking(index + 1));
    kit.world.probe = () => Promise.resolve({ kind: "failed", failure: fail("service-error", "Down.") });
    await kick();
    await answerAll(() => failing("service-error"));
    await clockOn(300_000);
    expect(kit.client.posts()).toHaveLength(4);
    expect(statuses(...all).filter((status) => status === "needs-checking")).toHaveLength(4);
    expect(statuses(...all).filter((status) => status === "ready")).toHaveLength(6);
    expect(kit.world.probes).toBeLessThan(20);
    kit.world.probe = () => Promise.resolve({ kind: "answered" });
    kit.client.respond = () => booked(1);
    await clockOn(120_000);
    expect(statuses(...all).filter((status) => status === "done")).toHaveLength(6);
    expect(kit.client.posts()).toHaveLength(10);
  });

  it("sends nothing before the service has answered", async () => {
    kit.world.probe = () => Promise.resolve({ kind: "failed", failure: fail("not-reached", "Down.") });
    kit.line.reset(true);
    const one = booking();
    await kick();
    await clockOn(60_000);
    expect(kit.client.posts()).toHaveLength(0);
    await kit.engine.sendNow(one.id);
    expect(kit.client.posts()).toHaveLength(0);
    expect(statuses(one)).toEqual(["ready"]);
  });

  it("stops looking for more when it is paused, and goes on when it is resumed", async () => {
    const all = Array.from({ length: 6 }, (_, index) => booking(index + 1));
    await kick();
    kit.engine.pause(true);
    await answerAll(() => booked(1));
    await clockOn(120_000);
    expect(statuses(...all)).toEqual(["done", "done", "done", "done", "ready", "ready"]);
    expect(kit.engine.progress()).toEqual({ left: 2, sent: 4, paused: true });
    kit.client.respond = () => booked(1);
    kit.engine.pause(false);
    await settle();
    expect(new Set(statuses(...all))).toEqual(new Set(["done"]));
  });

  it("ends what is under way when it stops, and never starts again", async () => {
    const [sending, waiting] = [booking(1), patient()];
    await kit.engine.sendNow("00000000-0000-4000-8000-999999999999");
    kit.client.respond = () => null;
    await kick();
    const later = booking(2);
    await kit.engine.stop();
    expect(statuses(sending, waiting, later)).toEqual(["needs-checking", "ready", "ready"]);
    const posts = kit.client.posts().length;
    await kick();
    await kit.engine.sendNow(later.id);
    await clockOn(600_000);
    expect(kit.client.posts()).toHaveLength(posts);
  });
});

describe("one bad item", () => {
  it("that is refused stops nothing else", async () => {
    const bad = booking(666);
    const good = Array.from({ length: 8 }, (_, index) => booking(index + 1));
    kit.client.respond = ({ body }) => (body["patientId"] === 666 ? failing("fields-refused") : booked(1));
    await kick();
    expect(statuses(bad)).toEqual(["needs-editing"]);
    expect(new Set(statuses(...good))).toEqual(new Set(["done"]));
  });

  it("that may not be sent any more leaves its place to the next at once", async () => {
    const passed = Array.from({ length: 5 }, () => booking(1, { date: "2026-03-01" }));
    const good = booking(2);
    kit.client.respond = () => booked(1);
    await kick();
    expect(new Set(statuses(...passed))).toEqual(new Set(["needs-editing"]));
    expect(statuses(good)).toEqual(["done"]);
    expect(kit.client.posts()).toHaveLength(1);
  });

  it("that makes the client throw counts as one that may have been made, and stops nothing else", async () => {
    const bad = booking(666);
    const good = booking(1);
    kit.client.respond = ({ body }) => {
      if (body["patientId"] === 666) throw new Error("a fault of ours");
      return booked(1);
    };
    await kick();
    expect(statuses(good)).toEqual(["done"]);
    expect(statuses(bad)).toEqual(["needs-checking"]);
    expect(kit.logged).toContain("outbox.send");
  });

  it("that is tried again and again comes back less and less often", async () => {
    const bad = patient("Zoe");
    const at: number[] = [];
    kit.client.respond = ({ body }) => {
      at.push(kit.clock.monotonic());
      return body["firstName"] === "Zoe" ? failing("service-error") : booked(1);
    };
    await kick();
    await clockOn(600_000);
    expect(statuses(bad)).toEqual(["ready"]);
    const gaps = at.slice(1).map((time, index) => time - (at[index] ?? 0));
    expect(gaps.length).toBeLessThan(30);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(250);
    expect(gaps.at(-1)).toBeGreaterThan((gaps[0] ?? 0) * 8);
    const good = booking(5);
    await kick();
    expect(statuses(good)).toEqual(["done"]);
  });
});

describe("patients", () => {
  it("are sent again with the same external ID and key after an unclear attempt, and a 409 then gives the number", async () => {
    const one = patient();
    const answers = [failing("unclear"), failing("patient-exists", { existingPatientId: 12 })];
    kit.client.respond = () => answers.shift() ?? null;
    await kick();
    await clockOn(10_000);
    const [first, second] = kit.client.posts();
    expect(second?.body).toEqual(first?.body);
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
    expect(kit.item(one.id)).toMatchObject({ status: "done", result: { patientId: 12 } });
  });

  it("are not joined with somebody else's after a 409 on the first attempt", async () => {
    const one = patient();
    kit.client.respond = () => failing("patient-exists", { existingPatientId: 12 });
    await kick();
    expect(kit.item(one.id)).toMatchObject({ status: "needs-editing", result: null });
  });

  it("are asked for again when the answer was yes and its content is lost", async () => {
    const one = patient();
    const answers: Answer[] = [{ kind: "unreadable" }, failing("patient-exists", { existingPatientId: 12 })];
    kit.client.respond = () => answers.shift() ?? null;
    await kick();
    await clockOn(10_000);
    expect(kit.item(one.id)).toMatchObject({ status: "done", result: { patientId: 12 } });
  });
});

describe("bookings", () => {
  it("that wait for their patient go out with the number the moment it is known", async () => {
    const made = kit.items.create({ kind: "patient", form: typedPatient });
    const id = made.ok ? made.value.id : "";
    const sending = kit.items.submit(id, true);
    await settle();
    const recordId = kit.item(id);
    const known = recordId.kind === "patient" ? (recordId.patientRecordId ?? "") : "";
    const draft = kit.items.create({
      kind: "booking",
      form: typedBooking({ patient: { kind: "known", id: known }, sameAddress: true }),
    });
    const bookingId = draft.ok ? draft.value.id : "";
    expect(await kit.items.submit(bookingId, true)).toMatchObject({
      value: { status: "waiting-for-patient" },
    });
    expect(kit.client.posts()).toHaveLength(1);
    kit.client.posts()[0]?.answer(patientMade(4711));
    await sending;
    await settle();
    expect(kit.client.posts()[1]).toMatchObject({
      endpoint: "bookAppointment",
      body: { patientId: 4711, address: "1 Main St" },
    });
    await answerAll(() => booked(1));
    expect(statuses(kit.item(bookingId))).toEqual(["done"]);
  });

  it("are booked, number unknown, when the answer was yes and its content is lost; and never sent again", async () => {
    const one = booking();
    kit.client.respond = () => ({ kind: "unreadable" });
    await kick();
    await clockOn(600_000);
    expect(kit.item(one.id)).toMatchObject({
      status: "done",
      problem: { code: "unreadable-answer" },
      result: { appointment: null, markedByPerson: false },
    });
    expect(kit.client.posts()).toHaveLength(1);
  });

  it.each(["unclear", "service-error", "redirected"] as const)("wait for a person after %s", async (code) => {
    const one = booking();
    kit.client.respond = () => failing(code);
    await kick();
    await clockOn(600_000);
    expect(kit.item(one.id)).toMatchObject({ status: "needs-checking", problem: { code } });
    expect(kit.client.posts()).toHaveLength(1);
  });

  it("are repeated with the same key when the service is trusted to recognise it", async () => {
    kit.world.settings = { ...kit.world.settings, trustsIdempotencyKey: true };
    const one = booking();
    const answers = [failing("unclear"), booked(1)];
    kit.client.respond = () => answers.shift() ?? null;
    await kick();
    await clockOn(10_000);
    const keys = kit.client.posts().map(({ idempotencyKey }) => idempotencyKey);
    expect(keys).toEqual([one.idempotencyKey, one.idempotencyKey]);
    expect(statuses(one)).toEqual(["done"]);
  });

  it("are not repeated any more once that trust is taken back", async () => {
    kit.world.settings = { ...kit.world.settings, trustsIdempotencyKey: true };
    const one = booking();
    kit.client.respond = () => failing("unclear");
    await kick();
    expect(statuses(one)).toEqual(["ready"]);
    kit.world.settings = { ...kit.world.settings, trustsIdempotencyKey: false };
    await clockOn(600_000);
    expect(statuses(one)).toEqual(["needs-checking"]);
    expect(kit.client.posts()).toHaveLength(1);
  });
});

describe("webhooks", () => {
  const listed = (value: unknown): Answer => ({ kind: "success", value });
  const hook = { id: 3, url: typedWebhook.url, events: typedWebhook.events };

  it("are looked for in the service's list after an unclear attempt, and found there are done", async () => {
    const one = webhook();
    kit.client.respond = ({ endpoint }) =>
      endpoint === "listWebhooks" ? listed([hook]) : failing("unclear");
    await kick();
    await clockOn(10_000);
    expect(kit.item(one.id)).toMatchObject({ status: "done", result: { id: 3 } });
    expect(kit.client.posts()).toHaveLength(1);
  });

  it("are found there though the form held more than was sent", async () => {
    const form = { url: ` ${typedWebhook.url} `, events: [...typedWebhook.events, ...typedWebhook.events] };
    const one = kit.ready({ kind: "webhook", form });
    kit.client.respond = ({ endpoint }) =>
      endpoint === "listWebhooks" ? listed([hook]) : failing("unclear");
    await kick();
    await clockOn(10_000);
    expect(statuses(one)).toEqual(["done"]);
    expect(kit.client.posts()).toHaveLength(1);
  });

  it("are sent again when the list does not show them", async () => {
    const one = webhook();
    const answers = [failing("unclear"), listed(hook)];
    kit.client.respond = ({ endpoint }) =>
      endpoint === "listWebhooks" ? listed([{ ...hook, events: ["b.c.v1"] }]) : (answers.shift() ?? null);
    await kick();
    await clockOn(10_000);
    expect(statuses(one)).toEqual(["done"]);
    expect(kit.client.posts()).toHaveLength(2);
  });

  it("are not sent again while the list cannot be had", async () => {
    const one = webhook();
    kit.client.respond = ({ endpoint }) =>
      endpoint === "listWebhooks" ? failing("service-error") : failing("unclear");
    await kick();
    await clockOn(120_000);
    expect(statuses(one)).toEqual(["ready"]);
    expect(kit.client.posts()).toHaveLength(1);
  });

  it("are not sent again when the list cannot be read: a person decides", async () => {
    const one = webhook();
    kit.client.respond = ({ endpoint }) =>
      endpoint === "listWebhooks" ? { kind: "unreadable" } : failing("unclear");
    await kick();
    await clockOn(120_000);
    expect(kit.item(one.id)).toMatchObject({
      status: "needs-editing",
      problem: { code: "unreadable-answer" },
    });
    expect(kit.client.posts()).toHaveLength(1);
  });

  it("are not looked for before their first attempt", async () => {
    webhook();
    kit.client.respond = () => listed(hook);
    await kick();
    expect(kit.client.calls.map(({ endpoint }) => endpoint)).toEqual(["registerWebhook"]);
  });
});
