import { expect, it } from "vitest";
import type { Entry } from "../../../shared/hub-api/entries.ts";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import { repeatRemovals } from "../../../main/features/clinic/removals-anew.ts";
import { collectOutgoing } from "../../../main/features/clinic/words.ts";
import { deriveSharedId, type SharedContent } from "../../../main/features/clinic/shared-content.ts";
import { memoryClinic, recordOf, type MemoryDesk } from "../../support/clinic-in-memory.ts";
import { account, bookingWith, idOf, patientRecord } from "../../support/store-records.ts";

/* Whoever has the keys of one desk has the clinic keep no more what it likes. Nothing that a person made is lost by that. */

const said = (...entries: readonly Entry[]) => entries.map((entry) => ({ entry }));
const person: PatientRecord = patientRecord(5, { patientId: 77, input: { city: "Springfield" } });
const content: SharedContent = { kind: "person", patient: person, makers: [] };

async function scene() {
  const { hub, desks } = await memoryClinic(4);
  const [one, two, three, thief] = desks;
  if (one === undefined || two === undefined || three === undefined || thief === undefined)
    throw new Error("four desks");
  const record = deriveSharedId(one.kept().clinic, person.id);
  expect(one.say(recordOf(one, record, content))).toBeNull();
  for (const desk of desks) await desk.read();
  return { hub, one, two, three, thief, record };
}

const cityAt = ({ store }: MemoryDesk): string | undefined =>
  store.read(({ patients }) => patients.find(account, person.id))?.input.city ?? undefined;
const knownAt = ({ store }: MemoryDesk, record: string) =>
  store.read(({ clinic }) => clinic.records.get(account, record));
const asideAt = ({ store }: MemoryDesk): number =>
  store.read(({ clinic }) => clinic.records.asideCounts(account)).deleted;

const wordsOf = ({ store, kept }: MemoryDesk) =>
  store.transaction((repositories) => ({
    said: collectOutgoing({ repositories, account, kept: kept(), nonce: () => new Uint8Array(24) }),
  })).said;

/** Says what its program would, until there is no more. */
async function goesOn(desk: MemoryDesk): Promise<number> {
  for (let count = 0; ; count += 1) {
    await desk.read();
    const words = wordsOf(desk);
    if (words.length === 0) return count;
    expect(desk.say(words)).toBeNull();
    expect(count).toBeLessThan(10);
  }
}

const removed = ({ id }: MemoryDesk): Entry => ({ type: "member-removed", desk: id, lost: true });

it("what a removed desk had dropped is the clinic's again, once, from whichever desk keeps it", async () => {
  const { hub, one, two, three, thief, record } = await scene();
  for (const desk of [one, two]) await goesOn(desk);
  expect(thief.say(said({ type: "drop", record, version: 2 }))).toBeNull();
  for (const desk of [one, two]) await goesOn(desk);
  // It stays at every desk, and a person is told.
  expect([cityAt(one), asideAt(one), asideAt(two)]).toEqual(["Springfield", 1, 1]);
  expect(hub.records.get(record)?.dropped).toBe(true);
  expect(one.say(said(removed(thief)))).toBeNull();
  for (const desk of [one, two, three]) await desk.read();
  // The key in use was the removed desk's too.
  expect(one.say(await repeatRemovals(one.kept(), false))).toBeNull();
  for (const desk of [one, two, three]) await desk.read();
  expect(await goesOn(one)).toBe(1);
  await two.read();
  expect(await goesOn(two)).toBe(0);
  await three.read();
  expect(hub.records.get(record)).toEqual({ record, version: 4, dropped: false });
  for (const desk of [one, two, three])
    expect([knownAt(desk, record)?.version, asideAt(desk), cityAt(desk)]).toEqual([4, 0, "Springfield"]);
});

it("what a member has dropped stays dropped, also at a desk that changes it", async () => {
  const { hub, one, two, record } = await scene();
  await goesOn(two);
  one.store.transaction(({ patients }) => patients.remove(person.id));
  expect(await goesOn(one)).toBe(1);
  await two.read();
  two.store.transaction(({ patients }) =>
    patients.update({ ...person, input: { ...person.input, city: "Shelbyville" } }),
  );
  expect(await goesOn(two)).toBe(0);
  expect(hub.records.get(record)?.dropped).toBe(true);
  expect([cityAt(one), cityAt(two), asideAt(two)]).toEqual([undefined, "Shelbyville", 1]);
  // Once it is deleted here as well there is nothing to tell.
  two.store.transaction(({ patients }) => patients.remove(person.id));
  expect(await goesOn(two)).toBe(0);
  expect(asideAt(two)).toBe(0);
});

it("what a thief drops after it was removed, as a hub shows that was put back, is the clinic's again as well", async () => {
  const { hub, one, two, thief, record } = await scene();
  for (const desk of [one, two]) await goesOn(desk);
  const gone = [{ desk: thief.id, lost: true, until: 0, cameBack: false }];
  const kept = { ...one.kept(), gone };
  expect(thief.say(said({ type: "drop", record, version: 2 }))).toBeNull();
  one.knows(kept);
  await one.read();
  const marked = one.store.read(({ clinic }) => clinic.changes.has(person.id));
  expect([marked, hub.records.get(record)?.dropped]).toEqual([true, true]);
});

