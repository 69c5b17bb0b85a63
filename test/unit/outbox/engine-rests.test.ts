import { beforeEach, describe, expect, it } from "vitest";
import { fail } from "../../../shared/core/failure.ts";
import { verbatim } from "../../../messages/saying.ts";
import { settle } from "../../support/fake-clock.ts";
import { outboxActions } from "../../support/outbox-actions.ts";
import { deskAccount, outboxKit, type OutboxKit } from "../../support/outbox-kit.ts";
import { booked, failing } from "../../support/scripted-client.ts";

let kit: OutboxKit;
beforeEach(async () => {
  kit = await outboxKit();
});
const { booking, patient, statuses, kick, answerAll, clockOn } = outboxActions(() => kit);

/** Counts from now on how often the desk looks who is at it, which it does whenever it looks for work. */
function looks(): () => number {
  const { account } = kit.world;
  let count = 0;
  Object.defineProperty(kit.world, "account", { get: () => ((count += 1), account) });
  return () => count;
}
/** The same for how often the items that are ready are read. */
function reads(): () => number {
  const { read } = kit.store;
  let count = 0;
  const counting: OutboxKit["store"]["read"] = (work) =>
    read((all) =>
      work({ ...all, items: { ...all.items, ready: (of) => ((count += 1), all.items.ready(of)) } }),
    );
  Object.assign(kit.store, { read: counting });
  return () => count;
}

describe("a desk that has nothing to do", () => {
  it("does nothing at all while nobody is signed in", async () => {
    const { id } = booking();
    kit.world.account = null;
    const pending = kit.clock.pending();
    await kick();
    await kit.engine.sendNow(id);
    expect([kit.logged, kit.clock.pending(), kit.client.calls]).toEqual([[], pending, []]);
  });

  it("sets no alarm when nothing waits", async () => {
    booking();
    kit.client.respond = () => booked();
    await kick();
    // The line's own, for its next probe.
    expect(kit.clock.pending()).toBe(1);
  });

  it("has one alarm, however often it is asked to look, and none once it has ended", async () => {
    patient();
    kit.client.respond = () => failing("unclear");
    await kick();
    const pending = kit.clock.pending();
    for (let times = 0; times < 20; times += 1) await kick();
    expect(kit.clock.pending()).toBe(pending);
    await kit.engine.stop();
    kit.line.stop();
    expect(kit.clock.pending()).toBe(0);
  });

  it("rests as long as the service asked it to", async () => {
    booking();
    kit.client.respond = () => failing("rate-limited", { retryAfterSeconds: 600 });
    await kick();
    const looked = looks();
    await clockOn(590_000);
    expect(looked()).toBeLessThan(10);
  });

  it("reads what is ready a few times for many bookings, not once for each", async () => {
    for (let number = 1; number <= 100; number += 1) booking(number);
    kit.client.respond = () => booked();
    const read = reads();
    await kick();
    for (let turn = 0; turn < 10; turn += 1) await settle();
    expect(kit.client.posts()).toHaveLength(100);
    expect(read()).toBeLessThan(20);
  });
});

describe("what was read before", () => {
  it("is read anew when somebody asks: an older booking that has become ready goes first", async () => {
    const old = booking(1);
    kit.save({ ...old, status: "saved-for-later" });
    for (let number = 2; number <= 6; number += 1) booking(number);
    await kick();
    kit.save({ ...old, status: "ready" });
    await kick();
    kit.client.posts()[0]?.answer(booked());
    await settle();
    expect(kit.client.posts().map(({ body }) => body["patientId"])).toEqual([2, 3, 4, 5, 1]);
  });

  it("is read anew after a booking has to be tried again: the next of its patient does not overtake it", async () => {
    const [first, second] = [booking(7), booking(7)];
    for (let number = 10; number < 14; number += 1) booking(number);
    await kick();
    // What the old token is answered says nothing of the line.
    kit.world.account = { ...deskAccount, credentials: { ...deskAccount.credentials, token: "new" } };
    const [sent, ...others] = kit.client.open();
    sent?.answer(failing("token-refused"));
    await settle();
    // Its wait is over, and nobody has looked yet when the next places are free.
    kit.clock.skip(5_000);
    for (const call of others) call.answer(booked());
    await settle();
    expect(statuses(first, second)).toEqual(["sending", "ready"]);
  });
});

describe("a store that cannot be read", () => {
  it("is asked again after five seconds, and then what is ready goes out", async () => {
    const one = booking();
    kit.client.respond = () => booked();
    kit.world.diskBroken = true;
    await kick();
    expect(kit.logged).toEqual(["outbox.look"]);
    kit.world.diskBroken = false;
    await clockOn(4_900);
    expect(statuses(one)).toEqual(["ready"]);
    await clockOn(100);
    expect(statuses(one)).toEqual(["done"]);
  });
});

describe("two answers that name one booking", () => {
  it("stop the queue until the line was asked, though each was taken for good when it came", async () => {
    const all = [booking(1), booking(2)];
    await kick();
    kit.world.probe = () =>
      Promise.resolve({ kind: "failed", failure: fail("not-reached", verbatim("Down.")) });
    await answerAll(() => booked(5));
    expect(statuses(...all)).toEqual(["needs-checking", "needs-checking"]);
    expect(kit.line.current().state).toBe("offline");
  });
});

describe("an answer that is stored late", () => {
  it("does not make the queue wait anew", async () => {
    booking();
    await kick();
    kit.world.diskFull = true;
    await answerAll(() => failing("rate-limited", { retryAfterSeconds: 40 }));
    await clockOn(30_000);
    kit.world.diskFull = false;
    await clockOn(3_000);
    expect(kit.engine.progress()?.waitsUntil).toBe("2026-03-02T09:00:40.000Z");
  });
});

describe("another copy of these records", () => {
  it("that is found in use ends all sending from here, and says nothing of the line", async () => {
    const all = Array.from({ length: 6 }, (_none, index) => booking(index + 1));
    let asked = 0;
    const others = Promise.withResolvers<"counted">();
    kit.world.counted = () => ((asked += 1) === 1 ? Promise.resolve("other-copy") : others.promise);
    kit.client.respond = () => booked();
    const line = kit.line.current();
    kit.clock.skip(1_000);
    await kick();
    expect(kit.line.current()).toEqual(line);
    others.resolve("counted");
    await settle();
    await kit.engine.sendNow(all[5]?.id ?? "");
    await clockOn(60_000);
    expect(kit.client.posts()).toEqual([]);
    expect(statuses(...all)).toEqual(["needs-checking", "ready", "ready", "ready", "ready", "ready"]);
    expect(all.slice(4).map(({ id }) => kit.item(id))).toEqual(all.slice(4));
    expect(kit.line.current().state).toBe("online");
  });
});
