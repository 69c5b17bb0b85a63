import { expect, test } from "vitest";
import { createCardRecords } from "../../../main/features/cards/card-records.ts";
import { listCardsOfPerson } from "../../../main/features/patients/patients.ts";
import { blankStore } from "../../support/blank-store.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { account, bookingWith, idOf, known, patientRecord } from "../../support/store-records.ts";

const card = { id: "pm_1", brand: "Visa", last4: "4242", expMonth: 1, expYear: 2034 };

/** A booking of a known patient that needs a card. */
async function bench() {
  const store = await blankStore();
  const form = { patient: known(5), billingType: "Bill to Patient" } as const;
  store.transaction(({ patients, items }) => {
    patients.insert(patientRecord(5, { patientId: 5 }));
    items.insert(bookingWith(150, form, { status: "needs-card" }));
  });
  const came: unknown[] = [];
  const records = createCardRecords({
    store,
    clock: fakeClock("2026-11-22T15:00:00.000Z"),
    onChange: () => undefined,
    onCard: (one) => void came.push(one),
  });
  const takenOver = () =>
    store.transaction(({ items }) => {
      items.update(bookingWith(150, form, { status: "elsewhere" }));
    });
  return { store, records, came, takenOver };
}

test("a card that comes when another desk holds its booking is the patient's, and nobody is told that the booking has it", async () => {
  const { store, records, came, takenOver } = await bench();
  const subject = records.subject(idOf(150), { accountId: account });
  if (!subject.ok) throw new Error(subject.failure.code);
  takenOver();
  const before = store.read(({ items }) => items.get(idOf(150)));
  expect(records.keep(subject.value, card)).toMatchObject({
    ok: false,
    failure: { code: "busy", why: { id: "failures.card.savedForPatient" } },
  });
  expect(store.read(({ items }) => items.get(idOf(150)))).toEqual(before);
  expect(came).toEqual([]);
  expect(store.read((all) => listCardsOfPerson(all, account, idOf(5)))).toMatchObject([{ card }]);
});

test("no card is begun for a booking that another desk holds, and the person hears that it is to be taken over first", async () => {
  const { records, takenOver } = await bench();
  takenOver();
  expect(records.subject(idOf(150), { accountId: account })).toMatchObject({
    ok: false,
    failure: { code: "busy", why: { id: "failures.clinic.heldElsewhere" } },
  });
});
