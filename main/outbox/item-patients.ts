import { fail } from "../../contract/failure.ts";
import type { RecordId } from "../../contract/records/forms.ts";
import type { Item, PatientItem } from "../../contract/records/item.ts";
import type { PatientRecord } from "../../contract/records/patient.ts";
import type { RandomIds } from "../platform/ports.ts";
import type { OutboxStore } from "./ports.ts";
import type { Prepared } from "./prepare.ts";

/** The patients known on this computer, as the items that are to make them see them. */
export type ItemPatients = {
  /** A patient who is saved is known at once, number or not: bookings can be made for them. */
  readonly keep: (item: PatientItem, prepared: Prepared) => PatientItem;
  /** The known patient that the item is to make, while it has no number yet. */
  readonly unmade: (item: PatientItem) => PatientRecord | null;
  /** Nobody makes the patient any more. Answers the bookings that cannot be sent without, and now say so. */
  readonly orphan: (item: PatientItem) => RecordId[];
};

type Options = {
  readonly store: OutboxStore;
  readonly random: RandomIds;
  readonly now: () => string;
  readonly save: (item: Item) => Item;
};

const orphaned = fail("not-found", "Its patient was discarded. Choose another patient.", {
  fields: { patient: "Choose a patient." },
  next: "edit",
});

export function itemPatients({ store, random, now, save }: Options): ItemPatients {
  const recordOf = (item: PatientItem): PatientRecord | null =>
    item.patientRecordId === null ? null : store.patient(item.accountId, item.patientRecordId);
  const unmade = (item: PatientItem): PatientRecord | null => {
    const record = recordOf(item);
    return record?.patientId === null ? record : null;
  };
  return {
    keep: (item, prepared) => {
      if (prepared.kind !== "ready" || prepared.input === null) return item;
      const { input } = prepared;
      const known = recordOf(item);
      if (known !== null) {
        store.updatePatient({ ...known, input, itemId: item.id });
        return item;
      }
      const { accountId, id: itemId } = item;
      const record = { id: random.uuid(), accountId, patientId: null, itemId, input, createdAt: now() };
      store.insertPatient(record);
      return { ...item, patientRecordId: record.id };
    },
    unmade,
    orphan: (item) => {
      const record = unmade(item);
      if (record === null) return [];
      store.updatePatient({ ...record, itemId: null });
      return store
        .waitingFor(record.id)
        .map((booking) => save({ ...booking, status: "needs-editing", problem: orphaned }).id);
    },
  };
}
