import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { Entry } from "../../../shared/hub-api/entries.ts";
import type { BookingItem } from "../../../shared/outbox/item.ts";
import { mostOfAnItem } from "../../../shared/clinic/log/outcomes.ts";
import { buildMembersChange } from "../../../main/features/clinic/acts.ts";
import { beginAnew } from "../../../main/features/clinic/freed.ts";
import { resetForRereading } from "../../../main/features/clinic/membership.ts";
import { keptShared } from "../../../main/features/clinic/kept-claims.ts";
import { deriveSharedId } from "../../../main/features/clinic/shared-content.ts";
import { collectOutgoing } from "../../../main/features/clinic/words.ts";
import {
  credentialOf,
  memoryClinic,
  memoryDesk,
  recordOf,
  type MemoryDesk,
} from "../../support/clinic-in-memory.ts";
import { account, bookingWith, idOf } from "../../support/store-records.ts";

/* Whoever has one desk's keys says that work was booked, and has that outlast its report as lost. */

const said = (...entries: readonly Entry[]) => entries.map((entry) => ({ entry }));
const waits = bookingWith(41, { date: "2026-03-04" }, { status: "ready" });
const other = bookingWith(42, { date: "2026-03-05" }, { status: "ready" });
const long = "2000-01-01T00:00:00.000Z";
const result = { appointment: null, bookedAt: long, markedByPerson: true };

async function scene() {
  const { hub, desks } = await memoryClinic(4);
  const [two, one, third, thief] = desks;
  if (one === undefined || two === undefined || third === undefined || thief === undefined)
    throw new Error("four desks");
  const item = deriveSharedId(one.kept().clinic, waits.id);
  await shares(one, waits, desks);
  return { hub, desks, one, two, third, thief, item };
}

async function shares(desk: MemoryDesk, booking: BookingItem, desks: readonly MemoryDesk[]): Promise<string> {
  const item = deriveSharedId(desk.kept().clinic, booking.id);
  const share: Entry = { type: "share", item, generation: 0, attempts: [], needsChecking: false };
  desk.store.transaction(({ items }) => items.insert(booking));
  expect(desk.say([...recordOf(desk, item, { kind: "item", item: booking }), ...said(share)])).toBeNull();
  desk.store.transaction(({ clinic }) => clinic.changes.done(booking.id));
  await readAll(desks);
  return item;
}

const readAll = async (desks: readonly MemoryDesk[]): Promise<void> => {
  for (const desk of desks) await desk.read();
};

async function removes(
  by: MemoryDesk,
  goes: MemoryDesk,
  { lost, all }: { readonly lost: boolean; readonly all: readonly MemoryDesk[] },
): Promise<void> {
  const change = { removed: [{ desk: goes.id, lost }] };
  expect(by.say(await buildMembersChange(by.kept(), change))).toBeNull();
  await readAll(all);
}

async function says(desk: MemoryDesk, words: ReturnType<typeof said>, all: readonly MemoryDesk[]) {
  expect(desk.say(words)).toBeNull();
  await readAll(all);
}

const at = ({ store }: MemoryDesk, id: BookingItem["id"] = waits.id) =>
  store.read(({ items }) => items.find(id));
const shown = (...desks: readonly MemoryDesk[]) => desks.map((desk) => at(desk)?.status);
const statusesAt = ({ store }: MemoryDesk): readonly string[] =>
  store.read(({ items }) =>
    items
      .list({ accountId: account, kinds: ["booking"], statuses: [], offset: 0, limit: 10 })
      .items.map(({ item }) => item.status)
      .toSorted(),
  );
const wordsOf = ({ store, kept }: MemoryDesk) =>
  store.transaction((repositories) => ({
    said: collectOutgoing({ repositories, account, kept: kept(), nonce: () => new Uint8Array(24) }),
  })).said;

function decidesBooked(desk: MemoryDesk): void {
  const item = at(desk);
  if (item?.kind !== "booking") throw new Error("a booking");
  desk.store.transaction(({ items }) => items.update({ ...item, status: "done", result }));
}

