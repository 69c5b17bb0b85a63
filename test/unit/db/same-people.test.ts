import { describe, expect, test } from "vitest";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import { parsePatientQuery } from "../../../main/db/search-query.ts";
import { createPatientLinks } from "../../../main/db/same-people.ts";
import { blankDatabase, blankStore } from "../../support/blank-store.ts";
import {
  account,
  bookingWith,
  idOf,
  known,
  otherAccount,
  patientRecord,
} from "../../support/store-records.ts";

const at = "2026-11-22T15:00:00.000Z";
const jane = (number: number, input: Partial<PatientRecord["input"]> = {}): PatientRecord =>
  patientRecord(number, { patientId: number, input: { firstName: "Jane", lastName: "Doe", ...input } });

/** Two Jane Does, numbers 5 and 9, with others around them. */
async function bench() {
  const store = await blankStore();
  store.transaction(({ patients }) => {
    patients.insert(jane(5, { phone: "2175550199" }));
    patients.insert(jane(9, { externalId: "MRN-9", email: "old@example.com", dob: "1984-05-03" }));
    patients.insert(patientRecord(20, { patientId: 20, input: { lastName: "Doe" } }));
  });
  const search = (text: string) =>
    store.read(({ patients }) =>
      patients.search({
        accountId: account,
        query: parsePatientQuery(text, { today: "2026-11-22", dateOrder: "month-first" }),
        limit: 20,
      }),
    );
  return {
    store,
    search,
    ids: (text: string) => search(text).items.map(({ id }) => id),
    join: (kept: number, other: number) =>
      store.transaction(({ people }) => people.join({ kept: idOf(kept), other: idOf(other), at })),
    part: (id: number) => store.transaction(({ people }) => people.part(idOf(id))),
    absorb: (from: number, to: number) =>
      store.transaction(({ people }) => people.absorb({ from: idOf(from), to: idOf(to), at })),
    records: (id: number) =>
      store.read(({ people }) => people.recordsOf(idOf(id)).map((record) => Number(record.slice(-3)))),
  };
}

describe("two records that a person said are one", () => {
  test("are one person in every search, and what only the other has leads to the one that is kept", async () => {
    const { ids, search, join } = await bench();
    expect(ids("jane doe")).toEqual([idOf(9), idOf(5)]);
    join(5, 9);
    const one = [
      "jane doe",
      "jane",
      "#9",
      "9",
      "MRN-9",
      "old@example.com",
      "5/3/1984",
      "doe 5/3/1984",
      "5550199",
    ];
    for (const text of one) expect(ids(text), text).toEqual([idOf(5)]);
    expect(search("jane doe").total).toBe(1);
    expect(search("jaen doe").near.map(({ id }) => id)).toEqual([idOf(5)]);
    expect(ids("doe")).toEqual([idOf(20), idOf(5)]);
  });

  test("stand where the first of them is found: a whole name is not put behind who only begins like it", async () => {
    const { store, ids, join } = await bench();
    store.transaction(({ patients }) => {
      patients.insert(patientRecord(30, { input: { lastName: "Leeman" } }));
      patients.insert(patientRecord(31, { input: { lastName: "Lee" } }));
      patients.insert(patientRecord(32, { input: { lastName: "Leeson" } }));
    });
    expect(ids("lee")).toEqual([idOf(31), idOf(32), idOf(30)]);
    join(31, 30);
    expect(ids("lee")).toEqual([idOf(31), idOf(32)]);
  });

  test("are told apart again as they were, and nothing of either was changed", async () => {
    const { store, ids, join, part } = await bench();
    const both = () => store.read(({ patients }) => [5, 9].map((id) => patients.get(account, idOf(id))));
    const before = both();
    join(5, 9);
    expect(both()).toEqual(before);
    part(9);
    expect(ids("jane doe")).toEqual([idOf(9), idOf(5)]);
    expect(ids("#9")).toEqual([idOf(9)]);
  });

  test("stay one whatever the service says of either of them", async () => {
    const { store, ids, join } = await bench();
    join(5, 9);
    store.transaction(({ patients }) => patients.update(jane(9, { phone: "3125550100" })));
    expect(ids("3125550100")).toEqual([idOf(5)]);
  });

  test("are found as the one who may be the same as somebody new, and were here last together", async () => {
    const { store, join } = await bench();
    join(5, 9);
    const like = { firstName: "Jane", lastName: "Doe", dob: "1984-05-03", phone: "", email: "" };
    const found = store.read(({ patients }) => patients.similar({ accountId: account, ...like }));
    expect(found.map(({ id }) => id)).toEqual([idOf(5)]);
    store.transaction(({ items }) => {
      items.insert(bookingWith(31, { patient: known(9) }, { status: "ready", updatedAt: at }));
    });
    const recent = store.read(({ patients }) => patients.recent({ accountId: account, limit: 5 }));
    expect(recent.map(({ patient, how }) => [patient.id, how])).toEqual([
      [idOf(5), "saved"],
      [idOf(20), "added"],
    ]);
  });

  test("are one after the next start too", async () => {
    const db = await blankDatabase();
    const before = createPatientLinks(db);
    before.join({ kept: idOf(5), other: idOf(9), at });
    expect(createPatientLinks(db).keptOf(idOf(9))).toBe(idOf(5));
    expect(createPatientLinks(db).recordsOf(idOf(9))).toEqual([idOf(5), idOf(9)]);
  });

  test("are said to be one once, however often it is said", async () => {
    const db = await blankDatabase();
    const people = createPatientLinks(db);
    for (const [kept, other] of [
      [5, 9],
      [9, 5],
      [5, 9],
      [5, 5],
    ] as const)
      people.join({ kept: idOf(kept), other: idOf(other), at });
    expect(db.prepare("select record_id, kept_id from same_people").raw().all()).toEqual([
      [idOf(9), idOf(5)],
    ]);
  });

  test("may be three: what was said last is taken back alone", async () => {
    const { records, join, part } = await bench();
    join(5, 9);
    join(20, 5);
    expect([records(9), records(20)]).toEqual([
      [20, 5, 9],
      [20, 5, 9],
    ]);
    join(9, 20);
    part(5);
    expect([records(9), records(20)]).toEqual([[5, 9], [20]]);
  });
});

