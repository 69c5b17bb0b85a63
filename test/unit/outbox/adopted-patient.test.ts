import { beforeEach, describe, expect, it } from "vitest";
import { emptyPatientForm } from "../../../shared/patients/patient-form.ts";
import type { BookingItem, PatientItem } from "../../../shared/outbox/item.ts";
import { isPatient } from "../../../main/features/outbox/kinds/kinds.ts";
import { adoptPatient } from "../../../main/features/outbox/adopted-patient.ts";
import { fakeRandom } from "../../support/fake-clock.ts";
import { deskTime, kindDesk, type KindDesk } from "../../support/kind-desk.ts";
import {
  account,
  bookingWith,
  idOf,
  known,
  otherAccount,
  patientRecord,
} from "../../support/store-records.ts";

let here: KindDesk;
beforeEach(async () => {
  here = await kindDesk();
});

/** A booking that another desk began, for its patient of number 1. */
const theirs = (changes: Partial<BookingItem> = {}): BookingItem =>
  bookingWith(7, { patient: known(1) }, { by: "Rosa", ...changes });
/** Their patient, whom nobody has made yet. */
const theirId = "FD-0123456789AB";
const unmade = patientRecord(1, { input: { externalId: theirId } });

function adopt(booking = theirs()): void {
  const { store, desk } = here;
  store.transaction(() => adoptPatient(booking, { store, random: fakeRandom(), now: desk.now }));
}
const ready = (): readonly PatientItem[] =>
  here.store
    .read(({ items }) => items.ready({ accountId: account, limit: 9, without: [] }))
    .filter(isPatient);

describe("a patient whom another desk began", () => {
  it("is made by this one under the same external ID, as who began the booking", () => {
    here.know(unmade);
    adopt();
    expect(ready()).toMatchObject([
      {
        accountId: account,
        status: "ready",
        by: "Rosa",
        createdAt: deskTime,
        updatedAt: deskTime,
        generatedExternalId: theirId,
        patientRecordId: unmade.id,
        payload: null,
        attempts: [],
      },
    ]);
  });

  it("is a person's to decide about where their number was typed: it may be a stranger's already", () => {
    here.know({ ...unmade, input: { ...unmade.input, externalId: "CH-100" } });
    adopt();
    const [made] = ready();
    expect(made?.form.externalId).toBe("CH-100");
    expect(made?.generatedExternalId).toMatch(/^FD-[0-9A-Z]{12}$/);
  });

  it("goes out with all that is known of them, and nothing else", () => {
    const { phone: _, ...typed } = emptyPatientForm;
    here.know(unmade);
    adopt();
    expect(ready()[0]?.form).toEqual({ ...typed, ...unmade.input, phone: "" });
  });

  it("keeps the phone number that was typed for them", () => {
    here.know({ ...unmade, input: { ...unmade.input, phone: "+12175550123" } });
    adopt();
    expect(ready()[0]?.form.phone).toBe("+12175550123");
  });

  it("is made once, however many bookings wait for them", () => {
    here.know(unmade);
    adopt();
    expect(here.patient(unmade)).toEqual({ ...unmade, itemId: ready()[0]?.id });
    adopt(bookingWith(8, { patient: known(1) }));
    expect(ready()).toHaveLength(1);
  });
});

describe("nobody is made", () => {
  it.each([
    ["has a number already", { ...unmade, patientId: 44 }],
    ["is being made here", { ...unmade, itemId: idOf(3) }],
    ["has no external ID, by which a repeat would be known", patientRecord(1)],
    ["is another account's", { ...unmade, accountId: otherAccount }],
  ])("for a patient who %s", (_why, record) => {
    here.know(record);
    adopt();
    expect(ready()).toEqual([]);
    expect(here.patient(record)).toEqual(record);
  });

  it("for one who is known by number alone", () => {
    adopt(bookingWith(7, { patient: { kind: "number", text: "77" } }));
    expect(ready()).toEqual([]);
  });
});
