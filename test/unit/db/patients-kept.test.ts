import { describe, expect, test } from "vitest";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import { parsePatientQuery } from "../../../main/db/search-query.ts";
import { createSqliteStore } from "../../../main/db/sqlite-store.ts";
import { createStoreError } from "../../../main/db/store-error.ts";
import { runAtOnce, type Chore } from "../../../main/db/chores.ts";
import { blankDatabase } from "../../support/blank-store.ts";
import {
  account,
  bookingItem,
  bookingWith,
  idOf,
  known,
  otherAccount,
  patientRecord,
} from "../../support/store-records.ts";

const numbersOf = (patients: readonly { readonly id: string }[]): number[] =>
  patients.map(({ id }) => Number(id.slice(-6)));

async function bench(...patients: readonly PatientRecord[]) {
  const db = await blankDatabase();
  const chores: Chore[] = [];
  let isLater = false;
  const store = createSqliteStore(db, "memory", {
    later: (chore) => (isLater ? void chores.push(chore) : runAtOnce(chore)),
  });
  store.transaction((all) => patients.forEach((patient) => all.patients.insert(patient)));
  const page = (text: string, limit = 20) =>
    store.read((all) =>
      all.patients.search({
        accountId: account,
        query: parsePatientQuery(text, { today: "2026-11-22", dateOrder: "month-first" }),
        limit,
      }),
    );
  return {
    db,
    store,
    page,
    found: (text: string, limit?: number) => numbersOf(page(text, limit).items),
    near: (text: string, limit?: number) => numbersOf(page(text, limit).near),
    recent: (limit = 20) => store.read((all) => all.patients.recent({ accountId: account, limit })),
    spoil: (number: number) => db.exec(`update patients set json = '{' where id = '${idOf(number)}'`),
    /** From now on what nobody waits for is left, until it is to be done. */
    leaveChores: () => (isLater = true),
    doChores: () => chores.splice(0).forEach(runAtOnce),
  };
}
const named = (
  number: number,
  lastName: string,
  firstName = "Ann",
  more: Partial<PatientRecord["input"]> = {},
) => patientRecord(number, { input: { lastName, firstName, ...more } });

describe("a record of a patient", () => {
  test("tells whose it is, also where it cannot be read", async () => {
    const { store, spoil } = await bench(patientRecord(1), patientRecord(2, { accountId: otherAccount }));
    spoil(2);
    expect(store.read(({ patients }) => [1, 2, 3].map((number) => patients.ownerOf(idOf(number))))).toEqual([
      account,
      otherAccount,
      null,
    ]);
    expect(() => store.read(({ patients }) => patients.get(otherAccount, idOf(2)))).toThrow(
      createStoreError("damaged"),
    );
    expect(store.read(({ patients }) => patients.find(otherAccount, idOf(2)))).toBeNull();
  });

  test("that was spoilt is found by its words again once it is saved anew", async () => {
    const { store, spoil, found } = await bench(named(1, "Before"));
    spoil(1);
    expect(found("before")).toEqual([]);
    store.transaction(({ patients }) => patients.update(named(1, "After")));
    expect([found("after"), found("ann after")]).toEqual([[1], [1]]);
  });

  test("that got a number keeps its words, and that of one whose email changed follows", async () => {
    const { store, found } = await bench(named(1, "Roe"), named(2, "Roe"));
    store.transaction(({ patients }) => {
      patients.update({ ...named(1, "Roe"), patientId: 7 });
      patients.update(named(2, "Roe", "Ann", { email: "new@example.com" }));
    });
    expect([found("ann roe"), found("7"), found("new@"), found("patient2@")]).toEqual([[2, 1], [1], [2], []]);
  });

  test("that there is not can be taken away, and one that cannot be read too", async () => {
    const { store, spoil, db } = await bench(patientRecord(1), patientRecord(2));
    spoil(2);
    store.transaction(({ patients }) => {
      patients.remove(idOf(9));
      patients.remove(idOf(2));
    });
    expect(db.prepare("select count(*) from patients").pluck().get()).toBe(1);
  });

  test("is in its order after another one, of its account, until the end", async () => {
    const { store, spoil } = await bench(
      patientRecord(3),
      patientRecord(1),
      patientRecord(9, { accountId: otherAccount }),
      patientRecord(2),
      patientRecord(4),
    );
    spoil(1);
    const after = (number: number, limit: number) => {
      const { items, next } = store.read(({ patients }) =>
        patients.inOrder({ accountId: account, after: number, limit }),
      );
      return [numbersOf(items), next];
    };
    expect([after(0, 2), after(2, 2), after(5, 2), after(0, 4), after(0, 5)]).toEqual([
      [[3], 2],
      [[2, 4], 5],
      [[], null],
      [[3, 2, 4], 5],
      [[3, 2, 4], null],
    ]);
  });
});

