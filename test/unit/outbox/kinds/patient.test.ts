import { beforeEach, describe, expect, it } from "vitest";
import { fail } from "../../../../shared/core/failure.ts";
import type { Attempt, BookingItem, ItemStatus, PatientItem } from "../../../../shared/outbox/item.ts";
import type { PatientInput } from "../../../../shared/service-api/patient.ts";
import type { Prepared } from "../../../../main/features/outbox/kinds/kind.ts";
import { patient } from "../../../../main/features/outbox/kinds/patient.ts";
import { say, verbatim } from "../../../../messages/saying.ts";
import { deskTime, kindDesk, refused, succeeded, type KindDesk } from "../../../support/kind-desk.ts";
import {
  account,
  bookingWith,
  idOf,
  known,
  patientItem,
  patientRecord,
} from "../../../support/store-records.ts";

let at: KindDesk;
beforeEach(async () => {
  at = await kindDesk();
});

/** The item numbered 1, which is to make the patient of the record numbered 10. */
const making = (changes: Partial<PatientItem> = {}): PatientItem =>
  at.put(patientItem(1, { status: "sending", patientRecordId: idOf(10), ...changes }));
const unmade = () => at.know(patientRecord(10, { itemId: idOf(1) }));
const waiting = (number: number, status: ItemStatus, record = 10): BookingItem =>
  at.put(bookingWith(number, { patient: known(record) }, { status }));
const made = (patientId: number) => succeeded({ patientId });

describe("a number in an answer", () => {
  it("is another one's when a known patient has it already, who is not the one that is made", () => {
    at.know(patientRecord(20, { patientId: 7 }));
    const item = making();
    expect(patient.takenNumber(item, made(7), at.desk)).toBe(7);
    expect(patient.takenNumber(item, refused({ existingPatientId: 7 }), at.desk)).toBe(7);
    expect(patient.takenNumber({ ...item, patientRecordId: idOf(20) }, made(7), at.desk)).toBeNull();
  });

  it("is nobody else's when nobody here has it, or the answer shows none", () => {
    unmade();
    const item = making();
    expect(patient.takenNumber(item, made(8), at.desk)).toBeNull();
    expect(patient.takenNumber(item, succeeded({ status: "queued" }), at.desk)).toBeNull();
    expect(patient.takenNumber(item, refused(), at.desk)).toBeNull();
  });
});

describe("a patient who was made", () => {
  it("has the number, and bookings that waited for it go on; drafts stay drafts", () => {
    unmade();
    const item = making();
    const [first, draft] = [waiting(2, "waiting-for-patient"), waiting(3, "draft")];
    expect(patient.complete(item, made(7), at.desk)).toEqual([first.id]);
    expect(at.patient(patientRecord(10))).toMatchObject({ patientId: 7, itemId: null });
    expect(at.item(first.id)).toMatchObject({ status: "ready", problem: null });
    expect(at.item(draft.id)?.status).toBe("draft");
    expect(at.item(item.id)).toMatchObject({ status: "done", result: { patientId: 7 }, updatedAt: deskTime });
  });

  it.each([
    ["was changed since the try that made it", "EXT-7", refused({ existingPatientId: 7 }), true],
    ["was made by the answer itself", "EXT-7", made(7), undefined],
    ["was not changed since", undefined, refused({ existingPatientId: 7 }), undefined],
  ])("and %s: whether the service may hold other details", (_, heldExternalId, outcome, may) => {
    unmade();
    const item = making(heldExternalId === undefined ? {} : { heldExternalId });
    patient.complete(item, outcome, at.desk);
    expect(at.item(item.id)?.result).toEqual({
      patientId: 7,
      ...(may === undefined ? {} : { detailsMayDiffer: may }),
    });
  });

  it("is kept as it stands where the answer shows no number", () => {
    unmade();
    const item = making();
    expect(patient.complete({ ...item, status: "done" }, succeeded({}), at.desk)).toEqual([]);
    expect(at.item(item.id)).toMatchObject({ status: "done", result: null, updatedAt: deskTime });
    expect(at.patient(patientRecord(10))?.patientId).toBeNull();
  });

  it("is done though the record cannot be found, also where another one has the number", () => {
    at.know(patientRecord(20, { patientId: 7 }));
    const item = making();
    expect(patient.complete(item, made(7), at.desk)).toEqual([]);
    expect(at.item(item.id)).toMatchObject({ status: "done", result: { patientId: 7 } });
    expect(at.patient(patientRecord(20))).toEqual(patientRecord(20, { patientId: 7 }));
    const nameless = at.put(patientItem(2, { status: "sending" }));
    expect(patient.complete(nameless, made(8), at.desk)).toEqual([]);
    expect(at.item(nameless.id)?.status).toBe("done");
  });

  it("stays the one it is when its record has that number already", () => {
    at.know(patientRecord(10, { patientId: 7 }));
    const item = making();
    patient.complete(item, made(7), at.desk);
    expect(at.patient(patientRecord(10))).toMatchObject({ patientId: 7, itemId: null });
    expect(at.item(item.id)).toMatchObject({ status: "done", patientRecordId: idOf(10) });
  });
});