describe("a record that the service turns out to know as another one", () => {
  test("leaves what was said of it to that one", async () => {
    const { records, join, absorb } = await bench();
    join(9, 20);
    absorb(9, 5);
    expect([records(5), records(20)]).toEqual([
      [5, 20],
      [5, 20],
    ]);
  });

  test("leads the other to the one that stood for it", async () => {
    const { records, join, absorb } = await bench();
    join(20, 9);
    absorb(9, 5);
    expect(records(5)).toEqual([20, 5]);
  });

  test("leaves the other one of whom it was said that it is", async () => {
    const { records, join, absorb } = await bench();
    join(20, 9);
    absorb(5, 9);
    expect(records(9)).toEqual([20, 9]);
  });

  test("is gone from among its own, whichever of the two was kept", async () => {
    const { records, join, absorb } = await bench();
    join(9, 5);
    join(20, 9);
    absorb(9, 5);
    expect(records(5)).toEqual([20, 5]);
    const other = await bench();
    other.join(5, 9);
    other.absorb(9, 5);
    expect(other.records(5)).toEqual([5]);
  });
});

describe("notes of a patient", () => {
  test("are those of one account, keep every half of a character, and go when nothing is left of them", async () => {
    const { store } = await bench();
    const notes = (accountId: string) => store.read(({ notes }) => notes.get(accountId, idOf(5)));
    store.transaction(({ notes }) => notes.set(account, idOf(5), "Prefers\nmornings \ud83d"));
    expect([notes(account), notes(otherAccount)]).toEqual(["Prefers\nmornings \ud83d", ""]);
    store.transaction(({ notes }) => notes.set(otherAccount, idOf(5), "Another's"));
    expect([notes(account), notes(otherAccount)]).toEqual(["Prefers\nmornings \ud83d", ""]);
    store.transaction(({ notes }) => notes.set(account, idOf(5), " \n"));
    expect(notes(account)).toBe("");
  });

  test("stand behind those of the record that is the same patient at the service", async () => {
    const { store } = await bench();
    const text = store.transaction(({ notes }) => {
      notes.set(account, idOf(9), "Deaf in one ear");
      notes.set(account, idOf(5), "Prefers mornings");
      notes.moveTo(account, { from: idOf(9), to: idOf(5) });
      return [notes.get(account, idOf(5)), notes.get(account, idOf(9))];
    });
    expect(text).toEqual(["Prefers mornings\n\nDeaf in one ear", ""]);
  });
});