describe("who was here last", () => {
  test("is told with when and how: booked, saved or added; whoever came with a file is not", async () => {
    const { store, recent } = await bench(
      patientRecord(1, { createdAt: "2026-03-02T09:00:00.000Z" }),
      patientRecord(2, { createdAt: "2026-03-02T10:00:00.000Z" }),
      patientRecord(3, { createdAt: "2026-03-02T11:00:00.000Z" }),
    );
    store.transaction(({ patients, items }) => {
      patients.insert(patientRecord(4, { createdAt: "2026-03-02T20:00:00.000Z" }), true);
      patients.insert(patientRecord(5, { createdAt: "2026-03-02T08:00:00.000Z" }), false);
      items.insert(
        bookingWith(11, { patient: known(2) }, { status: "ready", updatedAt: "2026-03-02T10:30:00.000Z" }),
      );
      const result = { appointment: null, bookedAt: "2026-03-02T12:00:00.000Z", markedByPerson: true };
      items.insert(
        bookingWith(
          12,
          { patient: known(1) },
          { status: "done", updatedAt: "2026-03-03T09:00:00.000Z", result },
        ),
      );
      items.insert(bookingItem(13, { status: "ready", updatedAt: "2026-03-02T21:00:00.000Z" }));
      items.insert(
        bookingWith(14, { patient: known(99) }, { status: "ready", updatedAt: "2026-03-02T22:00:00.000Z" }),
      );
    });
    expect(recent().map(({ patient, at, how }) => [numbersOf([patient])[0], at.slice(11, 16), how])).toEqual([
      [1, "12:00", "booked"],
      [3, "11:00", "added"],
      [2, "10:30", "saved"],
      [5, "08:00", "added"],
    ]);
    expect(numbersOf(recent(2).map(({ patient }) => patient))).toEqual([1, 3]);
  });

  test("stands once, and is told as booked where they came and booked in one moment", async () => {
    const { store, recent } = await bench(
      ...[1, 2, 3, 4].map((number) =>
        patientRecord(number, { createdAt: `2026-03-02T0${number}:00:00.000Z` }),
      ),
    );
    store.transaction(({ items }) => {
      for (const [number, patient, hour] of [
        [11, 3, 3],
        [12, 1, 6],
        [13, 3, 5],
        [14, 2, 2],
        [15, 1, 4],
      ] as const)
        items.insert(
          bookingWith(
            number,
            { patient: known(patient) },
            { status: "ready", updatedAt: `2026-03-02T0${hour}:00:00.000Z` },
          ),
        );
      items.insert(bookingItem(16, { status: "ready", updatedAt: "2026-03-02T09:00:00.000Z" }));
    });
    expect(recent().map(({ patient, at, how }) => [numbersOf([patient])[0], at.slice(11, 13), how])).toEqual([
      [1, "06", "saved"],
      [3, "05", "saved"],
      [4, "04", "added"],
      [2, "02", "saved"],
    ]);
  });

  test("is nobody yet at a desk that joined a clinic or read a file, and those who came last are known", async () => {
    const { store, recent } = await bench();
    store.transaction(({ patients }) => {
      patients.insert(patientRecord(1), true);
      patients.insert(patientRecord(2), true);
      patients.insert(patientRecord(3, { accountId: otherAccount }), true);
    });
    const newest = (limit: number) =>
      numbersOf(store.read(({ patients }) => patients.newest({ accountId: account, limit })));
    expect([recent(), newest(20), newest(1)]).toEqual([[], [2, 1], [2]]);
  });

  test("came with a file and has booked since", async () => {
    const { store, recent } = await bench();
    store.transaction(({ patients, items }) => {
      patients.insert(patientRecord(1), true);
      items.insert(bookingWith(11, { patient: known(1) }, { status: "ready" }));
    });
    expect(recent().map(({ patient, how }) => [patient.id, how])).toEqual([[idOf(1), "saved"]]);
  });
});

