import { fail } from "../../../../shared/core/failure.ts";
import type { BookingForm } from "../../../../shared/bookings/booking-form.ts";
import type { RecordId } from "../../../../shared/core/record-id.ts";
import type { BookingItem, PatientItem } from "../../../../shared/outbox/item.ts";
import type { PatientRecord } from "../../../../shared/patients/patient.ts";
import { say } from "../../../../messages/saying.ts";
import { createSortableId } from "../../../platform/growing-id.ts";
import type { Store } from "../../../db/types.ts";
import type { KindDeps, Prepared } from "./kind.ts";

/** The patients known on this computer, as the items that are to make them see them. */

const recordOf = ({ accountId, patientRecordId }: PatientItem, store: Store): PatientRecord | null =>
  patientRecordId === null ? null : store.read(({ patients }) => patients.find(accountId, patientRecordId));

/** The known patient that the item is to make, while it has no number yet. */
export function findUnmadePatient(item: PatientItem, store: Store): PatientRecord | null {
  const record = recordOf(item, store);
  return record?.patientId === null ? record : null;
}

/** A patient who is saved is known at once, number or not: bookings can be made for them. */
export function keepPatient(
  item: PatientItem,
  prepared: Prepared,
  { store, random, now, isImported = false }: KindDeps,
): PatientItem {
  if (prepared.kind !== "ready" || prepared.patient === undefined) return item;
  const { patient: input } = prepared;
  const { accountId, id: itemId } = item;
  const known = recordOf(item, store);
  const record = known ?? {
    id: createSortableId(now(), random),
    accountId,
    patientId: null,
    createdAt: now(),
  };
  store.transaction(({ patients }) => {
    if (known === null) patients.insert({ ...record, input, itemId }, isImported);
    else patients.update({ ...record, input, itemId });
  });
  return { ...item, patientRecordId: record.id };
}

/** Nobody makes the patient any more. Answers the bookings that cannot be sent without, and now say so. */
export function detachBookings(item: PatientItem, { store, save }: KindDeps): RecordId[] {
  const record = findUnmadePatient(item, store);
  if (record === null) return [];
  return store.transaction(({ items, patients }) => {
    patients.update({ ...record, itemId: null });
    // Another desk of the clinic creates them still.
    if (record.madeElsewhere !== undefined) return [];
    return markWithoutPatient(items.bookingsOf(record.id)).map((booking) => save(booking).id);
  });
}

const discarded = say("failures.outbox.patientDiscarded");

/** Those of a patient's bookings that waited for one whom nobody makes any more: they need another. */
export function markWithoutPatient(bookings: readonly BookingItem[]): readonly BookingItem[] {
  const fields = { patient: say("failures.outbox.choosePatient") };
  const problem = fail("not-found", discarded, { fields, next: "edit" });
  return bookings
    .filter(({ status }) => status === "waiting-for-patient" || status === "saved-for-later")
    .map((booking) => ({ ...booking, status: "needs-editing", problem }));
}

/** Those of them that said so, once somebody creates the patient after all: they go out when a person sends them. */
export const withPatientAgain = (bookings: readonly BookingItem[]): readonly BookingItem[] =>
  bookings
    .filter(({ status, problem }) => status === "needs-editing" && problem?.why.id === discarded.id)
    .map((booking) => ({ ...booking, status: "saved-for-later", problem: null }));

const whereTheyLive = ({ input: { address, city, state, zip } }: PatientRecord) => ({
  address,
  city,
  state,
  zip,
});

/** A visit at the patient's address stays where it was read back, though the patient is one who is known elsewhere. */
function movedTo(form: BookingForm, from: PatientRecord, to: PatientRecord): BookingForm {
  const moved: BookingForm = { ...form, patient: { kind: "known", id: to.id } };
  const place = whereTheyLive(from);
  return !form.sameAddress || JSON.stringify(place) === JSON.stringify(whereTheyLive(to))
    ? moved
    : { ...moved, sameAddress: false, ...place };
}

/** The patient has this number: bookings that waited for it go on. Answers their ids. */
export function applyPatientNumber(
  item: PatientItem,
  { patientId, detailsMayDiffer }: { readonly patientId: number; readonly detailsMayDiffer: boolean },
  { store, save, now }: Pick<KindDeps, "store" | "save" | "now">,
): RecordId[] {
  const goesOn = (booking: BookingItem): RecordId =>
    save(booking.status === "waiting-for-patient" ? { ...booking, status: "ready", problem: null } : booking)
      .id;
  return store.transaction(({ items, patients, cards, people, notes }) => {
    const { accountId } = item;
    const result = { patientId, ...(detailsMayDiffer ? { detailsMayDiffer } : {}) };
    const made = { ...item, status: "done" as const, problem: null, result };
    const record = recordOf(item, store);
    const same = patients.byPatientId(accountId, patientId);
    if (record === null || same === null || same.id === record.id) {
      // Of a patient nothing that it is found by comes with its number.
      items.restate({ ...made, updatedAt: now() });
      if (record === null) return [];
      patients.update({ ...record, patientId, itemId: null });
      return items.waitingFor(record.id).map(goesOn);
    }
    // One number is one person: what was typed for the new record is for the one known before.
    save({ ...made, patientRecordId: same.id });
    const moved = items
      .bookingsOf(record.id)
      .map((booking) => goesOn({ ...booking, form: movedTo(booking.form, record, same) }));
    const records = { from: record.id, to: same.id };
    cards.moveTo(accountId, records);
    notes.moveTo(accountId, records);
    people.absorb({ ...records, at: now() });
    patients.remove(record.id);
    return moved;
  });
}