/** The hub's log is read from its beginning once more, as after a restore. */
async function readsAnew(desk: MemoryDesk): Promise<void> {
  desk.store.transaction(({ clinic }) => clinic.rewind(account));
  desk.knows(resetForRereading(desk.kept()));
  expect(await desk.read(true)).toBeNull();
}

const anewAt = (desk: MemoryDesk): string | null => {
  let nth = 70;
  const ids = { kept: desk.kept(), uuid: () => idOf((nth += 1)), now: () => new Date(long) };
  return desk.store.transaction((all) => ({
    id: beginAnew(all, { id: waits.id, accountId: account }, ids),
  })).id;
};

/** The thief takes it over and says that it was booked. */
async function marks({ desks, thief, item }: Awaited<ReturnType<typeof scene>>): Promise<void> {
  await says(thief, said({ type: "take-over", item, epoch: 1 }), desks);
  const record = recordOf(thief, item, { kind: "item", item: { ...waits, status: "done", result } }, 2);
  await says(thief, [...record, ...said({ type: "mark-booked", item, epoch: 2 })], desks);
}

it.each(["thief", "guest"] as const)(
  "what a %s edits, and says was booked so, has to be checked by the desk that made it, once",
  async (who) => {
    const { hub, desks, one, two, third, thief, item } = await scene();
    const guest = await memoryDesk(9, { hub, clinic: () => one.kept().clinic });
    const added = { ...guest.keys.card, desk: guest.id, credential: credentialOf(guest.id) };
    expect(thief.say(await buildMembersChange(thief.kept(), { added }))).toBeNull();
    const [by, all] = [who === "thief" ? thief : guest, [...desks, guest]];
    await readAll(all);
    await says(by, said({ type: "take-over", item, epoch: 1 }), all);
    const draft = deriveSharedId(one.kept().clinic, idOf(43));
    const edited = { ...waits, id: idOf(43), editOf: waits.id, status: "done" as const, result };
    const words = [
      ...recordOf(by, draft, { kind: "item", item: edited }),
      ...said({ type: "edit", item, epoch: 2, draft }, { type: "mark-booked", item: draft, epoch: 1 }),
    ];
    await says(by, words, all);
    const stay = [one.id, two.id, third.id];
    const change = { removed: [{ desk: thief.id, lost: true }], stay };
    expect(two.say(await buildMembersChange(two.kept(), change))).toBeNull();
    await readAll([one, two, third]);
    expect(statusesAt(one)).toEqual(["discarded", "done", "needs-checking"]);
    await readsAnew(one);
    expect(statusesAt(one)).toEqual(["discarded", "done", "needs-checking"]);
  },
);

it.each(["on its way", "told after the removal"] as const)(
  "an honest desk's booking is none of another one that a thief had share its attempt, %s",
  async (when) => {
    const { desks, one, two, third, thief, item } = await scene();
    const sent = await shares(third, other, desks);
    const attempt = randomUUID();
    await says(third, said({ type: "confirm", item: sent, epoch: 1, attempt, notSent: [] }), desks);
    await says(thief, said({ type: "outcome", item, attempt, outcome: "unclear" }), desks);
    for (const desk of [one, third])
      desk.store.transaction(({ clinic }) => {
        for (const { id } of [waits, other]) clinic.changes.done(id);
      });
    const booked = said({ type: "outcome", item: sent, attempt, outcome: "booked" });
    if (when === "on its way") await says(third, booked, desks);
    await removes(two, thief, { lost: true, all: [one, two, third] });
    if (when !== "on its way") await says(third, booked, [one, two, third]);
    expect([at(one)?.status, at(two)?.status]).toEqual(["needs-checking", "elsewhere"]);
    expect([at(one, other.id)?.status, at(third, other.id)?.status]).toEqual(["done", "done"]);
  },
);

it("what a thief said was booked stands nowhere, also once the desk that made it is replaced", async () => {
  const all = await scene();
  const { one, two, third, thief } = all;
  await marks(all);
  await removes(two, thief, { lost: true, all: [one, two, third] });
  expect(shown(one, two, third)).toEqual(["needs-checking", "elsewhere", "elsewhere"]);
  await removes(two, one, { lost: false, all: [two, third] });
  expect(shown(two, third)).toEqual(["needs-checking", "elsewhere"]);
  expect(anewAt(two)).toBe(idOf(71));
  expect(
    two.say(wordsOf(two).filter(({ entry }) => entry.type === "record" && entry.version > 2)),
  ).toBeNull();
  await readAll([two, third]);
  expect(shown(two, third)).toEqual(["discarded", "discarded"]);
});

