import { expect, it } from "vitest";
import type { Entry } from "../../../shared/hub-api/entries.ts";
import type { BookingItem } from "../../../shared/outbox/item.ts";
import { deriveSharedId } from "../../../main/features/clinic/shared-content.ts";
import { buildMembersChange } from "../../../main/features/clinic/acts.ts";
import { beginAnew } from "../../../main/features/clinic/freed.ts";
import { collectOutgoing } from "../../../main/features/clinic/words.ts";
import { memoryClinic, recordOf, type MemoryDesk } from "../../support/clinic-in-memory.ts";
import { account, bookingWith, idOf } from "../../support/store-records.ts";

/* Whoever has the keys of one desk ends the work of another. With its removal that is undone, whatever it wrote of what it ended. */

const said = (...entries: readonly Entry[]) => entries.map((entry) => ({ entry }));
const waits = bookingWith(41, { date: "2026-03-04" }, { status: "ready" });

async function scene() {
  const { desks } = await memoryClinic(3);
  const [one, two, thief] = desks;
  if (one === undefined || two === undefined || thief === undefined) throw new Error("three desks");
  const item = deriveSharedId(one.kept().clinic, waits.id);
  const share: Entry = { type: "share", item, generation: 0, attempts: [], needsChecking: false };
  one.store.transaction(({ items }) => items.insert(waits));
  expect(one.say([...recordOf(one, item, { kind: "item", item: waits }), ...said(share)])).toBeNull();
  for (const desk of desks) await desk.read();
  expect(thief.say(said({ type: "take-over", item, epoch: 1 }))).toBeNull();
  for (const desk of desks) await desk.read();
  return { one, two, thief, item };
}
const writtenBy = (thief: MemoryDesk, item: string, changes: Partial<BookingItem>, version = 2) =>
  recordOf(thief, item, { kind: "item", item: { ...waits, ...changes } }, version);

const statusesAt = ({ store }: MemoryDesk): readonly string[] =>
  store.read(({ items }) =>
    items
      .list({ accountId: account, kinds: ["booking"], statuses: [], offset: 0, limit: 10 })
      .items.map(({ item }) => item.status)
      .toSorted(),
  );

const removes = async (two: MemoryDesk, thief: MemoryDesk, all: readonly MemoryDesk[]): Promise<void> => {
  expect(
    two.say(await buildMembersChange(two.kept(), { removed: [{ desk: thief.id, lost: true }] })),
  ).toBeNull();
  for (const desk of all) await desk.read();
};

const at = ({ store }: MemoryDesk) => store.read(({ items }) => items.find(waits.id));

const long = "2000-01-01T00:00:00.000Z";
const appointment = {
  id: 7,
  appointmentDateTime: null,
  billingType: null,
  appointmentTimeZone: null,
  price: null,
  status: "Pending",
  notes: null,
  address: null,
  city: null,
  state: null,
  zip: null,
};
const result = { appointment, bookedAt: "2026-11-23T12:00:00.000Z", markedByPerson: false };

it.each<[string, Partial<BookingItem>]>([
  ["long ago", { status: "discarded", updatedAt: long }],
  ["booked", { status: "done", result }],
  ["to be checked", { status: "needs-checking", updatedAt: long }],
])("what a thief discards, and writes as %s, is a draft again at its maker", async (_what, changes) => {
  for (const order of ["before", "with", "after"] as const) {
    const { one, two, thief, item } = await scene();
    const words = writtenBy(thief, item, changes);
    const ends = said({ type: "discard", item, epoch: 2 });
    for (const push of { before: [words, ends], with: [[...words, ...ends]], after: [ends, words] }[order]) {
      expect(thief.say(push)).toBeNull();
      for (const desk of [one, two, thief]) await desk.read();
    }
    expect([order, ...statusesAt(one)]).toEqual([order, "discarded"]);
    await removes(two, thief, [one, two]);
    expect([order, ...statusesAt(one)]).toEqual([order, "discarded", "draft"]);
  }
});

