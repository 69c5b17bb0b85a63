import { expect, it } from "vitest";
import type { Entry } from "../../../shared/hub-api/entries.ts";
import { buildMembersChange } from "../../../main/features/clinic/acts.ts";
import { createEditDraft, deriveEarlierDraftId } from "../../../main/features/clinic/edit-draft.ts";
import { keptShared, parseClaims } from "../../../main/features/clinic/kept-claims.ts";
import { collectOutgoing } from "../../../main/features/clinic/words.ts";
import { deriveSharedId, type SharedContent } from "../../../main/features/clinic/shared-content.ts";
import { memoryClinic, recordOf, type MemoryDesk } from "../../support/clinic-in-memory.ts";
import { account, bookingItem, bookingWith, idOf } from "../../support/store-records.ts";

/* Whoever has the keys of one desk writes something under the name that a booking's draft would have. */

const said = (...entries: readonly Entry[]) => entries.map((entry) => ({ entry }));
const remove = async (by: MemoryDesk, { id }: MemoryDesk): Promise<void> => {
  expect(by.say(await buildMembersChange(by.kept(), { removed: [{ desk: id, lost: true }] }))).toBeNull();
  await by.read();
};

/** A booking that waits at the first desk, and the draft that would take its place there: of this Front Desk, or of an earlier one. */
async function scene(isEarlier: boolean) {
  const { desks } = await memoryClinic(2);
  const [one, thief] = desks;
  if (one === undefined || thief === undefined) throw new Error("two desks");
  const { clinic } = one.kept();
  const booking = bookingWith(7_001, { notes: "as typed" }, { status: "ready" });
  const item = deriveSharedId(clinic, booking.id);
  const share: Entry = { type: "share", item, generation: 0, attempts: [], needsChecking: false };
  expect(one.say([...recordOf(one, item, { kind: "item", item: booking }), ...said(share)])).toBeNull();
  for (const desk of [one, thief]) await desk.read();
  const earlier = deriveEarlierDraftId(clinic, booking.id);
  const draft = createEditDraft(booking, {
    id: isEarlier ? earlier : idOf(7_003),
    idempotencyKey: idOf(7_002),
    at: "2026-11-23T12:00:00.000Z",
  });
  const record = deriveSharedId(clinic, draft.id);
  const edits = (version: number) => [
    ...recordOf(one, record, { kind: "item", item: draft }, version),
    ...said({ type: "edit", item, epoch: 1, draft: record }),
  ];
  return { one, thief, booking, draft, record, edits, earlier, clinic };
}

it("a booking that is edited becomes the draft of what it was, and is not booked by what somebody wrote under that draft's name", async () => {
  const { one, thief, booking, draft, record, edits } = await scene(true);
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

it("a booking can be edited whatever somebody who is removed shared under the name that an earlier Front Desk gave its draft", async () => {
  const { one, thief, booking, draft, record, edits, earlier, clinic } = await scene(false);
  const name = deriveSharedId(clinic, earlier);
  const forged = { ...bookingItem(1, { status: "ready" }), id: earlier };
  const share: Entry = { type: "share", item: name, generation: 0, attempts: [], needsChecking: false };
  const ends: Entry = { type: "discard", item: name, epoch: 1 };
  const content: SharedContent = { kind: "item", item: forged };
  expect(thief.say([...recordOf(thief, name, content), ...said(share, ends)])).toBeNull();
  await one.read();
  await remove(one, thief);
  const own = { sharedId: record, recordId: draft.id, shared: null, was: null, desk: null };
  one.store.transaction(({ clinic: { claims } }) => claims.put(account, own));
  // Too large to come with it: it is made of what it takes the place of.
  expect(one.say([...recordOf(one, record, { kind: "large" }), ...edits(1).slice(1)])).toBeNull();
  await one.read();
  const [before, now] = one.store.read(({ items }) => [items.find(booking.id), items.find(draft.id)]);
  expect([before?.status, now?.status, now?.form]).toEqual(["discarded", "draft", draft.form]);
});

const epochAt = ({ store }: MemoryDesk, item: string): number =>
  parseClaims(keptShared, store.read(({ clinic }) => clinic.claims.get(account, item))?.shared ?? null)
    ?.epoch ?? expect.fail("it is not shared");
const draftsAt = ({ store }: MemoryDesk): number =>
  store.read(({ items }) => items.counts(account))["draft"] ?? 0;

/** A thief shares what stands as a draft. */
async function shared() {
  const { desks } = await memoryClinic(2);
  const [one, thief] = desks;
  if (one === undefined || thief === undefined) throw new Error("two desks");
  const item = deriveSharedId(one.kept().clinic, idOf(7_001));
  const content: SharedContent = { kind: "item", item: bookingItem(7_001, { status: "draft" }) };
  const share: Entry = { type: "share", item, generation: 0, attempts: [], needsChecking: false };
  expect(thief.say([...recordOf(thief, item, content), ...said(share)])).toBeNull();
  for (const desk of [thief, one]) await desk.read();
  return { one, thief, item };
}

it("what a desk gives to another one and takes back leaves no drafts there that nobody typed", async () => {
  const { one, thief, item } = await shared();
  for (let times = 0; times < 5; times += 1) {
    const gives: Entry = {
      type: "hand-over",
      item,
      epoch: epochAt(thief, item),
      to: one.id,
      notSent: [],
    };
    expect(thief.say(said(gives))).toBeNull();
    for (const desk of [thief, one]) await desk.read();
    expect(thief.say(said({ type: "take-over", item, epoch: epochAt(thief, item) }))).toBeNull();
    for (const desk of [thief, one]) await desk.read();
  }
  expect(draftsAt(one)).toBe(0);
});

it("what somebody typed into such a draft stays as a draft of its own once it is taken back", async () => {
  const { one, thief, item } = await shared();
  const gives: Entry = { type: "hand-over", item, epoch: 1, to: one.id, notSent: [] };
  expect(thief.say(said(gives))).toBeNull();
  for (const desk of [thief, one]) await desk.read();
  const typed = bookingWith(7_001, { notes: "typed" }, { status: "draft" });
  one.store.transaction(({ items }) => items.update({ ...typed, updatedAt: "2026-11-23T12:00:01.000Z" }));
  expect(thief.say(said({ type: "take-over", item, epoch: epochAt(thief, item) }))).toBeNull();
  await one.read();
  expect(draftsAt(one)).toBe(1);
});
