import { words } from "../../../messages/words.ts";
import { beforeEach, expect, it } from "vitest";
import type { FormOf } from "../../../shared/outbox/routes.ts";
import { isUnsettled, wasUncertain } from "../../../main/features/outbox/attempts.ts";
import { markRestored } from "../../../main/features/outbox/restored.ts";
import { settle } from "../../support/fake-clock.ts";
import {
  outboxKit,
  startOfTest,
  typedBooking,
  typedPatient,
  typedWebhook,
  type OutboxKit,
} from "../../support/outbox-kit.ts";
import { booked, failing, type Answer } from "../../support/scripted-client.ts";
import { said, verbatim } from "../../../messages/saying.ts";
import { worded } from "../../support/told.ts";

// Each was found by the model of the outbox (fault F9), and is kept as the shortest story of it.

let kit: OutboxKit;
beforeEach(async () => {
  kit = await outboxKit();
});

const booking = (change = {}): FormOf => ({ kind: "booking", form: typedBooking(change) });
const patient: FormOf = { kind: "patient", form: typedPatient };
function create(content: FormOf): string {
  const made = kit.items.create(content);
  return made.ok ? made.value.id : expect.fail(said(made.failure.why));
}
function trust(trustsIdempotencyKey: boolean): void {
  kit.world.settings = { ...kit.world.settings, trustsIdempotencyKey };
}
async function answer(call: number, given: Answer): Promise<void> {
  kit.client.posts()[call]?.answer(given);
  await settle();
}
const foreign = { ...failing("refused"), foreign: true };
const statusOf = (id: string): string => kit.item(id).status;
/** Sends it, to an answer that is said by `given`. */
async function sent(id: string, given: Answer): Promise<void> {
  kit.client.respond = () => given;
  // One that was tried a moment ago is not sent again within a second, whoever asks.
  await kit.clock.advance(1_000);
  await kit.items.submit(id, true);
  kit.client.respond = () => null;
}

it("a booking that could not begin is not overtaken by the next one of its patient", async () => {
  const { id } = kit.knownPatient(5);
  const of = (time: string) =>
    kit.ready(booking({ patient: { kind: "known", id }, sameAddress: true, time }));
  const [first, second] = [of("9am"), of("10am")];
  let failures = 1;
  Object.defineProperty(kit.world, "diskFull", { get: () => failures-- > 0 });
  kit.engine.kick();
  await settle();
  expect([statusOf(first.id), statusOf(second.id)]).toEqual(["ready", "ready"]);
  kit.client.respond = () => booked();
  await kit.clock.advance(10_000);
  expect(kit.client.posts().map(({ body }) => body["appointmentDateTime"])).toEqual([
    "2026-04-01T09:00:00-04:00",
    "2026-04-01T10:00:00-04:00",
  ]);
});

it("a refusal that broke off on the way settles nothing", () => {
  const item = kit.ready(booking());
  const attempt = {
    startedAt: startOfTest,
    endedAt: startOfTest,
    phase: "answering",
    outcome: verbatim("x"),
  } as const;
  const tried = (status: number) => ({ ...item, attempts: [{ ...attempt, status }] });
  expect(wasUncertain(tried(400).attempts)).toBe(true);
  expect(isUnsettled(tried(422))).toBe(true);
  expect([401, 429].map((status) => isUnsettled(tried(status)))).toEqual([false, false]);
});

it("trust in the key that is taken back while a booking is on its way counts for that booking", async () => {
  trust(true);
  const id = create(booking());
  const sending = kit.items.submit(id, true);
  await settle();
  trust(false);
  await answer(0, failing("unclear"));
  await sending;
  expect(statusOf(id)).toBe("needs-checking");
});

it("a booking whose repeat is refused may have been made all the same: it is not for editing", async () => {
  trust(true);
  const id = create(booking());
  await sent(id, failing("unclear"));
  await sent(id, failing("refused"));
  expect(kit.item(id)).toMatchObject({
    status: "needs-checking",
    problem: { code: "unclear", next: "check" },
  });
  expect(kit.items.edit(id)).toMatchObject({ ok: false });
});