describe("a number that a known patient has", () => {
  it("brings all that is of the new record to theirs: bookings, cards, notes, and who else they are", () => {
    unmade();
    const kept = at.know(patientRecord(20, { patientId: 7 }));
    const joined = at.know(patientRecord(30, { patientId: 30 }));
    const item = making();
    const first = waiting(2, "waiting-for-patient");
    const card = { id: "pm_1", brand: "Visa", last4: "4242", expMonth: 12, expYear: 2034 };
    at.store.transaction(({ cards, notes, people }) => {
      cards.keep({ accountId: account, patientRecordId: idOf(10), card, usedAt: deskTime });
      notes.set(account, idOf(10), "Deaf in one ear");
      people.join({ kept: idOf(10), other: joined.id, at: deskTime });
    });

    expect(patient.complete(item, made(7), at.desk)).toEqual([first.id]);
    expect(at.item(item.id)).toMatchObject({ status: "done", patientRecordId: kept.id });
    expect(at.item(first.id)).toMatchObject({ status: "ready", form: { patient: { id: kept.id } } });
    expect(at.patient(patientRecord(10))).toBeNull();
    at.store.read(({ cards, notes, people }) => {
      expect(cards.ofPatient(account, kept.id)).toMatchObject([{ card }]);
      expect(notes.get(account, kept.id)).toBe("Deaf in one ear");
      expect(people.recordsOf(joined.id)).toEqual([kept.id, joined.id]);
    });
  });
});

describe("a patient who is saved", () => {
  const input: PatientInput = { ...patientRecord(1).input, externalId: "FD-1" };
  const ready: Prepared = { kind: "ready", payload: "{}", patient: input };
  const keep = (item: PatientItem, prepared: Prepared = ready, isImported?: boolean): PatientItem =>
    patient.keep?.(item, prepared, isImported === undefined ? at.desk : { ...at.desk, isImported }) ?? item;
  const recent = () => at.store.read(({ patients }) => patients.recent({ accountId: account, limit: 5 }));

  it("is known at once, by a record without a number that names its item", () => {
    const id = keep(patientItem(1)).patientRecordId ?? "";
    const record = { id, accountId: account, patientId: null, createdAt: deskTime, input, itemId: idOf(1) };
    expect(at.patient(patientRecord(10, { id }))).toEqual(record);
  });

  it("was just here, unless it came with a file", () => {
    keep(patientItem(1), ready, true);
    expect(recent()).toEqual([]);
    const { patientRecordId } = keep(patientItem(2));
    expect(recent().map(({ patient: { id } }) => id)).toEqual([patientRecordId]);
  });

  it("again keeps its record, with what is typed now", () => {
    unmade();
    const item = patientItem(1, { patientRecordId: idOf(10) });
    expect(keep(item)).toEqual(item);
    expect(at.patient(patientRecord(10))).toEqual(patientRecord(10, { itemId: idOf(1), input }));
  });

  it.each<[string, Prepared]>([
    ["waits", { kind: "waiting-for-patient" }],
    ["is not complete", { kind: "incomplete", failure: fail("invalid-input", verbatim("x")) }],
    ["is of no patient", { kind: "ready", payload: "{}" }],
  ])("makes nobody known by what %s", (_, prepared) => {
    const item = patientItem(1);
    expect(keep(item, prepared)).toBe(item);
    expect(recent()).toEqual([]);
  });
});