describe("a search", () => {
  test("understands a typing error as soon as the names were read, and in names that came since", async () => {
    const { store, near, leaveChores, doChores } = await bench(
      ...Array.from({ length: 350 }, (_, at) => named(at + 10, `Name${String(at).padStart(3, "0")}x`)),
      named(1, "Garcia", "Maria"),
      patientRecord(2, { accountId: otherAccount, input: { lastName: "Gartia" } }),
    );
    leaveChores();
    expect(near("garxia")).toEqual([]);
    doChores();
    expect([near("garxia"), near("mxria"), near("nmae349x")]).toEqual([[1], [1], [359]]);
    store.transaction(({ patients }) => {
      patients.insert(named(3, "Garzia", "Mario"));
      patients.update(named(1, "Smith", "Maria"));
    });
    expect([near("garxia"), near("smlth"), near("mairo")]).toEqual([[3], [1], [3]]);
  });

  test("understands no error in a word of three letters, which is another name with each of them", async () => {
    const { near, found } = await bench(named(1, "Lea"), named(2, "Leah"));
    expect([near("lee"), near("laeh"), found("lee")]).toEqual([[], [2], []]);
  });

  test("tells five who may be meant, and never more than there is room for", async () => {
    const { near, found } = await bench(
      ...Array.from({ length: 8 }, (_, at) => named(at + 10, "Garcia")),
      named(1, "Garzia"),
    );
    expect([near("garsia").length, near("garsia", 3).length, near("garzia", 2).length]).toEqual([5, 3, 1]);
    expect([near("garzia", 1), found("garzia")]).toEqual([[], [1]]);
  });

  test("takes whole names before beginnings, an address or an ID before both, and each once", async () => {
    const { found } = await bench(
      named(1, "Leeson"),
      named(2, "Roe", "Leeds"),
      named(3, "Lee"),
      named(4, "Roe", "Lee"),
      named(5, "Roe Lee"),
      named(6, "Doe", "Bo", { externalId: "lee" }),
      named(7, "Doe", "Bo", { externalId: "leeway" }),
      named(8, "Doe", "Bo", { email: "lee@example.com" }),
    );
    expect(found("lee")).toEqual([6, 3, 4, 1, 2, 5, 8, 7]);
    expect(found("lee", 3)).toEqual([6, 3, 4]);
  });

  test("takes a number at the service, then what is it as a whole, then its beginnings and its end", async () => {
    const { found } = await bench(
      named(1, "A", "A", { phone: "5551234" }),
      named(2, "B", "B", { phone: "1234555" }),
      named(3, "C", "C", { externalId: "5559" }),
      named(4, "D", "D", { externalId: "555" }),
      named(5, "E", "E", { phone: "555" }),
      patientRecord(6, { patientId: 555 }),
      patientRecord(7, { patientId: 55 }),
    );
    expect(found("555")).toEqual([6, 5, 4, 1, 2, 3]);
    // Fewer than three digits are no beginning of anything.
    expect([found("55"), found("#555"), found("1234567890123456")]).toEqual([[7], [6], []]);
  });

  test("of a name and a day says how many meet both, and who is near by either", async () => {
    const { page, near } = await bench(
      ...[1, 2, 3].map((number) => named(number, "Garcia", "Jo", { dob: "1990-07-04" })),
      named(4, "Other", "Jo", { dob: "1990-07-04" }),
      named(5, "Garcia", "Bo"),
    );
    expect([page("garcia 7/4/1990", 2).total, numbersOf(page("garcia 7/4/1990", 2).items)]).toEqual([
      3,
      [3, 2],
    ]);
    expect(near("garica 7/4/1990")).toEqual([3, 2, 1]);
    expect(near("garcia 7/5/1990")).toEqual([5, 3, 2, 1]);
    expect(near("garcia 7/5/1990", 2)).toHaveLength(2);
  });

  test("passes over who cannot be read, and says who", async () => {
    const { page, spoil } = await bench(named(1, "Garcia"), named(2, "Garcia"), named(3, "Garcia"));
    spoil(2);
    for (const text of ["garcia", "garcia 3/5/1984", "gar ann x"].slice(0, 2))
      expect(page(text), text).toMatchObject({ damaged: [idOf(2)], total: text === "garcia" ? 3 : 2 });
  });
});

test("at most twenty who may be the same are offered, the newest", async () => {
  const same = { phone: "555 123 4567" };
  const { store } = await bench(...Array.from({ length: 25 }, (_, at) => named(at + 1, "Roe", "Ann", same)));
  const likeness = { accountId: account, firstName: "", lastName: "", dob: null, email: "", ...same };
  const found = store.read(({ patients }) => patients.similar(likeness));
  expect(numbersOf(found)).toEqual(Array.from({ length: 20 }, (_, at) => 25 - at));
  expect(store.read(({ patients }) => patients.similar({ ...likeness, accountId: otherAccount }))).toEqual(
    [],
  );
});