it('"Book again" is asked once, however often a trusted key was tried before', async () => {
  trust(true);
  const id = create(booking());
  for (let times = 0; times < 3; times += 1) await sent(id, failing("unclear"));
  trust(false);
  await sent(id, failing("unclear"));
  expect(statusOf(id)).toBe("needs-checking");
  kit.client.respond = () => booked(9);
  await kit.items.decide(id, "again");
  expect(statusOf(id)).toBe("done");
  expect(kit.client.posts()).toHaveLength(4);
});

it("a booking of a restored backup cannot be typed, edited or sent before a person decided", async () => {
  const id = create(booking());
  const unfinished = () => kit.store.read(({ items }) => items.unfinished());
  const { save } = kit;
  markRestored({ inside: 0, outside: 1, unfinished, save, now: () => startOfTest });
  expect([kit.items.edit(id), kit.items.saveForm(id, booking({ notes: "x" }))]).toMatchObject([
    { failure: { code: "busy" } },
    { failure: { code: "busy" } },
  ]);
  await kit.items.submit(id, true);
  expect(kit.client.posts()).toHaveLength(0);
  trust(true);
  kit.client.respond = () => failing("unclear");
  await kit.items.decide(id, "again");
  trust(false);
  await sent(id, failing("unclear"));
  // Two tries may have been booked, and a person has settled one.
  expect(statusOf(id)).toBe("needs-checking");
  expect(kit.client.posts()).toHaveLength(1);
});

it("a booking for a patient who was discarded says so, rather than wait for ever", async () => {
  const one = create(patient);
  kit.world.probe = () => new Promise(() => undefined);
  kit.line.reset(true);
  await kit.items.submit(one, false);
  const item = kit.item(one);
  const id = item.kind === "patient" ? (item.patientRecordId ?? "") : "";
  const content = booking({ patient: { kind: "known", id }, sameAddress: true });
  const [before, later] = [create(content), create(content)];
  // Nothing answers, so that this one never ends.
  void kit.items.submit(before, true);
  await kit.items.submit(later, false);
  expect([statusOf(before), statusOf(later)]).toEqual(["waiting-for-patient", "saved-for-later"]);
  kit.items.discard(one);
  expect([statusOf(before), statusOf(later)]).toEqual(["needs-editing", "needs-editing"]);
  expect(worded(await kit.items.submit(create(content), false))).toMatchObject({
    failure: { fields: { patient: words.fields.patient.discarded } },
  });
});

it("bookings wait for the linked draft of a patient who was edited", async () => {
  const one = create(patient);
  await sent(one, failing("fields-refused"));
  const item = kit.item(one);
  const id = item.kind === "patient" ? (item.patientRecordId ?? "") : "";
  const edited = kit.items.edit(one);
  expect(kit.patient(id)?.itemId).toBe(edited.ok ? edited.value.id : null);
});

it("a send that waited long for its place asks the line again first", async () => {
  for (let number = 1; number <= 4; number += 1)
    kit.ready(booking({ patient: { kind: "number", text: String(number) } }));
  kit.engine.kick();
  await settle();
  const sending = kit.items.submit(create(booking()), true);
  const line = Promise.withResolvers<{ readonly kind: "answered" }>();
  kit.world.probe = () => line.promise;
  await kit.clock.advance(31_000);
  const probes = kit.world.probes;
  // An answer to somebody who has left the desk says nothing of this line.
  const { account } = kit.world;
  kit.world.account = null;
  await answer(0, booked());
  kit.world.account = account;
  expect(kit.client.posts()).toHaveLength(4);
  line.resolve({ kind: "answered" });
  await settle();
  expect(kit.client.posts()).toHaveLength(5);
  expect(kit.world.probes).toBe(probes + 1);
  await answer(4, booked(5));
  await sending;
});

it("sends that waited for the line together are still four at once", async () => {
  const { promise, resolve } = Promise.withResolvers<{ readonly kind: "answered" }>();
  kit.world.probe = () => promise;
  kit.line.reset(true);
  const sends = Array.from({ length: 7 }, (_none, index) =>
    kit.items.submit(create(booking({ patient: { kind: "number", text: String(index) } })), true),
  );
  kit.line.reset(true);
  void kit.line.check();
  resolve({ kind: "answered" });
  await settle();
  expect(kit.client.posts()).toHaveLength(4);
  kit.client.respond = () => booked();
  for (const call of kit.client.open()) call.answer(booked());
  await settle();
  await Promise.all(sends);
});