it("what a thief edits, and then discards, is a draft again at its maker", async () => {
  const { one, two, thief, item } = await scene();
  const draft = deriveSharedId(one.kept().clinic, idOf(42));
  const content = {
    kind: "item",
    item: { ...waits, id: idOf(42), editOf: waits.id, status: "draft" },
  } as const;
  expect(
    thief.say([...recordOf(thief, draft, content), ...said({ type: "edit", item, epoch: 2, draft })]),
  ).toBeNull();
  for (const desk of [one, two, thief]) await desk.read();
  expect(thief.say(said({ type: "discard", item: draft, epoch: 1 }))).toBeNull();
  for (const desk of [one, two, thief]) await desk.read();
  await removes(two, thief, [one, two]);
  expect(statusesAt(one)).toContain("draft");
});

it.each(["discarded", "needs-checking", "done"] as const)(
  "what was booked before a thief shared and discarded it stays booked, though it writes %s",
  async (status) => {
    for (const order of ["before", "with", "after", "none"] as const) {
      const { desks } = await memoryClinic(3);
      const [one, two, thief] = desks;
      if (one === undefined || two === undefined || thief === undefined) throw new Error("three desks");
      const done = { ...waits, status: "done" as const, result };
      const item = deriveSharedId(one.kept().clinic, waits.id);
      one.store.transaction(({ items }) => items.insert(done));
      expect(one.say(recordOf(one, item, { kind: "item", item: done }))).toBeNull();
      one.store.transaction(({ clinic }) => clinic.changes.done(done.id));
      for (const desk of desks) await desk.read();
      const share = said({ type: "share", item, generation: 0, attempts: [], needsChecking: false });
      const words = writtenBy(thief, item, {
        status,
        result,
        updatedAt: long,
        form: { ...waits.form, date: "2026-12-24" },
      });
      const ends = said({ type: "discard", item, epoch: 1 });
      for (const push of {
        before: [share, words, ends],
        with: [[...share, ...words, ...ends]],
        after: [share, ends, words],
        none: [share, ends],
      }[order]) {
        expect(thief.say(push)).toBeNull();
        for (const desk of desks) await desk.read();
      }
      await removes(two, thief, [one, two]);
      for (const desk of [one, two])
        expect([order, at(desk)?.status, JSON.stringify(at(desk)?.form).includes("2026-03-04")]).toEqual([
          order,
          "done",
          true,
        ]);
    }
  },
);

it("what a thief says was booked has to be checked by its maker once the thief is removed", async () => {
  const { one, two, thief, item } = await scene();
  const ends = said({ type: "mark-booked", item, epoch: 2 });
  expect(thief.say([...writtenBy(thief, item, { status: "done", result }), ...ends])).toBeNull();
  for (const desk of [one, two, thief]) await desk.read();
  await removes(two, thief, [one, two]);
  expect(statusesAt(one)).toContain("needs-checking");
});

it("a thief gives no booking that a desk made another number and another day", async () => {
  const { desks } = await memoryClinic(3);
  const [one, two, thief] = desks;
  if (one === undefined || two === undefined || thief === undefined) throw new Error("three desks");
  const done = { ...waits, status: "done" as const, result };
  const item = deriveSharedId(one.kept().clinic, waits.id);
  one.store.transaction(({ items }) => items.insert(done));
  const share = said({ type: "share", item, generation: 0, attempts: [], needsChecking: false });
  const ends = said({ type: "mark-booked", item, epoch: 1 });
  expect(one.say([...recordOf(one, item, { kind: "item", item: done }), ...share, ...ends])).toBeNull();
  one.store.transaction(({ clinic }) => clinic.changes.done(done.id));
  for (const desk of desks) await desk.read();
  const other = { ...appointment, id: 8, appointmentDateTime: "2026-12-24T10:00:00-05:00" };
  const answer = { kind: "answer", booking: waits.id, appointment: other, canceled: [7] } as const;
  expect(thief.say(recordOf(thief, idOf(99), answer))).toBeNull();
  for (const desk of [one, two, thief]) await desk.read();
  await removes(two, thief, [one, two]);
  for (const desk of [one, two]) expect(at(desk)).toMatchObject({ result: { appointment: { id: 7 } } });
});

const numbered = (id: number) => ({ ...appointment, id, appointmentDateTime: "2026-12-24T10:00:00-05:00" });