describe("a patient who is thrown away", () => {
  it("leaves bookings that waited to be put right, and drafts as they are", () => {
    unmade();
    const item = making({ status: "discarded" });
    waiting(2, "waiting-for-patient");
    waiting(3, "saved-for-later");
    waiting(4, "draft");
    waiting(5, "needs-card");
    expect(patient.discarded?.(item, at.desk)).toEqual([idOf(2), idOf(3)]);
    const problem = fail("not-found", say("failures.outbox.patientDiscarded"), {
      fields: { patient: say("failures.outbox.choosePatient") },
      next: "edit",
    });
    for (const number of [2, 3])
      expect(at.item(idOf(number))).toMatchObject({ status: "needs-editing", problem });
    expect([4, 5].map((number) => at.item(idOf(number))?.status)).toEqual(["draft", "needs-card"]);
    expect(at.patient(patientRecord(10))?.itemId).toBeNull();
  });

  it("changes nothing where the patient has a number, or was never known", () => {
    at.know(patientRecord(10, { patientId: 7 }));
    const item = making({ status: "discarded" });
    const later = waiting(2, "saved-for-later");
    expect(patient.discarded?.(item, at.desk)).toEqual([]);
    expect(at.item(later.id)?.status).toBe("saved-for-later");
    expect(patient.discarded?.(patientItem(3), at.desk)).toEqual([]);
  });
});

describe("a draft in place of an item", () => {
  it("is from then on the one that makes the patient", () => {
    unmade();
    patient.replaced?.(patientItem(2, { patientRecordId: idOf(10) }), at.desk);
    expect(at.patient(patientRecord(10))?.itemId).toBe(idOf(2));
  });

  it("of nobody who is known, or who has a number, changes nothing", () => {
    const numbered = at.know(patientRecord(10, { patientId: 7 }));
    patient.replaced?.(patientItem(2, { patientRecordId: idOf(10) }), at.desk);
    expect(at.patient(numbered)).toEqual(numbered);
    expect(() => patient.replaced?.(patientItem(3), at.desk)).not.toThrow();
  });
});

describe("an edited patient", () => {
  const unclear: Attempt = {
    startedAt: deskTime,
    endedAt: deskTime,
    phase: "sent",
    status: null,
    outcome: null,
  };
  const named = fail("patient-exists", verbatim("x"), { details: { existingPatientId: 7 } });
  const typed = { ...patientItem(1).form, externalId: "EXT-7" };

  it.each<[string, Partial<PatientItem>, string | undefined]>([
    ["holds the name under which it may have been made", { attempts: [unclear] }, "FD-1"],
    ["holds nothing after no such try", {}, undefined],
    ["goes on holding the name of a try before", { heldExternalId: "FD-0" }, "FD-0"],
    [
      "is free of a typed name whose patient was named",
      { form: typed, attempts: [unclear], problem: named },
      undefined,
    ],
    [
      "holds the name that was made here, though a patient was named",
      { attempts: [unclear], problem: named },
      "FD-1",
    ],
  ])("%s", (_, changes, held) => {
    const item = patientItem(1, changes);
    const { heldExternalId: _held, ...free } = item;
    expect(patient.withEarlierTry(item)).toStrictEqual(
      held === undefined ? free : { ...free, heldExternalId: held },
    );
  });
});
