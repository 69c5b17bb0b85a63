import { expect, test } from "vitest";
import { anyBooking } from "../../../shared/bookings/booking-line.ts";
import { createBookingHandlers } from "../../../main/features/bookings/bookings.ts";
import { createCardRecords } from "../../../main/features/cards/card-records.ts";
import { listCardsOfPerson } from "../../../main/features/patients/patients.ts";
import { createPersonHandlers } from "../../../main/features/patients/same-person.ts";
import { applyPatientNumber } from "../../../main/features/outbox/kinds/patient-record.ts";
import { sessionFor, withSession } from "../../support/at-desk.ts";
import { blankStore } from "../../support/blank-store.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { settings } from "../../support/settings.ts";
import {
  account,
  bookingWith,
  idOf,
  known,
  otherAccount,
  patientItem,
  patientRecord,
} from "../../support/store-records.ts";

const now = "2026-11-22T15:00:00.000Z";

/** Numbers 5 and 9 at the service, 20 that the outbox is to make, and one of another account. */
async function bench() {
  const store = await blankStore();
  const clock = fakeClock(now);
  const item = patientItem(120, { patientRecordId: idOf(20), status: "sending" });
  store.transaction(({ patients, items }) => {
    for (const number of [5, 9]) patients.insert(patientRecord(number, { patientId: number }));
    patients.insert(patientRecord(20, { itemId: item.id }));
    patients.insert(patientRecord(30, { accountId: otherAccount }));
    items.insert(item);
    items.insert(bookingWith(109, { patient: known(9) }, { status: "ready", payload: '{"patientId":9}' }));
    items.insert(bookingWith(121, { patient: known(20) }, { status: "waiting-for-patient" }));
  });
  const told: unknown[] = [];
  const handlers = withSession(
    createPersonHandlers({ store, clock, onChange: (ids) => told.push(ids) }),
    sessionFor(() => account),
  );
  return {
    store,
    clock,
    told,
    item,
    handlers,
    person: async (number: number) => {
      const answer = await handlers["patients.person"]({ id: idOf(number) });
      if (!answer.ok) throw new Error("nobody");
      const { patient, others } = answer.value;
      return [patient, ...others].map(({ id }) => id);
    },
  };
}

test("what waits to be sent is not touched by who is the same, and the window is told", async () => {
  const { store, handlers, told, person } = await bench();
  const waiting = () => store.read(({ items }) => [109, 121].map((id) => items.get(idOf(id))));
  const before = waiting();
  await handlers["patients.samePerson"]({ kept: idOf(5), other: idOf(9) });
  await handlers["patients.samePerson"]({ kept: idOf(5), other: idOf(20) });
  expect(await person(20)).toEqual([idOf(5), idOf(9), idOf(20)]);
  expect(waiting()).toEqual(before);
  expect(told).toEqual([[], []]);
  await handlers["patients.notSamePerson"]({ id: idOf(20) });
  expect(await person(20)).toEqual([idOf(20)]);
  expect(waiting()).toEqual(before);
});

test("nobody of another account, and nobody who is gone, is the same as somebody or is noted of", async () => {
  const { store, handlers, person } = await bench();
  const gone = { failure: { code: "not-found" } };
  expect(await handlers["patients.samePerson"]({ kept: idOf(5), other: idOf(30) })).toMatchObject(gone);
  expect(await handlers["patients.notSamePerson"]({ id: idOf(30) })).toMatchObject(gone);
  expect(await handlers["patients.saveNotes"]({ id: idOf(30), text: "Hers" })).toMatchObject(gone);
  expect(await handlers["patients.person"]({ id: idOf(30) })).toMatchObject(gone);
  expect(await person(5)).toEqual([idOf(5)]);
  expect(store.read(({ notes }) => notes.get(otherAccount, idOf(30)))).toBe("");
});