it("a number that a thief gave and the holder says again counts for nothing either, at any desk", async () => {
  const { desks } = await memoryClinic(3);
  const [one, two, thief] = desks;
  if (one === undefined || two === undefined || thief === undefined) throw new Error("three desks");
  const done = { ...waits, status: "done" as const, result };
  const item = deriveSharedId(one.kept().clinic, waits.id);
  one.store.transaction(({ items }) => items.insert(done));
  const share = said({ type: "share", item, generation: 0, attempts: [], needsChecking: false });
  const ends = said({ type: "mark-booked", item, epoch: 1 });
  expect(one.say([...recordOf(one, item, { kind: "item", item: done }), ...share, ...ends])).toBeNull();
  one.store.transaction(({ clinic }) => clinic.changes.done(done.id));
  for (const desk of desks) await desk.read();
  const answer = { kind: "answer", booking: waits.id, appointment: numbered(8), canceled: [7] } as const;
  expect(thief.say(recordOf(thief, idOf(99), answer))).toBeNull();
  for (const desk of desks) await desk.read();
  // As its desk says all that changed, and as earlier versions say it.
  const shown = at(one);
  if (shown?.kind !== "booking") throw new Error("a booking");
  expect(shown.result).toMatchObject({ appointment: { id: 8 }, canceled: [7] });
  expect(one.say(recordOf(one, item, { kind: "item", item: shown }, 2))).toBeNull();
  const again = { ...answer, appointment: null };
  expect(two.say(recordOf(two, idOf(98), again))).toBeNull();
  for (const desk of desks) await desk.read();
  await removes(two, thief, [one, two]);
  for (const desk of [one, two]) {
    expect(at(desk)).toMatchObject({ status: "done", result: { appointment: { id: 7 } } });
    expect(at(desk)?.result).not.toHaveProperty("canceled");
  }
});

it("a booking that a thief shared itself has its first number again once the thief is removed", async () => {
  const { desks } = await memoryClinic(3);
  const [one, two, thief] = desks;
  if (one === undefined || two === undefined || thief === undefined) throw new Error("three desks");
  const done = { ...waits, status: "done" as const, result };
  const item = deriveSharedId(one.kept().clinic, waits.id);
  one.store.transaction(({ items }) => items.insert(done));
  expect(one.say(recordOf(one, item, { kind: "item", item: done }))).toBeNull();
  one.store.transaction(({ clinic }) => clinic.changes.done(done.id));
  for (const desk of desks) await desk.read();
  const share = said({ type: "share", item, generation: 0, attempts: [], needsChecking: false });
  const ends = said({ type: "mark-booked", item, epoch: 1 });
  const answer = { kind: "answer", booking: waits.id, appointment: numbered(8), canceled: [7] } as const;
  expect(thief.say([...share, ...ends, ...recordOf(thief, idOf(99), answer)])).toBeNull();
  for (const desk of desks) await desk.read();
  expect(at(two)).toMatchObject({ result: { appointment: { id: 8 } } });
  await removes(two, thief, [one, two]);
  for (const desk of [one, two])
    expect(at(desk)).toMatchObject({ status: "done", result: { appointment: { id: 7 } } });
});

it("two numbers that two desks were given are asked of a person, though a thief had called one canceled", async () => {
  const { desks } = await memoryClinic(4);
  const [one, two, thief, four] = desks;
  if (one === undefined || two === undefined || thief === undefined || four === undefined)
    throw new Error("four desks");
  const done = { ...waits, status: "done" as const, result };
  const item = deriveSharedId(one.kept().clinic, waits.id);
  one.store.transaction(({ items }) => items.insert(done));
  const share = said({ type: "share", item, generation: 0, attempts: [], needsChecking: false });
  const ends = said({ type: "mark-booked", item, epoch: 1 });
  expect(one.say([...recordOf(one, item, { kind: "item", item: done }), ...share, ...ends])).toBeNull();
  one.store.transaction(({ clinic }) => clinic.changes.done(done.id));
  const own = { kind: "answer", booking: waits.id, appointment: numbered(9), canceled: [] } as const;
  const word = { kind: "answer", booking: waits.id, appointment: null, canceled: [9] } as const;
  for (const desk of desks) await desk.read();
  expect(two.say(recordOf(two, idOf(97), own))).toBeNull();
  expect(thief.say(recordOf(thief, idOf(99), word))).toBeNull();
  for (const desk of desks) await desk.read();
  expect(at(one)).toMatchObject({ status: "done", result: { canceled: [9] } });
  await removes(two, thief, [one, two, four]);
  for (const desk of [one, two, four])
    expect(at(desk)).toMatchObject({ status: "needs-checking", result: { twice: [7, 9] } });
});

