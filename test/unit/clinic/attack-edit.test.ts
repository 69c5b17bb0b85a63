import { expect, it } from "vitest";
import type { Entry } from "../../../shared/hub-api/entries.ts";
import { buildMembersChange } from "../../../main/features/clinic/acts.ts";
import { createEditDraft } from "../../../main/features/clinic/edit-draft.ts";
import { collectOutgoing } from "../../../main/features/clinic/words.ts";
import { deriveSharedId, type SharedContent } from "../../../main/features/clinic/shared-content.ts";
import { memoryClinic, recordOf, type MemoryDesk } from "../../support/clinic-in-memory.ts";
import { account, bookingItem, bookingWith, idOf } from "../../support/store-records.ts";

/* The draft of a booking that is edited has a name that whoever knows the booking can work out before. */

const said = (...entries: readonly Entry[]) => entries.map((entry) => ({ entry }));
const remove = async (by: MemoryDesk, { id }: MemoryDesk): Promise<void> => {
  expect(by.say(await buildMembersChange(by.kept(), { removed: [{ desk: id, lost: true }] }))).toBeNull();
  await by.read();
};

/** A booking that waits at the first desk, and the draft that would take its place there. */
async function scene() {
  const { desks } = await memoryClinic(2);
  const [one, thief] = desks;
  if (one === undefined || thief === undefined) throw new Error("two desks");
  const { clinic } = one.kept();
  const booking = bookingWith(7_001, { notes: "as typed" }, { status: "ready" });
  const item = deriveSharedId(clinic, booking.id);
  const share: Entry = { type: "share", item, generation: 0, attempts: [], needsChecking: false };
  expect(one.say([...recordOf(one, item, { kind: "item", item: booking }), ...said(share)])).toBeNull();
  for (const desk of [one, thief]) await desk.read();
  const draft = createEditDraft(booking, {
    clinic,
    idempotencyKey: idOf(7_002),
    at: "2026-11-23T12:00:00.000Z",
  });
  const record = deriveSharedId(clinic, draft.id);
  const edits = (version: number) => [
    ...recordOf(one, record, { kind: "item", item: draft }, version),
    ...said({ type: "edit", item, epoch: 1, draft: record }),
  ];
  return { one, thief, booking, draft, record, edits };
}

it("a booking that is edited becomes the draft of what it was, and is not booked by what somebody wrote under that draft's name", async () => {
  const { one, thief, booking, draft, record, edits } = await scene();
  const forged = { ...bookingItem(1, { status: "done" }), id: draft.id };
  const result = { appointment: null, bookedAt: draft.createdAt, markedByPerson: false };
  const content: SharedContent = { kind: "item", item: { ...forged, result } };
  expect(thief.say(recordOf(thief, record, content))).toBeNull();
  await one.read();
  await remove(one, thief);
  expect(one.say(edits(2))).toBeNull();
  await one.read();
  const { before, now } = one.store.read(({ items }) => ({
    before: items.find(booking.id),
    now: items.find(draft.id),
  }));
  const words = one.store.transaction((repositories) => ({
    said: collectOutgoing({ repositories, account, kept: one.kept(), nonce: () => new Uint8Array(24) }),
  })).said;
  expect(before?.status).toBe("discarded");
  expect(words.map(({ entry }) => entry.type)).not.toContain("mark-booked");
  expect([now?.status, now?.form]).toEqual(["draft", draft.form]);
});

it("a booking can be edited whatever somebody who is removed shared under its draft's name", async () => {
  const { one, thief, draft, record, edits } = await scene();
  const forged = { ...bookingItem(1, { status: "ready" }), id: draft.id };
  const share: Entry = { type: "share", item: record, generation: 0, attempts: [], needsChecking: false };
  const ends: Entry = { type: "discard", item: record, epoch: 1 };
  const content: SharedContent = { kind: "item", item: forged };
  expect(thief.say([...recordOf(thief, record, content), ...said(share, ends)])).toBeNull();
  await one.read();
  await remove(one, thief);
  expect(one.say(edits(2))).toBeNull();
});