it("a patient whom a person deleted as well does not come back there, and is dropped by that person's word", async () => {
  const { hub, one, two, three, thief, record } = await scene();
  for (const desk of [one, two, three]) await goesOn(desk);
  expect(thief.say(said({ type: "drop", record, version: 2 }))).toBeNull();
  for (const desk of [one, two, three]) await goesOn(desk);
  three.store.transaction(({ patients }) => patients.remove(person.id));
  await goesOn(three);
  expect(two.say(said(removed(thief)))).toBeNull();
  for (const desk of [one, two, three]) await desk.read();
  expect(two.say(await repeatRemovals(two.kept(), false))).toBeNull();
  for (const desk of [one, two, three]) await desk.read();
  expect(await goesOn(two)).toBe(1);
  await three.read();
  expect([hub.records.get(record)?.dropped, cityAt(three)]).toEqual([false, undefined]);
  expect(await goesOn(three)).toBe(1);
  for (const desk of [one, two]) expect(await goesOn(desk)).toBe(0);
  expect([cityAt(one), cityAt(two), cityAt(three)]).toEqual(["Springfield", "Springfield", undefined]);
  expect(hub.records.get(record)).toEqual({ record, version: 5, dropped: true, droppedBy: three.id });
  expect([asideAt(one), asideAt(two), asideAt(three)]).toEqual([1, 1, 0]);
});

it.each([
  ["was on", false],
  ["was off, and reads of all of it at once", true],
])("what a desk that %s made, and a removed one discarded, is a draft again there", async (_name, isOff) => {
  const { one, two, thief } = await scene();
  const waits = bookingWith(41, { date: "2026-03-04" }, { status: "ready" });
  const item = deriveSharedId(one.kept().clinic, waits.id);
  const share: Entry = { type: "share", item, generation: 0, attempts: [], needsChecking: false };
  one.store.transaction(({ items }) => items.insert(waits));
  expect(one.say([...recordOf(one, item, { kind: "item", item: waits }), ...said(share)])).toBeNull();
  for (const desk of [one, two, thief]) await desk.read();
  expect(thief.say(said({ type: "take-over", item, epoch: 1 }))).toBeNull();
  await thief.read();
  expect(thief.say(said({ type: "discard", item, epoch: 2 }))).toBeNull();
  const draftsAt = ({ store }: MemoryDesk): readonly string[] =>
    store.read(({ items }) =>
      items
        .list({ accountId: account, kinds: ["booking"], statuses: ["draft"], offset: 0, limit: 10 })
        .items.map((listed) => /"date":"([^"]*)"/.exec(JSON.stringify(listed))?.[1] ?? "none"),
    );
  for (const desk of isOff ? [two] : [one, two]) await desk.read();
  expect([draftsAt(one), draftsAt(two)]).toEqual([[], []]);
  expect(two.say(said(removed(thief)))).toBeNull();
  for (const desk of [one, two]) await desk.read(isOff);
  expect([draftsAt(one), draftsAt(two)]).toEqual([["2026-03-04"], []]);
});

it("what may have been booked, and a removed desk discarded, is no draft: it has to be checked before it goes out again", async () => {
  const { one, two, thief } = await scene();
  const waits = bookingWith(42, { date: "2026-03-05" }, { status: "ready" });
  const item = deriveSharedId(one.kept().clinic, waits.id);
  const share: Entry = { type: "share", item, generation: 0, attempts: [], needsChecking: false };
  one.store.transaction(({ items }) => items.insert(waits));
  expect(one.say([...recordOf(one, item, { kind: "item", item: waits }), ...said(share)])).toBeNull();
  const attempt = idOf(77);
  for (const desk of [one, two, thief]) await desk.read();
  expect(one.say(said({ type: "confirm", item, epoch: 1, attempt, notSent: [] }))).toBeNull();
  await thief.read();
  expect(thief.say(said({ type: "take-over", item, epoch: 1 }))).toBeNull();
  await thief.read();
  expect(thief.say(said({ type: "discard", item, epoch: 2 }))).toBeNull();
  for (const desk of [one, two]) await desk.read();
  expect(two.say(said(removed(thief)))).toBeNull();
  for (const desk of [one, two]) await desk.read();
  const statuses = (): readonly string[] =>
    one.store.read(({ items }) =>
      items
        .list({ accountId: account, kinds: ["booking"], statuses: [], offset: 0, limit: 10 })
        .items.map(({ item: listed }) => listed.status)
        .toSorted(),
    );
  expect(statuses()).toEqual(["discarded", "needs-checking"]);
  // The others hear of it as of something that a person has to decide.
  expect(one.say(await repeatRemovals(one.kept(), false))).toBeNull();
  await goesOn(one);
  await two.read();
  const shared = two.store.read(({ clinic }) => clinic.claims.all(account)).map((claim) => claim.shared);
  expect(shared.filter((text) => text?.includes('"mustDecide":true,"ended":null') === true)).toHaveLength(1);
});

it("what a thief drops it does not put back itself, with another content for who reads the log later", async () => {
  const { one, thief, three } = await scene();
  const booked = bookingWith(43, { date: "2026-03-04" }, { status: "done" });
  const name = deriveSharedId(one.kept().clinic, booked.id);
  one.store.transaction(({ items }) => items.insert(booked));
  expect(one.say(recordOf(one, name, { kind: "item", item: booked }))).toBeNull();
  await thief.read();
  expect(thief.say(said({ type: "drop", record: name, version: 2 }))).toBeNull();
  await thief.read();
  const otherDay = bookingWith(43, { date: "2026-12-24" }, { status: "done" });
  const rewritten = recordOf(thief, name, { kind: "item", item: otherDay }, 4);
  const back = said({ type: "put-back", record: name, version: 3 });
  expect(thief.say([...back, ...rewritten])).toBe("version-behind");
  // Nor does whoever speaks for it: nobody does before it is removed.
  await one.read();
  expect(one.say(back, true)).toBe("version-behind");
  expect(one.say(said(removed(thief)))).toBeNull();
  await one.read();
  expect(one.say(back, true)).toBeNull();
  await three.read();
  expect(three.store.read(({ items }) => items.find(booked.id))).toBeNull();
});