const wordsOf = ({ store, kept }: MemoryDesk) =>
  store.transaction((repositories) => ({
    said: collectOutgoing({ repositories, account, kept: kept(), nonce: () => new Uint8Array(24) }),
  })).said;
const shownAt = (desk: MemoryDesk) => at(desk)?.status;

async function markedByThief() {
  const all = await scene();
  const { one, two, thief, item } = all;
  const ends = said({ type: "mark-booked", item, epoch: 2 });
  expect(thief.say([...writtenBy(thief, item, { status: "done", result }), ...ends])).toBeNull();
  for (const desk of [one, two, thief]) await desk.read();
  expect([shownAt(one), shownAt(two)]).toEqual(["done", "done"]);
  return all;
}

it("once its maker has asked the service, what a removed thief said was booked is booked at every desk", async () => {
  const { one, two, thief } = await markedByThief();
  await removes(two, thief, [one, two]);
  expect([shownAt(one), shownAt(two)]).toEqual(["needs-checking", "elsewhere"]);
  expect(at(one)).toMatchObject({
    result: null,
    problem: { why: { id: "failures.clinic.saidBooked" } },
  });
  const item = at(one);
  if (item?.kind !== "booking") throw new Error("a booking");
  const byPerson = { appointment: null, bookedAt: long, markedByPerson: true };
  one.store.transaction((all) => all.items.update({ ...item, status: "done", result: byPerson }));
  expect(one.say(wordsOf(one))).toBeNull();
  for (const desk of [one, two]) await desk.read();
  expect([shownAt(one), shownAt(two)]).toEqual(["done", "done"]);
  expect(wordsOf(one)).toEqual([]);
});

it("what was not booked begins anew under another name, once, and a person sends it", async () => {
  const { one, two, thief } = await markedByThief();
  await removes(two, thief, [one, two]);
  const anew = () => {
    let nth = 70;
    const ids = { kept: one.kept(), uuid: () => idOf((nth += 1)), now: () => new Date(long) };
    return one.store.transaction((all) => ({ id: beginAnew(all, { id: waits.id, accountId: account }, ids) }))
      .id;
  };
  expect(anew()).toBe(idOf(71));
  expect(anew()).toBeNull();
  expect(statusesAt(one)).toEqual(["discarded", "saved-for-later"]);
});

it("what a thief says of an attempt, of work that its maker holds, its maker opens again for all", async () => {
  const { desks } = await memoryClinic(3);
  const [one, two, thief] = desks;
  if (one === undefined || two === undefined || thief === undefined) throw new Error("three desks");
  const item = deriveSharedId(one.kept().clinic, waits.id);
  const share: Entry = { type: "share", item, generation: 0, attempts: [], needsChecking: false };
  one.store.transaction(({ items }) => items.insert(waits));
  expect(one.say([...recordOf(one, item, { kind: "item", item: waits }), ...said(share)])).toBeNull();
  for (const desk of desks) await desk.read();
  expect(thief.say(said({ type: "outcome", item, attempt: idOf(60), outcome: "booked" }))).toBeNull();
  for (const desk of desks) await desk.read();
  expect(shownAt(one)).toBe("done");
  await removes(two, thief, [one, two]);
  expect(shownAt(one)).toBe("needs-checking");
  const words = wordsOf(one);
  expect(words.map(({ entry }) => entry.type)).toContain("reopen");
  expect(one.say(words)).toBeNull();
  for (const desk of [one, two]) await desk.read();
  expect([shownAt(one), shownAt(two)]).toEqual(["needs-checking", "elsewhere"]);
});

it("what another desk says too was booked stays booked", async () => {
  const { one, two, thief, item } = await markedByThief();
  expect(two.say(said({ type: "outcome", item, attempt: idOf(61), outcome: "booked" }))).toBeNull();
  for (const desk of [one, two]) await desk.read();
  await removes(two, thief, [one, two]);
  expect([shownAt(one), shownAt(two)]).toEqual(["done", "done"]);
});