it("what may have been made is not saved for later, of which it is said that nothing was sent", async () => {
  trust(true);
  const id = create(booking());
  await sent(id, failing("unclear"));
  expect(statusOf(id)).toBe("ready");
  await kit.items.submit(id, false);
  expect(statusOf(id)).toBe("ready");
  // As a control: one that the service refused has made nothing.
  const refused = create(booking({ time: "3pm" }));
  await sent(refused, failing("refused"));
  await kit.items.submit(refused, false);
  expect(statusOf(refused)).toBe("saved-for-later");
});

it("a list that something else refuses, before a webhook is sent again, is no answer of the service", async () => {
  const id = create({ kind: "webhook", form: typedWebhook });
  await sent(id, failing("unclear"));
  kit.client.respond = ({ endpoint }) => (endpoint === "listWebhooks" ? foreign : null);
  let probes = 0;
  const { promise } = Promise.withResolvers<{ readonly kind: "answered" }>();
  kit.world.probe = async () => ((probes += 1) === 1 ? { kind: "answered" } : promise);
  await kit.clock.advance(10_000);
  expect(kit.client.calls.map(({ endpoint }) => endpoint)).toEqual(["registerWebhook", "listWebhooks"]);
  expect([statusOf(id), kit.line.current().state]).toEqual(["ready", "offline"]);
  // Nothing of anybody else goes out on that line before a probe was answered.
  kit.ready(booking());
  kit.engine.kick();
  await settle();
  expect(kit.client.posts()).toHaveLength(1);
});

it("a webhook whose list the service refuses says so of the list, not of its repeat", async () => {
  const id = create({ kind: "webhook", form: typedWebhook });
  await sent(id, failing("unclear"));
  kit.client.respond = ({ endpoint }) => (endpoint === "listWebhooks" ? failing("fields-refused") : null);
  await kit.clock.advance(10_000);
  expect(kit.item(id)).toMatchObject({ status: "needs-editing", problem: { code: "refused" } });
  expect(said(kit.item(id).problem?.why ?? verbatim(""))).toContain("didn’t return its list");
  expect([kit.client.posts().length, kit.line.current().state]).toEqual([1, "online"]);
});

it("a list that the service puts off, before a webhook is sent again, is no answer on which anything else goes out", async () => {
  const id = create({ kind: "webhook", form: typedWebhook });
  await sent(id, failing("unclear"));
  const wait = failing("rate-limited", { retryAfterSeconds: 1 });
  kit.client.respond = ({ endpoint }) => (endpoint === "listWebhooks" ? wait : null);
  let probes = 0;
  const { promise } = Promise.withResolvers<{ readonly kind: "answered" }>();
  kit.world.probe = async () => ((probes += 1) === 1 ? { kind: "answered" } : promise);
  await kit.clock.advance(10_000);
  expect(kit.client.calls.map(({ endpoint }) => endpoint)).toEqual(["registerWebhook", "listWebhooks"]);
  expect(statusOf(id)).toBe("ready");
  kit.ready(booking());
  kit.engine.kick();
  await settle();
  expect(kit.client.posts()).toHaveLength(1);
});

it("'Book again' is kept by one write: a disk that is full behind it leaves nothing to go out by itself, before or after its turn", async () => {
  const id = create(booking());
  await sent(id, failing("unclear"));
  expect(statusOf(id)).toBe("needs-checking");
  // Stopped, so that nothing but the decision is written.
  await kit.engine.stop();
  const { transaction } = kit.store;
  let writes = 0;
  const filling = (work: Parameters<typeof transaction>[0]): unknown => {
    writes += 1;
    if (writes > 1) throw new Error("full");
    return transaction(work);
  };
  Object.assign(kit.store, { transaction: filling });
  expect(await kit.items.decide(id, "again")).toMatchObject({ ok: true, value: { status: "ready" } });
  expect(writes).toBe(1);
});
