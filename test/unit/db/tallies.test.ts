import { expect, test } from "vitest";
import { appointment } from "../../../shared/service-api/appointment.ts";
import type { Chore } from "../../../main/db/chores.ts";
import { createItemRepository } from "../../../main/db/items.ts";
import { createPatientRepository } from "../../../main/db/patients.ts";
import { createPatientLinks } from "../../../main/db/same-people.ts";
import { createSettingsRepository } from "../../../main/db/small-tables.ts";
import { createCounters } from "../../../main/db/tallies.ts";
import { blankDatabase } from "../../support/blank-store.ts";
import { account, bookingItem, idOf, otherAccount } from "../../support/store-records.ts";

const atOf = (number: number): string => new Date(Date.UTC(2026, 0, 1) + number * 3_600_000).toISOString();
const booked = (number: number, at: string | undefined = atOf(number)) => {
  const item = bookingItem(number, {
    status: "done",
    result: {
      appointment: appointment.parse({
        id: number,
        status: "Pending",
        ...(at === "" ? {} : { appointmentDateTime: at }),
      }),
      bookedAt: atOf(0),
      markedByPerson: false,
    },
  });
  return at === "" ? { ...item, form: { ...item.form, date: "", time: "" } } : item;
};

/** So many bookings, none of which is counted before a chore is done. */
async function uncounted(count: number) {
  const db = await blankDatabase();
  const waiting: Chore[] = [];
  const tallies = createCounters(db, (chore) => waiting.push(chore));
  const patients = createPatientRepository(db, { later: () => undefined, people: createPatientLinks(db) });
  const items = createItemRepository(db, { patients, settings: createSettingsRepository(db), tallies });
  db.transaction(() => {
    for (let number = 1; number <= count; number += 1) items.insert(booked(number));
    items.insert(booked(count + 1, ""));
    items.insert({ ...booked(count + 2), accountId: otherAccount });
    items.insert({ ...booked(count + 3, ""), accountId: otherAccount });
  })();
  const inFile = (accountId: string) => ({
    days: db
      .prepare(
        `select substr(appointment_instant, 1, 10) as day, count(*) as total from items
          where account_id = ? and appointment_instant is not null and status <> 'discarded' group by day order by day`,
      )
      .all(accountId),
    taken: db
      .prepare("select count(*) from items where account_id = ? and status = 'done'")
      .pluck()
      .get(accountId),
  });
  const counted = (accountId: string) => ({
    days: tallies.days(accountId),
    taken: tallies.taken(accountId),
  });
  /** Nothing asks for the tallies meanwhile, which would count the rest. */
  const soFar = (): unknown =>
    db.prepare("select sum(total) from agenda_tally where day = 'taken'").pluck().get();
  const countSome = (): boolean => waiting[0]?.() ?? false;
  return { db, items, inFile, counted, taken: tallies.taken, soFar, countSome };
}

test("visits are counted in pieces, and what is left at once when they are asked for", async () => {
  const { inFile, counted, soFar, countSome } = await uncounted(1_300);
  expect(soFar()).toBeNull();
  expect(countSome()).toBe(true);
  // With those of no day, which come first.
  expect(soFar()).toBe(1_002);
  for (const each of [account, otherAccount]) expect(counted(each)).toEqual(inFile(each));
  expect(countSome()).toBe(false);
  expect(counted(account)).toEqual(inFile(account));
});

test("every account is counted, whatever its name begins with", async () => {
  const { items, inFile, counted } = await uncounted(1);
  for (const [at, accountId] of ["0", "A", "~", "é"].entries()) {
    items.insert({ ...booked(at + 10), accountId });
    expect(inFile(accountId).taken).toBe(1);
  }
  for (const accountId of ["0", "A", "~", "é"]) expect(counted(accountId)).toEqual(inFile(accountId));
});

test("counting ends with the last visit, and whoever asks first for what was taken has it counted", async () => {
  const { inFile, countSome } = await uncounted(1_300);
  expect([countSome(), countSome(), countSome()]).toEqual([true, false, false]);
  const other = await uncounted(1_300);
  expect(other.taken(account)).toBe(inFile(account).taken);
});

test("what changes while they are counted is counted once, on whichever side it is", async () => {
  const { db, items, inFile, counted, countSome } = await uncounted(1_300);
  items.update(booked(4, atOf(1_400)));
  countSome();
  // Of those that are counted already and those that are not: made, moved to the other side, moved within it, gone.
  items.insert(booked(2_001, atOf(10)));
  items.insert(booked(2_002, atOf(1_250)));
  items.insert(booked(2_003, ""));
  items.update(booked(5, atOf(1_260)));
  items.update(booked(1_200, atOf(6)));
  items.update(booked(7, atOf(100)));
  items.update(booked(1_201, atOf(1_290)));
  items.update(booked(8, ""));
  items.update(booked(1_202, ""));
  items.update(booked(1_301, atOf(1_280)));
  items.restate({ ...booked(9), status: "discarded" });
  items.restate({ ...booked(1_203), status: "discarded" });
  db.prepare("delete from items where id = ?").run(idOf(10));
  db.prepare("delete from items where id = ?").run(idOf(1_204));
  while (countSome());
  for (const each of [account, otherAccount]) expect(counted(each)).toEqual(inFile(each));
  items.insert(booked(2_004, atOf(20)));
  expect(counted(account)).toEqual(inFile(account));
});

test("what was counted in a transaction that is undone is counted again", async () => {
  const { db, inFile, counted, soFar, countSome } = await uncounted(1_300);
  const undone = db.transaction(() => {
    expect(counted(account)).toEqual(inFile(account));
    throw new Error("undone");
  });
  expect(undone).toThrow("undone");
  expect(soFar()).toBeNull();
  expect(countSome()).toBe(true);
  expect(counted(account)).toEqual(inFile(account));
});
