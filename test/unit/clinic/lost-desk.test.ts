import { expect, it } from "vitest";
import type { Entry } from "../../../shared/hub-api/entries.ts";
import type { Appointment } from "../../../shared/service-api/appointment.ts";
import type { BookingItem } from "../../../shared/outbox/item.ts";
import { buildMembersChange } from "../../../main/features/clinic/acts.ts";
import { beginAnew } from "../../../main/features/clinic/freed.ts";
import { keptShared } from "../../../main/features/clinic/kept-claims.ts";
import { isSaidByLost, listLostDesks, listNewlyLost } from "../../../main/features/clinic/lost-desks.ts";
import { resetForRereading } from "../../../main/features/clinic/membership.ts";
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

/* A desk goes because it is replaced, or because it was lost. Only a lost desk's words are doubted, and not for longer than there is doubt. */

const said = (...entries: readonly Entry[]) => entries.map((entry) => ({ entry }));
const waits = bookingWith(41, { date: "2026-03-04" }, { status: "ready" });
const long = "2000-01-01T00:00:00.000Z";
const appointment: Appointment = {
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
const result = { appointment, bookedAt: long, markedByPerson: false };

const at = ({ store }: MemoryDesk) => store.read(({ items }) => items.find(waits.id));
const shown = (...desks: readonly MemoryDesk[]) => desks.map((desk) => at(desk)?.status);
const readAll = async (desks: readonly MemoryDesk[]): Promise<void> => {
  for (const desk of desks) await desk.read();
};
const wordsOf = ({ store, kept }: MemoryDesk) =>
  store.transaction((repositories) => ({
    said: collectOutgoing({ repositories, account, kept: kept(), nonce: () => new Uint8Array(24) }),
  })).said;

async function clinicOf(count: number) {
  const { hub, desks } = await memoryClinic(count);
  const [one, two, third, fourth = desks[0]] = desks;
  if (one === undefined || two === undefined || third === undefined || fourth === undefined)
    throw new Error("three desks");
  return { hub, desks, one, two, third, fourth, item: deriveSharedId(one.kept().clinic, waits.id) };
}

/** What the first desk made waits, and the third one has taken it over, and says that it was booked. */
async function markedByThird(count = 3, written: Partial<BookingItem> = { status: "done", result }) {
  const all = await clinicOf(count);
  const { desks, one, third, item } = all;
  const share: Entry = { type: "share", item, generation: 0, attempts: [], needsChecking: false };
  one.store.transaction(({ items }) => items.insert(waits));
  expect(one.say([...recordOf(one, item, { kind: "item", item: waits }), ...said(share)])).toBeNull();
  one.store.transaction(({ clinic }) => clinic.changes.done(waits.id));
  await readAll(desks);
  expect(third.say(said({ type: "take-over", item, epoch: 1 }))).toBeNull();
  await readAll(desks);
  const record = recordOf(third, item, { kind: "item", item: { ...waits, ...written } }, 2);
  expect(third.say([...record, ...said({ type: "mark-booked", item, epoch: 2 })])).toBeNull();
  await readAll(desks);
  return all;
}

/** What the first desk made is booked under number 7, as all know. */
async function bookedByFirst(count = 3) {
  const all = await clinicOf(count);
  const { desks, one, item } = all;
  const done = { ...waits, status: "done" as const, result };
  one.store.transaction(({ items }) => items.insert(done));
  const share = said({ type: "share", item, generation: 0, attempts: [], needsChecking: false });
  const ends = said({ type: "mark-booked", item, epoch: 1 });
  expect(one.say([...recordOf(one, item, { kind: "item", item: done }), ...share, ...ends])).toBeNull();
  one.store.transaction(({ clinic }) => clinic.changes.done(done.id));
  await readAll(desks);
  return all;
}

type Going = { readonly lost: boolean; readonly stay?: readonly string[] };
const removes = async (
  by: MemoryDesk,
  goes: MemoryDesk,
  { lost, stay, all }: Going & { readonly all: readonly MemoryDesk[] },
): Promise<void> => {
  const removed = [{ desk: goes.id, lost }];
  const change = stay === undefined ? { removed } : { removed, stay };
  expect(by.say(await buildMembersChange(by.kept(), change))).toBeNull();
  await readAll(all);
};

/** The hub's log is read from its beginning once more, as after a restore. */
async function readsAnew(desk: MemoryDesk, isAtOnce = false): Promise<void> {
  desk.store.transaction(({ clinic }) => clinic.rewind(account));
  desk.knows(resetForRereading(desk.kept()));
  expect(await desk.read(isAtOnce)).toBeNull();
}

const anewAt = (desk: MemoryDesk): string | null => {
  let nth = 70;
  const ids = { kept: desk.kept(), uuid: () => idOf((nth += 1)), now: () => new Date(long) };
  return desk.store.transaction((all) => ({
    id: beginAnew(all, { id: waits.id, accountId: account }, ids),
  })).id;
};

it("what a desk said was booked that was replaced, or left, stays booked, also where the log is read anew", async () => {
  const { one, two, third } = await markedByThird();
  await removes(two, third, { lost: false, all: [one, two] });
  expect(shown(one, two)).toEqual(["done", "done"]);
  expect(at(one)).toMatchObject({ result: { appointment: { id: 7 } } });
  await readsAnew(one);
  expect(shown(one)).toEqual(["done"]);
  expect([wordsOf(one), wordsOf(two)]).toEqual([[], []]);
});

const second = (number: number, canceled: readonly number[] = []) =>
  ({
    kind: "answer",
    booking: waits.id,
    appointment: { ...appointment, id: number },
    canceled: [...canceled],
  }) as const;

it("a number that a desk called canceled which was replaced stays canceled: nobody is asked again", async () => {
  const { desks, one, two, third } = await bookedByFirst();
  expect(two.say(recordOf(two, idOf(97), second(9)))).toBeNull();
  const word = { kind: "answer", booking: waits.id, appointment: null, canceled: [9] } as const;
  expect(third.say(recordOf(third, idOf(99), word))).toBeNull();
  await readAll(desks);
  expect(shown(one, two)).toEqual(["done", "done"]);
  await removes(two, third, { lost: false, all: [one, two] });
  expect(shown(one, two)).toEqual(["done", "done"]);
  await readsAnew(two);
  expect(at(two)).toMatchObject({ status: "done", result: { appointment: { id: 7 }, canceled: [9] } });
});

it("the number that a replaced desk was given stays known where the log is read anew", async () => {
  const { desks, one, two, third } = await bookedByFirst();
  expect(third.say(recordOf(third, idOf(99), second(8, [7])))).toBeNull();
  await readAll(desks);
  expect(at(one)).toMatchObject({ status: "done", result: { appointment: { id: 8 } } });
  await removes(two, third, { lost: false, all: [one, two] });
  await readsAnew(two);
  for (const desk of [one, two])
    expect(at(desk)).toMatchObject({ status: "done", result: { appointment: { id: 8 }, canceled: [7] } });
});

it("the only number that stands is not forgotten with the lost desk that was given it", async () => {
  const { desks, one, two, third } = await bookedByFirst();
  expect(third.say(recordOf(third, idOf(99), second(8)))).toBeNull();
  await readAll(desks);
  expect(shown(one)).toEqual(["needs-checking"]);
  // A person asked the service: the first number is the canceled one.
  const word = { kind: "answer", booking: waits.id, appointment: null, canceled: [7] } as const;
  expect(two.say(recordOf(two, idOf(97), word))).toBeNull();
  await readAll(desks);
  expect(at(one)).toMatchObject({ status: "done", result: { appointment: { id: 8 }, canceled: [7] } });
  await removes(two, third, { lost: true, all: [one, two] });
  for (const desk of [one, two])
    expect(at(desk)).toMatchObject({ status: "done", result: { appointment: { id: 8 }, canceled: [7] } });
});

it("whom the lost desk let in, and who goes with it, is no other desk that says the same", async () => {
  const { hub, desks, one, two, third, item } = await markedByThird();
  const guest = await memoryDesk(9, { hub, clinic: () => one.kept().clinic });
  const added = { ...guest.keys.card, desk: guest.id, credential: credentialOf(guest.id) };
  expect(third.say(await buildMembersChange(third.kept(), { added }))).toBeNull();
  expect(await guest.read()).toBeNull();
  expect(guest.say(said({ type: "outcome", item, attempt: idOf(61), outcome: "booked" }))).toBeNull();
  await readAll(desks);
  await removes(two, third, { lost: true, stay: [one.id, two.id], all: [one, two] });
  expect(two.kept().gone).toContainEqual(expect.objectContaining({ desk: guest.id, lost: false }));
  expect(shown(one, two)).toEqual(["needs-checking", "elsewhere"]);
});

it("the service's answer at a desk that stays is enough: it is booked, and nobody is asked", async () => {
  const { one, two, third } = await markedByThird();
  await removes(two, third, { lost: true, all: [one, two] });
  expect(shown(one, two)).toEqual(["needs-checking", "elsewhere"]);
  expect(two.say(recordOf(two, idOf(97), second(9)))).toBeNull();
  await readAll([one, two]);
  for (const desk of [one, two])
    expect(at(desk)).toMatchObject({ status: "done", result: { appointment: { id: 9 } } });
});

it("where the log is read anew, what a lost desk alone said was booked is to be checked as before", async () => {
  const { one, two, third } = await markedByThird();
  await removes(two, third, { lost: true, all: [one, two] });
  for (const isAtOnce of [false, true]) {
    for (const desk of [one, two]) await readsAnew(desk, isAtOnce);
    expect(shown(one, two)).toEqual(["needs-checking", "elsewhere"]);
  }
});

it.each([false, true])(
  "what was not booked begins anew at its maker, and is over at the others; read at once: %s",
  async (isAtOnce) => {
    const { one, two, third, fourth } = await markedByThird(4);
    await removes(two, third, { lost: true, all: isAtOnce ? [one] : [one, two, fourth] });
    expect(anewAt(one)).toBe(idOf(71));
    // The copy is another matter: it is shared as what waits.
    const words = wordsOf(one).filter(({ entry }) => entry.type === "record" && entry.version > 2);
    expect(one.say(words)).toBeNull();
    for (const desk of [one, two, fourth]) await desk.read(isAtOnce);
    expect(shown(one, two, fourth)).toEqual(["discarded", "discarded", "discarded"]);
    await readsAnew(one, isAtOnce);
    expect([shown(one), anewAt(one)]).toEqual([["discarded"], null]);
  },
);

it("of what an earlier Front Desk heard nobody knows who said it: it stands", async () => {
  const { one, two, third, item } = await markedByThird();
  for (const desk of [one, two])
    desk.store.transaction(({ clinic }) => {
      const claim = clinic.claims.of(account, waits.id);
      const {
        bookedBy: _b,
        isDoubted: _d,
        canceledBy: _c,
        ...earlier
      } = keptShared.parse(JSON.parse(claim?.shared ?? ""));
      if (claim !== null) clinic.claims.put(account, { ...claim, shared: JSON.stringify(earlier) });
    });
  // It says so once more.
  expect(third.say(said({ type: "outcome", item, attempt: idOf(62), outcome: "booked" }))).toBeNull();
  await readAll([one, two]);
  await removes(two, third, { lost: true, all: [one, two] });
  for (const desk of [one, two])
    expect(at(desk)).toMatchObject({ status: "done", result: { appointment: { id: 7 } } });
});

it("a desk is lost once it is said, and what it said longer ago than a month is not doubted", async () => {
  const { two, third } = await clinicOf(3);
  await removes(two, third, { lost: true, all: [two] });
  const now = two.kept();
  const waiting = { ...now, gone: now.gone.map((one) => ({ ...one, lost: false })) };
  // The second report of a day waits for another desk's word.
  expect(listNewlyLost(waiting, now)).toEqual([third.id]);
  expect(listNewlyLost(now, now)).toEqual([]);
  const by = (day: string) => ({ desk: third.id, at: `2026-${day}T12:00:00.000Z` });
  const claimed = { ended: "booked" as const, wasDone: false, answers: [] };
  const isDoubted = (day: string) => isSaidByLost({ ...claimed, bookedBy: [by(day)] }, listLostDesks(now));
  expect([isDoubted("11-20"), isDoubted("10-25"), isDoubted("10-20")]).toEqual([true, true, false]);
});

it("a long row of lost desks, of which each let in the next one, is walked along once", async () => {
  const { two } = await clinicOf(3);
  const kept = two.kept();
  const [founder] = kept.members;
  if (founder === undefined) throw new Error("a founder");
  const [ids, since] = [Array.from({ length: 200 }, (_none, nth) => idOf(1_000 + nth)), founder.letIn?.at];
  const members = ids.map((desk, nth) => ({
    ...founder,
    desk,
    removedAt: 10,
    letIn: { by: ids[nth - 1] ?? founder.desk, at: since ?? long, isSheet: false },
    report: { by: founder.desk, at: long, answer: null },
  }));
  let looks = 0;
  const gone = ids.map((id) => ({
    get desk() {
      looks += 1;
      return id;
    },
    lost: true,
    until: 10,
    cameBack: false,
  }));
  expect(listLostDesks({ ...kept, members: [...kept.members, ...members], gone }).size).toBe(ids.length);
  expect(looks).toBeLessThan(10 * ids.length);
});
