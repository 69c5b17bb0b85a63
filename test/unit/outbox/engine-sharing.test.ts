import { describe, expect, it } from "vitest";
import type { Sharing } from "../../../main/features/outbox/ports.ts";
import { createStoreError } from "../../../main/db/store-error.ts";
import { fail } from "../../../shared/core/failure.ts";
import { verbatim } from "../../../messages/saying.ts";
import { settle } from "../../support/fake-clock.ts";
import { outboxActions } from "../../support/outbox-actions.ts";
import { deskAccount, outboxKit, typedBooking, type OutboxKit } from "../../support/outbox-kit.ts";
import { booked, failing } from "../../support/scripted-client.ts";

/** A refusal by something between the desk and the service. */
const foreign = { ...failing("refused"), foreign: true };

let kit: OutboxKit;
const { booking, statuses, kick, clockOn } = outboxActions(() => kit);

/** What the desk asked of the others, and what it let go of. */
type Asked = { readonly permits: string[]; readonly letGo: string[] };

/** A desk beside others. */
async function shared(change: Partial<Sharing> = {}): Promise<Asked> {
  const asked: Asked = { permits: [], letGo: [] };
  kit = await outboxKit({
    ...change,
    permit: (item, account) => {
      asked.permits.push(item.id);
      return change.permit?.(item, account) ?? Promise.resolve(true);
    },
    notBegun: ({ id }) => void asked.letGo.push(id),
  });
  return asked;
}

/** The same, where the hub's answer about the first booking that it is asked about waits for the test. */
async function sharedAndAsked(): Promise<Asked & { readonly answer: (isYes: boolean) => Promise<void> }> {
  const first = Promise.withResolvers<boolean>();
  let times = 0;
  const asked = await shared({
    permit: () => ((times += 1) === 1 ? first.promise : Promise.resolve(true)),
  });
  return {
    ...asked,
    answer: async (isYes) => {
      first.resolve(isYes);
      await settle();
    },
  };
}

