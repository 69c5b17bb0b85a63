import type { Item } from "../../../shared/outbox/item.ts";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import type { AccountRecord, PatientRepository } from "../../../main/db/record-types.ts";
import type { Store } from "../../../main/db/types.ts";
import { blankStore } from "../../support/blank-store.ts";

/** Which of the next writes fail, the commit of a transaction being one of them. */
export type DiskFault = { skip: number; fail: number };

class DiskFull extends Error {
  readonly code = "SQLITE_FULL";
  override readonly name = "SqliteError";
}
/** What a process that has ended would still do: it does not happen. */
export class ProcessEnded extends Error {}

/** What was read of a store since it last changed: the promises ask for every item after every step. */
const lastRead = new WeakMap<Store, Map<string, Item | null>>();

/** An item as it stands in the store; null where there is none. */
export function itemIn(store: Store, id: string): Item | null {
  const known = lastRead.get(store) ?? new Map<string, Item | null>();
  lastRead.set(store, known);
  const item = known.get(id) ?? store.read(({ items }) => items.get(id));
  known.set(id, item);
  return item;
}

/** The store as one process uses it: on a disk that may refuse a write, and not beyond the process's end. */
export function storeOnDisk(store: Store, disk: DiskFault, isAlive: () => boolean): Store {
  const alive = (): void => {
    if (!isAlive()) throw new ProcessEnded();
  };
  const write = (): void => {
    alive();
    if (disk.fail === 0) return;
    if (disk.skip > 0) disk.skip -= 1;
    else {
      disk.fail -= 1;
      throw new DiskFull();
    }
  };
  const failing =
    (begin: Store["transaction"]): Store["transaction"] =>
    (work) => {
      alive();
      try {
        return begin((repositories) => {
          write();
          const result = work(repositories);
          write();
          return result;
        });
      } finally {
        lastRead.delete(store);
      }
    };
  return {
    ...store,
    read: (work) => {
      alive();
      return store.read(work);
    },
    transaction: failing(store.transaction),
    group: failing(store.group),
  };
}

/** A copy of everything that a store held at one moment. */
export type Backup = {
  readonly items: readonly Item[];
  readonly patients: readonly PatientRecord[];
  readonly accounts: readonly AccountRecord[];
  readonly name: string | null;
  readonly sends: number;
};

/** `ids`: every item there may be, in the order of their making. */
export const backUp = (store: Store, ids: readonly string[]): Backup =>
  store.read(({ items, patients, accounts, meta }) => ({
    items: ids.flatMap((id) => items.get(id) ?? []),
    patients: accounts.list().flatMap(({ id }) => allPatients(patients, id)),
    accounts: accounts.list(),
    name: meta.get("name"),
    sends: meta.sendCounter(),
  }));

const allPatients = (patients: PatientRepository, accountId: string): PatientRecord[] =>
  patients
    .search({ accountId, query: { terms: [], dob: null, number: null }, limit: 1_000 })
    .items.toReversed();

/** Another store with what the backup holds. */
export async function restore(backup: Backup): Promise<Store> {
  const store = await blankStore();
  store.transaction(({ items, patients, accounts, meta }) => {
    for (const account of backup.accounts) accounts.remember(account);
    for (const patient of backup.patients) patients.insert(patient);
    for (const item of backup.items) items.insert(item);
    if (backup.name !== null) meta.set("name", backup.name);
    meta.raiseSendCounter(backup.sends);
  });
  return store;
}