it("what was not booked, and began anew at its maker, is not booked once that one is replaced", async () => {
  const all = await scene();
  const { one, two, third, thief } = all;
  await marks(all);
  await removes(two, thief, { lost: true, all: [one, two, third] });
  expect(anewAt(one)).toBe(idOf(71));
  expect(
    one.say(wordsOf(one).filter(({ entry }) => entry.type === "record" && entry.version > 2)),
  ).toBeNull();
  await readAll([one, two, third]);
  expect(shown(two, third)).toEqual(["discarded", "discarded"]);
  await removes(two, one, { lost: false, all: [two, third] });
  expect(shown(two, third)).toEqual(["discarded", "discarded"]);
  await readsAnew(third);
  expect(shown(two, third)).toEqual(["discarded", "discarded"]);
});

it("a person's word that it was booked ends the doubt, however many attempts a thief's guests told of", async () => {
  const all = await scene();
  const { hub, one, two, thief, item } = all;
  await marks(all);
  // As if 167 desks that it let in had each told of thirty.
  const attempts = Array.from({ length: mostOfAnItem }, () => ({
    attempt: randomUUID(),
    desk: thief.id,
    state: "unclear" as const,
    named: false,
    inherited: false,
  }));
  hub.items.set(item, { ...(hub.items.get(item) ?? expect.fail()), attempts });
  for (const desk of [one, two])
    desk.store.transaction(({ clinic }) => {
      const claim = clinic.claims.get(account, item) ?? expect.fail();
      const shared = { ...keptShared.parse(JSON.parse(claim.shared ?? "")), attempts };
      clinic.claims.put(account, { ...claim, shared: JSON.stringify(shared) });
    });
  await removes(two, thief, { lost: true, all: [one, two] });
  expect(shown(one)).toEqual(["needs-checking"]);
  decidesBooked(one);
  expect(one.say(wordsOf(one))).toBeNull();
  await readAll([one, two]);
  expect(shown(one, two)).toEqual(["done", "done"]);
  expect(wordsOf(one)).toEqual([]);
});

it.each(["that it waits", "nothing of it"] as const)(
  "no desk says as its own what a thief alone said was booked, where a hub that was put back knows %s",
  async (what) => {
    const { hub, desks, one, thief, item } = await scene();
    const had = hub.log.pushes.length;
    await says(thief, said({ type: "take-over", item, epoch: 1 }), desks);
    const record = recordOf(thief, item, { kind: "item", item: { ...waits, status: "done", result } }, 2);
    await says(thief, [...record, ...said({ type: "mark-booked", item, epoch: 2 })], desks);
    expect(shown(one)).toEqual(["done"]);
    hub.log.pushes.splice(what === "nothing of it" ? had - 1 : had);
    await readsAnew(one);
    one.store.transaction(({ clinic }) => {
      clinic.records.markLost(account);
      return clinic.changes.add(account, { recordId: waits.id, kind: "item" });
    });
    expect(wordsOf(one).map(({ entry }) => entry.type)).not.toContain("mark-booked");
    expect(shown(one)).toEqual(["needs-checking"]);
  },
);

it("what a thief said was booked is doubted where the log was read anew before that one was lost, also at who holds it", async () => {
  const { desks, one, two, third, thief, item } = await scene();
  const gives: Entry = { type: "hand-over", item, epoch: 1, to: third.id, notSent: [] };
  await says(one, said(gives), desks);
  await says(thief, said({ type: "outcome", item, attempt: randomUUID(), outcome: "booked" }), desks);
  expect(shown(one, two, third)).toEqual(["done", "done", "done"]);
  for (const desk of [one, two, third]) await readsAnew(desk);
  expect(shown(one, two, third)).toEqual(["done", "done", "done"]);
  await removes(two, thief, { lost: true, all: [one, two, third] });
  expect(shown(one, two, third)).toEqual(["elsewhere", "elsewhere", "needs-checking"]);
});
