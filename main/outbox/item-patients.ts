import { fail } from "../../contract/failure.ts";
import type { RecordId } from "../../contract/records/forms.ts";
import type { Item, PatientItem } from "../../contract/records/item.ts";
import type { PatientRecord } from "../../contract/records/patient.ts";
import type { RandomIds } from "../platform/ports.ts";
import type { Store } from "../store/types.ts";
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
  readonly store: Store;
  readonly random: RandomIds;
  readonly now: () => string;
  readonly save: (item: Item) => Item;
};

const orphaned = fail("not-found", "Its patient was discarded. Choose another patient.", {
  fields: { patient: "Choose a patient." },
  next: "edit",
});

export function itemPatients({ store, random, now, save }: Options): ItemPatients {
  const recordOf = ({ accountId, patientRecordId }: PatientItem): PatientRecord | null =>
    patientRecordId === null ? null : store.read(({ patients }) => patients.find(accountId, patientRecordId));
  const unmade = (item: PatientItem): PatientRecord | null => {
    const record = recordOf(item);
    return record?.patientId === null ? record : null;
  };
  return {
    keep: (item, prepared) => {
      if (prepared.kind !== "ready" || prepared.input === null) return item;
      const { input } = prepared;
      const { accountId, id: itemId } = item;
      const known = recordOf(item);
      const record = known ?? { id: random.uuid(), accountId, patientId: null, createdAt: now() };
      store.transaction(({ patients }) =>
        patients[known === null ? "insert" : "update"]({ ...record, input, itemId }),
      );
      return { ...item, patientRecordId: record.id };
    },
    unmade,
    orphan: (item) => {
      const record = unmade(item);
      if (record === null) return [];
      return store.transaction(({ items, patients }) => {
        patients.update({ ...record, itemId: null });
        return items
          .waitingFor(record.id)
          .map((booking) => save({ ...booking, status: "needs-editing", problem: orphaned }).id);
      });
    },
  };
}
