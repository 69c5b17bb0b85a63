import { fail, type Failure } from "../../shared/core/failure.ts";
import type { Item } from "../../shared/outbox/item.ts";
import type { PatientRecord } from "../../shared/patients/patient.ts";
import type { KindDeps } from "../../main/features/outbox/kinds/kind.ts";
import type { Outcome } from "../../main/http/classify.ts";
import type { Store } from "../../main/db/types.ts";
import { verbatim } from "../../messages/saying.ts";
import { blankStore } from "./blank-store.ts";
import { fakeRandom } from "./fake-clock.ts";

/** When everything at this desk happens. */
export const deskTime = "2026-03-02T09:30:00.000Z";

export const succeeded = (value: unknown): Outcome<unknown> => ({
  kind: "success",
  value,
  status: 201,
  phase: "answered",
});
/** A 409, as a patient's that exists already. */
export const refused = (details: Failure["details"] = {}): Outcome<unknown> => ({
  kind: "failure",
  failure: fail("patient-exists", verbatim("A test says so."), { details }),
  status: 409,
  phase: "answered",
});

/** What a kind needs to bring along what depends on its item, over a store in memory. */
export type KindDesk = {
  readonly store: Store;
  readonly desk: KindDeps;
  /** Writes them for the first time. */
  readonly put: <T extends Item>(item: T) => T;
  readonly know: (record: PatientRecord) => PatientRecord;
  readonly item: (id: string) => Item | null;
  readonly patient: (record: PatientRecord) => PatientRecord | null;
};

export async function kindDesk(): Promise<KindDesk> {
  const store = await blankStore();
  const save = <T extends Item>(item: T): T => {
    const next = { ...item, updatedAt: deskTime };
    store.transaction(({ items }) => items.update(next));
    return next;
  };
  return {
    store,
    desk: { store, random: fakeRandom(), now: () => deskTime, save },
    put: (item) => {
      store.transaction(({ items }) => items.insert(item));
      return item;
    },
    know: (record) => {
      store.transaction(({ patients }) => patients.insert(record));
      return record;
    },
    item: (id) => store.read(({ items }) => items.find(id)),
    patient: ({ accountId, id }) => store.read(({ patients }) => patients.find(accountId, id)),
  };
}
