import { describe, expect, test } from "vitest";
import { createRetentionHandlers } from "../../../main/features/patients/retention.ts";
import { createFirstSettings } from "../../../main/features/session/first-settings.ts";
import { sessionFor, withSession } from "../../support/at-desk.ts";
import { blankStore } from "../../support/blank-store.ts";
import { formatKnownPatient } from "../../../main/db/cards.ts";
import type { ItemStatus } from "../../../shared/outbox/item.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import {
  account,
  bookingWith,
  idOf,
  known,
  otherAccount,
  patientItem,
  patientRecord,
} from "../../support/store-records.ts";

const longAgo = "2024-01-10T15:00:00.000Z";
const lately = "2026-10-10T15:00:00.000Z";
const at = (updatedAt: string, status: ItemStatus = "done") => ({ status, createdAt: updatedAt, updatedAt });

/** Records that are kept for twelve months, on a day in November 2026. */
async function bench(retentionMonths = 12) {
  const store = await blankStore();
  const world = { accountId: account as string | null, months: retentionMonths };
  const told: (readonly string[])[] = [];
  const handlers = withSession(
    createRetentionHandlers({
      store,
      clock: fakeClock("2026-11-22T15:00:00Z"),
      settings: () => ({ ...createFirstSettings("America/New_York"), retentionMonths: world.months }),
      onChange: (ids) => told.push(ids),
    }),
    sessionFor(() => world.accountId),
  );
  const list = async () => {
    const answer = await handlers["retention.list"]({ limit: 50 });
    if (!answer.ok) throw new Error(answer.failure.code);
    return answer.value;
  };
  return {
    store,
    world,
    told,
    list,
    ids: async () => (await list()).patients.map(({ patient }) => patient.id),
    erase: (ids: readonly string[], isChosen = false) =>
      handlers["retention.erase"]({ ids: [...ids], isChosen }),
  };
}

describe("who was not seen", () => {
  test("is offered with the moment of the last visit, booking or change, the longest first", async () => {
    const { store, list } = await bench();
    store.transaction(({ patients, items }) => {
      for (const number of [1, 2, 3, 4]) patients.insert(patientRecord(number, { createdAt: longAgo }));
      items.insert(bookingWith(11, { patient: known(2) }, at("2025-02-01T15:00:00.000Z")));
      // Booked long ago, for a day not long ago.
      items.insert(bookingWith(12, { patient: known(3), date: "10/1/2026", time: "2pm" }, at(longAgo)));
      items.insert(patientItem(13, { patientRecordId: idOf(4), ...at(lately) }));
    });
    const { patients, total, before } = await list();
    expect(patients.map(({ patient, lastSeen }) => [patient.id, lastSeen])).toEqual([
      [idOf(1), longAgo],
      [idOf(2), "2025-02-01T15:00:00.000Z"],
    ]);
    expect([total, before]).toEqual([2, "2025-11-22"]);
  });

  // window-18: Patients are deleted only when a person says so, and never with unfinished work
  test(
    "is never offered with anything unfinished, be it a booking for which the number was typed",
    { tags: ["window-18"] },
    async () => {
      const { store, ids } = await bench();
      const open: ItemStatus[] = [
        "draft",
        "on-hold",
        "ready",
        "needs-checking",
        "needs-card",
        "needs-editing",
      ];
      store.transaction(({ patients, items }) => {
        for (const [index, status] of open.entries()) {
          patients.insert(patientRecord(index + 1, { createdAt: longAgo }));
          items.insert(bookingWith(index + 101, { patient: known(index + 1) }, at(longAgo, status)));
        }
        patients.insert(patientRecord(20, { createdAt: longAgo, patientId: 77 }));
        items.insert(
          bookingWith(120, { patient: { kind: "number", text: " #77" } }, at(longAgo, "needs-card")),
        );
        patients.insert(patientRecord(21, { createdAt: longAgo }));
        items.insert(bookingWith(121, { patient: known(21) }, at(longAgo, "discarded")));
      });
      expect(await ids()).toEqual([idOf(21)]);
    },
  );

  test("is nobody with retention off, nobody of another account, and nobody when signed out", async () => {
    const { store, world, ids, erase } = await bench();
    store.transaction(({ patients }) => {
      patients.insert(patientRecord(1, { createdAt: longAgo, accountId: otherAccount }));
      patients.insert(patientRecord(2, { createdAt: longAgo }));
    });
    expect(await ids()).toEqual([idOf(2)]);
    expect(await erase([idOf(1)], true)).toMatchObject({ failure: { code: "not-found" } });
    world.months = 0;
    expect(await ids()).toEqual([]);
    expect(await erase([idOf(2)])).toMatchObject({ value: { erased: 0, kept: 1 } });
    world.accountId = null;
    expect(await erase([idOf(2)], true)).toMatchObject({ failure: { code: "signed-out" } });
    expect(store.read(({ patients }) => patients.find(account, idOf(2)))).not.toBeNull();
  });
});