describe("a booking that another desk could send too", () => {
  it("goes out when the hub permits it, and is not let go of", async () => {
    const { permits, letGo } = await shared();
    const one = booking();
    kit.client.respond = () => booked();
    await kick();
    expect(statuses(one)).toEqual(["done"]);
    expect([permits, letGo]).toEqual([[one.id], []]);
  });

  it("is asked about once its patient has a number, and not when it is pressed before", async () => {
    const { permits, letGo } = await shared();
    const patient = { kind: "known" as const, id: kit.knownPatient(null).id };
    const waiting = kit.ready({ kind: "booking", form: typedBooking({ patient }) });
    kit.save({ ...waiting, status: "waiting-for-patient" });
    await kit.engine.sendNow(waiting.id);
    await settle();
    expect([permits, letGo]).toEqual([[], []]);
    expect(kit.item(waiting.id).status).toBe("waiting-for-patient");
  });

  it("does not go out without the hub's yes, holds nobody up, and is asked for again after five seconds", async () => {
    let isFree = false;
    const held = new Set<string>();
    const { permits, letGo } = await shared({
      permit: ({ id }) => Promise.resolve(isFree || !held.has(id)),
    });
    const [one, other] = [booking(1), booking(2)];
    held.add(one.id);
    kit.client.respond = () => booked();
    await kick();
    expect(statuses(one, other)).toEqual(["ready", "done"]);
    expect(kit.item(one.id).attempts).toEqual([]);
    await clockOn(4_900);
    expect(permits).toEqual([one.id, other.id]);
    await clockOn(200);
    expect(permits).toEqual([one.id, other.id, one.id]);
    expect([statuses(one), letGo]).toEqual([["ready"], []]);
    isFree = true;
    await clockOn(5_000);
    expect([statuses(one), kit.client.posts().length]).toEqual([["done"], 2]);
  });

  it("does not go out for a person either, who pressed Send and is not kept waiting", async () => {
    await shared({ permit: () => Promise.resolve(false) });
    const one = booking();
    await kit.engine.sendNow(one.id);
    expect(kit.item(one.id)).toMatchObject({ status: "ready", attempts: [] });
    expect(kit.client.posts()).toEqual([]);
  });

  it("is let go of when it turns out that it may not be sent as it is", async () => {
    const { letGo } = await shared();
    const passed = booking(1, { date: "2026-03-01" });
    await kick();
    expect(letGo).toEqual([passed.id]);
    expect(kit.client.posts()).toEqual([]);
    expect(kit.traced).not.toContain("intent-kept");
  });

  it("is let go of when its beginning cannot be kept, and asked for anew", async () => {
    const { permits, letGo } = await shared();
    const one = booking();
    kit.world.diskFull = true;
    await kick();
    expect([permits, letGo]).toEqual([[one.id], [one.id]]);
    expect(kit.logged).toEqual(["outbox.begin"]);
    kit.world.diskFull = false;
    kit.client.respond = () => booked();
    await clockOn(5_000);
    expect(permits).toEqual([one.id, one.id]);
    expect(statuses(one)).toEqual(["done"]);
  });

  it("is let go of when its right was gone before it began, and asked for again after five seconds", async () => {
    const may = { begin: false };
    let asked = 0;
    const { permits, letGo } = await shared({
      // An end for a desk that would ask without end.
      permit: () => ((asked += 1) < 5 ? Promise.resolve(true) : new Promise(() => undefined)),
      begins: () => may.begin,
    });
    const one = booking();
    await kick();
    await clockOn(4_900);
    expect([permits, letGo]).toEqual([[one.id], [one.id]]);
    expect(kit.item(one.id)).toEqual(one);
    may.begin = true;
    kit.client.respond = () => booked();
    await clockOn(200);
    expect(statuses(one)).toEqual(["done"]);
  });

  it("is asked for again after five seconds, when what the hub says cannot be kept", async () => {
    let isFull = true;
    const { permits, letGo } = await shared({
      // An end for a desk that would ask without end.
      permit: () =>
        isFull && permits.length < 5 ? Promise.reject(createStoreError("full")) : Promise.resolve(!isFull),
    });
    const [one, other] = [booking(7), booking(7)];
    await kick();
    await clockOn(4_900);
    expect([permits, letGo]).toEqual([[one.id], []]);
    expect(kit.logged).toEqual(["outbox.begin"]);
    isFull = false;
    kit.client.respond = () => booked();
    await clockOn(200);
    expect(permits).toEqual([one.id, one.id, other.id]);
    expect(statuses(one, other)).toEqual(["done", "done"]);
  });

  it("that a person sent is not asked for again by the queue", async () => {
    const { permits } = await shared();
    const all = Array.from({ length: 6 }, (_none, index) => booking(index + 1));
    await kick();
    void kit.engine.sendNow(all[5]?.id ?? "");
    kit.client.respond = () => booked();
    for (const call of kit.client.open()) call.answer(booked());
    await settle();
    expect(new Set(statuses(...all))).toEqual(new Set(["done"]));
    expect(permits.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
  });
});

describe("what happens while the hub is asked", () => {
  it("lets nothing begin after signing out", async () => {
    const { answer, letGo } = await sharedAndAsked();
    const one = booking();
    await kick();
    kit.world.account = null;
    await answer(true);
    expect(kit.item(one.id)).toEqual(one);
    expect(letGo).toEqual([one.id]);
  });

  it("lets nothing begin with the token that was there before", async () => {
    const { answer } = await sharedAndAsked();
    const one = booking();
    await kick();
    kit.world.account = { ...deskAccount, credentials: { ...deskAccount.credentials, token: "new" } };
    kit.client.respond = () => booked();
    await answer(true);
    expect(kit.client.posts().map(({ credentials }) => credentials.token)).toEqual(["new"]);
    expect(kit.item(one.id).attempts).toHaveLength(1);
  });

  it("lets nothing begin that was discarded, and nothing of that is a fault", async () => {
    const { answer, letGo } = await sharedAndAsked();
    const one = booking();
    await kick();
    kit.items.discard(one.id);
    await answer(true);
    expect(kit.item(one.id)).toMatchObject({ status: "discarded", attempts: [] });
    expect([letGo, kit.logged]).toEqual([[one.id], []]);
  });

  it("lets nothing begin when the program ends, which waits for the hub's answer", async () => {
    const { answer, letGo } = await sharedAndAsked();
    const one = booking();
    await kick();
    const stopped = kit.engine.stop(3_000);
    await answer(true);
    await stopped;
    expect(kit.item(one.id)).toEqual(one);
    expect(letGo).toEqual([one.id]);
  });

  it("lets nothing begin when the queue has to wait since", async () => {
    const { answer } = await sharedAndAsked();
    const [one] = [booking(1), booking(2), booking(3)];
    await kick();
    // Something between the desk and the service refuses everybody: the queue slows down, the line stays as it is.
    for (const call of kit.client.open()) call.answer(foreign);
    await settle();
    expect(kit.engine.progress()?.waitsUntil).not.toBeNull();
    await answer(true);
    expect(kit.item(one?.id ?? "")).toEqual(one);
  });

  it("does not let a patient's later booking overtake, though the line was down for that moment", async () => {
    const { answer } = await sharedAndAsked();
    const [first, second] = [booking(7), booking(7)];
    booking(8);
    await kick();
    kit.world.probe = () => new Promise(() => undefined);
    kit.line.failed(fail("not-reached", verbatim("Down.")));
    await answer(true);
    expect(statuses(first, second)).toEqual(["ready", "ready"]);
    // The answer of the third shows that the line is up again.
    kit.client.posts()[0]?.answer(booked());
    await settle();
    expect(statuses(first, second)).toEqual(["sending", "ready"]);
  });
});

describe("a press while the queue has to wait", () => {
  it("asks nobody for a place that it would not take", async () => {
    const { permits } = await shared();
    for (let number = 1; number <= 4; number += 1) booking(number);
    await kick();
    const waiting = booking(99);
    const asked = kit.engine.sendNow(waiting.id);
    for (const call of kit.client.open().slice(0, 2)) call.answer(foreign);
    await asked;
    expect(permits).not.toContain(waiting.id);
    expect(kit.item(waiting.id)).toEqual(waiting);
  });

  it("asks nobody for a place once the program ends", async () => {
    const { permits } = await shared();
    for (let number = 1; number <= 4; number += 1) booking(number);
    await kick();
    const waiting = booking(99);
    const asked = kit.engine.sendNow(waiting.id);
    const stopped = kit.engine.stop(3_000);
    kit.client.posts()[0]?.answer(booked());
    await asked;
    expect(permits).not.toContain(waiting.id);
    for (const call of kit.client.open()) call.answer(booked());
    await stopped;
    expect(kit.item(waiting.id)).toEqual(waiting);
  });
});
