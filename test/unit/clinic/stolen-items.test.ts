import { expect, it } from "vitest";
import type { Entry } from "../../../shared/hub-api/entries.ts";
import type { Item } from "../../../shared/outbox/item.ts";
import { deriveSharedId, type SharedContent } from "../../../main/features/clinic/shared-content.ts";
import { collectOutgoing } from "../../../main/features/clinic/words.ts";
import { memoryClinic, recordOf, type MemoryDesk } from "../../support/clinic-in-memory.ts";
import { account, bookingItem, bookingWith, idOf } from "../../support/store-records.ts";

/* Whoever has the keys of one desk takes over what another one holds, and gives back what it likes. */

const said = (...entries: readonly Entry[]) => entries.map((entry) => ({ entry }));

/** Says all that the desk's program would, and reads it. */
async function sayAll(desk: MemoryDesk): Promise<void> {
  for (let push = 0; push < 5; push += 1) {
    const words = desk.store.transaction((repositories) => ({
      said: collectOutgoing({ repositories, account, kept: desk.kept(), nonce: () => new Uint8Array(24) }),
    })).said;
    if (words.length === 0) return;
    expect(desk.say(words)).toBeNull();
    await desk.read();
  }
}

async function twoDesks() {
  const { desks } = await memoryClinic(2);
  const [one, thief] = desks;
  if (one === undefined || thief === undefined) throw new Error("two desks");
  return { one, thief, item: deriveSharedId(one.kept().clinic, idOf(7_001)) };
}
const bookingAt = ({ store }: MemoryDesk): Item =>
  store.read(({ items }) => items.find(idOf(7_001))) ?? expect.fail("it is gone");
const readyAt = (desk: MemoryDesk, item: string, notes: string, version: number) =>
  recordOf(desk, item, { kind: "item", item: bookingWith(7_001, { notes }, { status: "ready" }) }, version);
const taking = (item: string, epoch: number) => said({ type: "take-over", item, epoch });
/** A thief decides by itself, and gives it back. */
const givingBack = (item: string, epoch: number, to: string, attempts: readonly string[] = []) =>
  said(
    { type: "book-again", item, epoch, attempts: [...attempts], historyIncomplete: false },
    { type: "hand-over", item, epoch, to, notSent: [] },
  );

it("what a desk may have sent itself goes out from it again by a decision there alone, and not by that of who takes it and gives it back", async () => {
  const { one, thief, item } = await twoDesks();
  const attempt = idOf(7_002);
  const startedAt = "2026-11-23T11:59:00.000Z";
  const tried = { startedAt, endedAt: startedAt, phase: "sent", status: null, outcome: null } as const;
  const doubted = bookingItem(7_001, { status: "needs-checking", attempts: [tried] });
  const desk = { item, madeIn: 0, status: "needs-checking", epoch: null, intent: null };
  one.store.transaction(({ items, clinic }) => {
    items.insert(doubted);
    const outcomes = { [attempt]: "unclear" };
    const claim = { sharedId: item, recordId: doubted.id, shared: null, was: null };
    clinic.claims.put(account, { ...claim, desk: JSON.stringify({ ...desk, outcomes }) });
  });
  await sayAll(one);
  await thief.read();
  expect(bookingAt(one).status).toBe("needs-checking");
  // In one push: nobody at the first desk sees it go, nor come back.
  const gives = givingBack(item, 2, one.id, [attempt]);
  expect(thief.say([...taking(item, 1), ...readyAt(thief, item, "", 2), ...gives])).toBeNull();
  for (const desk of [one, thief]) await desk.read();
  // From "ready" it goes out by itself.
  expect(bookingAt(one)).toMatchObject({ status: "saved-for-later", attempts: [tried], resends: 1 });
  // Nor is its own try forgotten once the thief writes it anew.
  expect(thief.say([...taking(item, 3), ...readyAt(thief, item, "", 3)])).toBeNull();
  await one.read();
  expect(bookingAt(one)).toMatchObject({ status: "elsewhere", attempts: [tried] });
});

/** The first desk shares what waits there. */
async function waiting(status: "saved-for-later" | "ready", notes: string) {
  const scene = await twoDesks();
  const { one, thief, item } = scene;
  const share: Entry = { type: "share", item, generation: 0, attempts: [], needsChecking: false };
  const content: SharedContent = { kind: "item", item: bookingWith(7_001, { notes }, { status }) };
  one.store.transaction(({ items }) => items.insert(content.item));
  expect(one.say([...recordOf(one, item, content), ...said(share)])).toBeNull();
  one.store.transaction(({ clinic }) => clinic.changes.done(idOf(7_001)));
  for (const desk of [one, thief]) await desk.read();
  expect(bookingAt(one).status).toBe(status);
  return scene;
}

it.each(["in one push", "in several"])(
  "what a desk saved for later goes out from it when a person there sends it, also where a thief takes it and gives it back as ready, %s",
  async (how) => {
    const { one, thief, item } = await waiting("saved-for-later", "as typed");
    const words = [taking(item, 1), readyAt(thief, item, "a thief's", 2), givingBack(item, 2, one.id)];
    for (const push of how === "in several" ? words : [words.flat()]) {
      expect(thief.say(push)).toBeNull();
      for (const desk of [thief, one]) await desk.read();
    }
    expect(bookingAt(one).status).toBe("saved-for-later");
  },
);

it("what its maker gives to another desk goes out from there as it was given", async () => {
  const { one, thief: other, item } = await waiting("ready", "as typed");
  const gives: Entry = { type: "hand-over", item, epoch: 1, to: other.id, notSent: [] };
  expect(one.say(said(gives))).toBeNull();
  await other.read();
  expect(bookingAt(other).status).toBe("ready");
});

it("what its maker gives to another desk is sent by a person there where it may have been sent, whoever decided before", async () => {
  const { one: other, thief, item } = await twoDesks();
  const attempts = [idOf(7_002)];
  const share: Entry = { type: "share", item, generation: 0, attempts, needsChecking: true };
  const gives = givingBack(item, 1, other.id, attempts);
  expect(thief.say([...readyAt(thief, item, "", 1), ...said(share), ...gives])).toBeNull();
  await other.read();
  expect(bookingAt(other).status).toBe("saved-for-later");
});
