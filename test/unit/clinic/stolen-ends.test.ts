import { expect, it } from "vitest";
import type { Entry } from "../../../shared/hub-api/entries.ts";
import type { BookingItem } from "../../../shared/outbox/item.ts";
import { deriveSharedId } from "../../../main/features/clinic/shared-content.ts";
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
  expect(two.say(said({ type: "member-removed", desk: thief.id, lost: true }))).toBeNull();
  for (const desk of all) await desk.read();
};

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
      const at = ({ store }: MemoryDesk) => store.read(({ items }) => items.find(waits.id));
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

/* Two that are open: each is seen to succeed, and the test says so until it is mended. */

it.fails("what a thief says was booked has to be checked by its maker once the thief is removed", async () => {
  const { one, two, thief, item } = await scene();
  const ends = said({ type: "mark-booked", item, epoch: 2 });
  expect(thief.say([...writtenBy(thief, item, { status: "done", result }), ...ends])).toBeNull();
  for (const desk of [one, two, thief]) await desk.read();
  await removes(two, thief, [one, two]);
  expect(statusesAt(one)).toContain("needs-checking");
});

it.fails("a thief gives no booking that a desk made another number and another day", async () => {
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
  const at = ({ store }: MemoryDesk) => store.read(({ items }) => items.find(waits.id));
  for (const desk of [one, two]) expect(at(desk)).toMatchObject({ result: { appointment: { id: 7 } } });
});
