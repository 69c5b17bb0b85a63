import { describe, expect, test } from "vitest";
import type { BookingItem, ItemStatus } from "../../../shared/outbox/item.ts";
import { formatKnownPatient } from "../../../main/db/cards.ts";
import { parsePatientQuery } from "../../../main/db/search-query.ts";
import {
  account,
  bookingItem,
  bookingWith,
  idOf,
  known,
  otherAccount,
  patientRecord,
} from "../../support/store-records.ts";
import { blankStore } from "../../support/blank-store.ts";

const answered = (id: number, number: number, status: ItemStatus): BookingItem => {
  const appointment = {
    id: number,
    appointmentDateTime: null,
    appointmentTimeZone: null,
    price: null,
    status: null,
    notes: null,
    address: null,
    city: null,
    state: null,
    zip: null,
    billingType: null,
  };
  const bookedAt = "2026-03-02T09:00:00.000Z";
  return bookingItem(id, { status, result: { appointment, bookedAt, markedByPerson: false } });
};

describe("two records of one patient", () => {
  test("bookings are found by the number that the service gave them, whatever became of them since", async () => {
    const store = await blankStore();
    store.transaction(({ items }) => {
      items.insert(answered(1, 31, "done"));
      items.insert(answered(2, 31, "needs-checking"));
      items.insert(answered(3, 32, "done"));
      items.insert({ ...answered(4, 31, "done"), accountId: otherAccount });
      items.insert(bookingItem(5));
    });
    const found = store.read(({ items }) => items.bookingsNumbered(account, 31));
    expect(found.map(({ id }) => id)).toEqual([idOf(1), idOf(2)]);
  });

  test("the bookings of a patient that are not sent are all found, drafts too", async () => {
    const store = await blankStore();
    const statuses: ItemStatus[] = [
      "draft",
      "waiting-for-patient",
      "done",
      "discarded",
      "sending",
      "needs-card",
    ];
    store.transaction(({ items }) => {
      for (const [at, status] of statuses.entries())
        items.insert(bookingWith(at + 1, { patient: known(70) }, { status }));
      items.insert(bookingWith(9, { patient: known(71) }));
    });
    const found = store.read(({ items }) => items.bookingsOf(idOf(70)));
    expect(found.map(({ status }) => status)).toEqual(["draft", "waiting-for-patient", "needs-card"]);
  });

  test("a patient who is taken away is found by nothing any more, and what was collected goes to the other", async () => {
    const store = await blankStore();
    const gone = patientRecord(70, { input: { phone: "5551234567" } });
    const card = { id: "pm_1", brand: "Visa", last4: "4242", expMonth: 1, expYear: 2034 };
    const kept = { accountId: account, patientRecordId: idOf(70), card, usedAt: gone.createdAt };
    const intent = {
      itemId: idOf(5),
      accountId: account,
      patient: formatKnownPatient(idOf(70)),
      clientSecret: "seti_1_secret_1",
      publishableKey: "pk_test_1",
      createdAt: gone.createdAt,
    };
    store.transaction(({ patients, cards }) => {
      patients.insert(gone);
      patients.insert(patientRecord(71));
      cards.keep(kept);
      cards.keep({ ...kept, accountId: otherAccount });
      cards.setPendingIntent(intent);
      cards.moveTo(account, { from: idOf(70), to: idOf(71) });
      patients.remove(idOf(70));
    });
    const search = (text: string) =>
      store
        .read(({ patients }) =>
          patients.search({
            accountId: account,
            query: parsePatientQuery(text, { today: "2026-11-22", dateOrder: "month-first" }),
            limit: 20,
          }),
        )
        .items.map(({ id }) => id);
    expect([search("5551234567"), search("smith")]).toEqual([[], [idOf(71)]]);
    expect(store.read(({ patients }) => patients.get(account, idOf(70)))).toBeNull();
    const cardsOf = (accountId: string, id: number) =>
      store.read(({ cards }) => cards.ofPatient(accountId, idOf(id)));
    expect(cardsOf(account, 71)).toEqual([{ ...kept, patientRecordId: idOf(71) }]);
    expect(cardsOf(account, 70)).toEqual([]);
    expect(cardsOf(otherAccount, 70)).toHaveLength(1);
    expect(store.read(({ cards }) => cards.pendingIntent(idOf(5)))?.patient).toBe(
      formatKnownPatient(idOf(71)),
    );
  });
});