test("the number of another, as a 409 names it, takes back nothing of what was said, and no note", async () => {
  const { store, handlers, item, person } = await bench();
  await handlers["patients.samePerson"]({ kept: idOf(5), other: idOf(20) });
  await handlers["patients.saveNotes"]({ id: idOf(20), text: "Prefers mornings" });
  const save = <T>(saved: T): T => saved;
  applyPatientNumber(item, { patientId: 9, detailsMayDiffer: false }, { store, save, now: () => now });
  expect(await person(9)).toEqual([idOf(5), idOf(9)]);
  expect(store.read(({ notes }) => notes.get(account, idOf(9)))).toBe("Prefers mornings");
  expect(await handlers["patients.person"]({ id: idOf(20) })).toMatchObject({
    failure: { code: "not-found" },
  });
});

test("notes are kept without what nobody sees, and not with a card number", async () => {
  const { store, handlers } = await bench();
  const kept = () => store.read(({ notes }) => notes.get(account, idOf(5)));
  await handlers["patients.saveNotes"]({ id: idOf(5), text: "Prefers\u202e\nmornings\u200b " });
  expect(kept()).toBe("Prefers\nmornings ");
  expect(await handlers["patients.saveNotes"]({ id: idOf(5), text: "4242 4242 4242 4242" })).toMatchObject({
    failure: { code: "card-number", fields: { notes: { id: "fields.cardNumber" } } },
  });
  expect(kept()).toBe("Prefers\nmornings ");
});

test("a card of either record is offered for both, and stays with its own when it is used for the other", async () => {
  const { store, clock, handlers } = await bench();
  const card = { id: "pm_1", brand: "Visa", last4: "4242", expMonth: 1, expYear: 2034 };
  store.transaction(({ cards, items }) => {
    cards.keep({ accountId: account, patientRecordId: idOf(9), card, usedAt: "2026-01-01T00:00:00.000Z" });
    items.insert(bookingWith(150, { patient: known(5), billingType: "Bill to Patient" }));
  });
  await handlers["patients.samePerson"]({ kept: idOf(5), other: idOf(9) });
  const of = (number: number) =>
    store.read((records) => listCardsOfPerson(records, account, idOf(number)).map(({ usedAt }) => usedAt));
  expect([of(5), of(9)]).toEqual([["2026-01-01T00:00:00.000Z"], ["2026-01-01T00:00:00.000Z"]]);
  const records = createCardRecords({
    store,
    clock,
    onChange: () => undefined,
    onCard: () => undefined,
  });
  const subject = records.subject(idOf(150), { accountId: account });
  if (!subject.ok) throw new Error(subject.failure.code);
  records.keep(subject.value, card);
  await handlers["patients.notSamePerson"]({ id: idOf(9) });
  expect([of(5), of(9)]).toEqual([[], [now]]);
});

test("a booking is found by the phone number of any record of its patient", async () => {
  const { store, clock, handlers } = await bench();
  const visit = { patient: known(9), date: "2026-11-20", time: "09:00", service: "4" };
  store.transaction(({ patients, items }) => {
    items.insert(bookingWith(130, visit, { status: "ready" }));
    for (const number of [5, 9])
      patients.update(patientRecord(number, { patientId: number, input: { phone: `217555010${number}` } }));
  });
  const own = { ...settings, timeZone: "America/New_York" };
  const bookings = withSession(
    createBookingHandlers({ store, clock, settings: () => own }),
    sessionFor(() => account),
  );
  const found = async (text: string) => {
    const wanted = { view: "past", text, filter: anyBooking, from: 0, limit: 9, anchor: null } as const;
    const answer = await bookings["bookings.list"](wanted);
    return answer.ok ? answer.value.rows.map((row) => (typeof row === "string" ? row : row.id)) : answer;
  };
  expect(await found("(217) 555-0109")).toEqual([idOf(130)]);
  expect(await found("(217) 555-0105")).toEqual([]);
  await handlers["patients.samePerson"]({ kept: idOf(5), other: idOf(9) });
  expect(await found("(217) 555-0109")).toEqual([idOf(130)]);
  expect(await found("(217) 555-0105")).toEqual([idOf(130)]);
});