describe("deleting", () => {
  test("takes the record, its items, cards and setup intents, and nothing of anybody else", async () => {
    const { store, erase, told } = await bench();
    const card = { id: "pm_1", brand: "Visa", last4: "4242", expMonth: 1, expYear: 2034 };
    store.transaction(({ patients, items, cards }) => {
      for (const number of [1, 2]) {
        patients.insert(patientRecord(number, { createdAt: longAgo, patientId: number }));
        items.insert(bookingWith(number + 10, { patient: known(number) }, at(longAgo)));
        items.insert(
          bookingWith(number + 20, { patient: { kind: "number", text: String(number) } }, at(longAgo)),
        );
        items.insert(patientItem(number + 30, { patientRecordId: idOf(number), ...at(longAgo) }));
        cards.keep({
          accountId: account,
          patientRecordId: idOf(number),
          card: { ...card, id: `pm_${String(number)}` },
          usedAt: longAgo,
        });
        cards.setPendingIntent({
          itemId: idOf(number + 10),
          accountId: account,
          patient: formatKnownPatient(idOf(number)),
          clientSecret: "seti_1_secret_1",
          publishableKey: "pk_test_1",
          createdAt: longAgo,
        });
      }
    });
    expect(await erase([idOf(1)])).toMatchObject({ value: { erased: 1, kept: 0 } });
    const left = store.read(({ patients, items, cards }) => ({
      patients: [1, 2].map((number) => patients.find(account, idOf(number)) !== null),
      items: [11, 21, 31, 12, 22, 32].filter((number) => items.find(idOf(number)) !== null),
      cards: [1, 2].map((number) => cards.get(account, `pm_${String(number)}`) !== null),
      intents: [11, 12].map((number) => cards.pendingIntent(idOf(number)) !== null),
    }));
    expect(left).toEqual({
      patients: [false, true],
      items: [12, 22, 32],
      cards: [false, true],
      intents: [false, true],
    });
    expect(told.map((ids) => ids.toSorted())).toEqual([[idOf(11), idOf(21), idOf(31)]]);
  });

  test("takes both records of one person, their notes too, and the person is seen when either was", async () => {
    const { store, erase, ids } = await bench();
    store.transaction(({ patients, items, people, notes }) => {
      for (const number of [1, 2, 3, 4]) {
        patients.insert(patientRecord(number, { createdAt: longAgo }));
        notes.set(account, idOf(number), "Prefers mornings");
      }
      people.join({ kept: idOf(1), other: idOf(2), at: lately });
      people.join({ kept: idOf(3), other: idOf(4), at: lately });
      items.insert(bookingWith(12, { patient: known(2) }, at(longAgo)));
      items.insert(bookingWith(14, { patient: known(4) }, at(lately)));
    });
    expect(await ids()).toEqual([idOf(1)]);
    expect(await erase([idOf(1), idOf(3)])).toMatchObject({ value: { erased: 1, kept: 1 } });
    const left = store.read(({ patients, items, notes, people }) => ({
      patients: [1, 2, 3, 4].filter((number) => patients.find(account, idOf(number)) !== null),
      notes: [1, 2, 3, 4].filter((number) => notes.get(account, idOf(number)) !== ""),
      items: [12, 14].filter((number) => items.find(idOf(number)) !== null),
      people: people.recordsOf(idOf(2)),
    }));
    expect(left).toEqual({ patients: [3, 4], notes: [3, 4], items: [14], people: [idOf(2)] });
    expect(await erase([idOf(4)], true)).toMatchObject({ value: { erased: 1, kept: 0 } });
    expect(store.read(({ patients }) => patients.find(account, idOf(3)))).toBeNull();
  });

  test("keeps one person while anything of either record is unfinished", async () => {
    const { store, erase, ids } = await bench();
    store.transaction(({ patients, items, people }) => {
      for (const number of [1, 2]) patients.insert(patientRecord(number, { createdAt: longAgo }));
      people.join({ kept: idOf(1), other: idOf(2), at: longAgo });
      items.insert(bookingWith(12, { patient: known(2) }, at(longAgo, "ready")));
    });
    expect(await ids()).toEqual([]);
    expect(await erase([idOf(1)], true)).toMatchObject({ failure: { code: "busy" } });
  });

  test("reaches drafts of them that were thrown away, and none that may be somebody else's or is open", async () => {
    const { store, erase } = await bench();
    const draft = (number: number, form: object, status: ItemStatus = "discarded") =>
      patientItem(number, { ...at(longAgo, status), form: { ...patientItem(number).form, ...form } });
    const name = { firstName: "Ann", lastName: "Smith" };
    const theirs = [
      draft(11, { ...name, dob: "3/5/84" }),
      draft(12, name),
      draft(13, { firstName: "An", phone: "(217) 555-0199" }),
      draft(14, { email: "PATIENT1@example.com" }),
      draft(15, { lastName: "Smith", externalId: "mrn-1" }),
    ];
    const others = [
      draft(21, { ...name, dob: "3/5/85" }),
      draft(22, { firstName: "Anna", lastName: "Smith", phone: "(217) 555-0199" }),
      draft(23, { firstName: "Ann" }),
      draft(24, { ...name, dob: "3/5/84" }, "draft"),
      { ...draft(25, { ...name, dob: "3/5/84" }), accountId: otherAccount },
    ];
    store.transaction(({ patients, items }) => {
      patients.insert(
        patientRecord(1, { createdAt: longAgo, input: { phone: "217-555-0199", externalId: "MRN-1" } }),
      );
      for (const item of [...theirs, ...others]) items.insert(item);
    });
    await erase([idOf(1)], true);
    const left = store.read(({ items }) =>
      [...theirs, ...others].filter(({ id }) => items.find(id) !== null),
    );
    expect(left).toEqual(others);
  });

  test("finds everybody who was not seen, however many there are, and no half of them", async () => {
    const { store, list } = await bench();
    store.transaction(({ patients }) => {
      for (let number = 1; number <= 1_203; number += 1)
        patients.insert(patientRecord(number, { createdAt: longAgo }));
    });
    const { patients, total } = await list();
    expect([patients.length, total]).toEqual([50, 1_203]);
    expect(patients[0]?.patient.id).toBe(idOf(1));
  });

  test("keeps who was seen since the offer; one whom a person names goes, unless something is unfinished", async () => {
    const { store, erase } = await bench();
    store.transaction(({ patients, items }) => {
      patients.insert(patientRecord(1, { createdAt: longAgo }));
      items.insert(bookingWith(11, { patient: known(1) }, at(lately)));
      patients.insert(patientRecord(2, { createdAt: longAgo }));
      items.insert(bookingWith(12, { patient: known(2) }, at(longAgo, "draft")));
    });
    expect(await erase([idOf(1), idOf(2)])).toMatchObject({ value: { erased: 0, kept: 2 } });
    expect(await erase([idOf(2)], true)).toMatchObject({
      failure: { code: "busy", why: { id: "failures.retention.open", values: { name: "Ann Smith" } } },
    });
    expect(await erase([idOf(1)], true)).toMatchObject({ value: { erased: 1, kept: 0 } });
  });

  test("never makes the records look older than the keychain knows them", async () => {
    const { store, erase } = await bench();
    store.transaction(({ patients, items }) => {
      patients.insert(patientRecord(1, { createdAt: longAgo }));
      items.insert(bookingWith(11, { patient: known(1) }, at(longAgo)));
      items.restate(bookingWith(11, { patient: known(1) }, at(longAgo)));
    });
    const written = () => store.read(({ items }) => items.written());
    const before = written();
    expect(before).toEqual({ items: 1, changes: 2 });
    await erase([idOf(1)]);
    expect(written()).toEqual(before);
    store.transaction(({ items }) => items.insert(bookingWith(12, {})));
    expect(written()).toEqual({ items: 2, changes: 3 });
  });
});
