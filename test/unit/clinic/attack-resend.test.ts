import { expect, it } from "vitest";
import type { Entry } from "../../../shared/hub-api/entries.ts";
import { deriveSharedId, type SharedContent } from "../../../main/features/clinic/shared-content.ts";
import { collectOutgoing } from "../../../main/features/clinic/words.ts";
import { memoryClinic, recordOf, type MemoryDesk } from "../../support/clinic-in-memory.ts";
import { account, bookingItem, idOf } from "../../support/store-records.ts";

/* What may have been booked is never sent again by itself: a person at the desk that sends it decides, and no thief's word. */

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

it("what a desk may have sent itself goes out from it again by a decision there alone, and not by that of who takes it and gives it back", async () => {
  const { desks } = await memoryClinic(2);
  const [one, thief] = desks;
  if (one === undefined || thief === undefined) throw new Error("two desks");
  const item = deriveSharedId(one.kept().clinic, idOf(7_001));
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
  expect(one.store.read(({ items }) => items.find(doubted.id))?.status).toBe("needs-checking");
  // In one push: nobody at the first desk sees it go, nor come back.
  const ready: SharedContent = { kind: "item", item: bookingItem(7_001, { status: "ready" }) };
  const takes = said({ type: "take-over", item, epoch: 1 });
  const gives = said(
    { type: "book-again", item, epoch: 2, attempts: [attempt], historyIncomplete: false },
    { type: "hand-over", item, epoch: 2, to: one.id, notSent: [] },
  );
  expect(thief.say([...takes, ...recordOf(thief, item, ready, 2), ...gives])).toBeNull();
  await one.read();
  const now = one.store.read(({ items }) => items.find(doubted.id)) ?? expect.fail("it is gone");
  // From "ready" it goes out by itself.
  expect(now.status).not.toBe("ready");
  expect(now.attempts).toEqual([tried]);
});
