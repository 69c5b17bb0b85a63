import { fail, FailureError, ok, type Result } from "../../contract/failure.ts";
import type { AccountId } from "../../contract/records/account.ts";
import type { Item } from "../../contract/records/item.ts";
import type { PatientRecord } from "../../contract/records/patient.ts";
import type { Settings } from "../../contract/records/settings.ts";
import type { AccountBook } from "../account/sign-in.ts";
import type { OutboxStore } from "../outbox/ports.ts";
import type { Clock } from "../platform/ports.ts";
import type { Repositories, Store } from "../store/types.ts";
import { indexOf } from "./item-index.ts";

/** The value of a result; a store that cannot go on becomes a throw that carries the failure. */
export function must<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new FailureError(result.failure);
}

const misfit = fail(
  "store",
  "This record no longer fits its row, so nothing about it is saved or sent. It is kept as it is.",
  { next: "none" },
);

const orNull = <T>(result: Result<T>): T | null => (result.ok ? result.value : null);

const ofAccount = (accountId: AccountId, patient: PatientRecord | null): PatientRecord | null =>
  patient?.accountId === accountId ? patient : null;

type RecordsOptions = {
  readonly store: Store;
  readonly clock: Clock;
  readonly settings: () => Settings;
};

/** The store as the outbox uses it: every write brings the item's index along. */
export function outboxRecords({ store, clock, settings }: RecordsOptions): OutboxStore {
  const read = <T>(work: (repositories: Repositories) => T): T => must(store.read(work));
  const write = (work: (repositories: Repositories) => void): void =>
    must(store.transaction((repositories) => ok(work(repositories))));
  const entry = (item: Item, repositories: Repositories) => ({
    item,
    index: indexOf(item, {
      now: clock.now(),
      settings: settings(),
      patient: (id) => ofAccount(item.accountId, orNull(repositories.patients.get(id))),
    }),
  });
  return {
    transaction: <T>(work: () => T): T => must(store.transaction(() => ok(work()))),
    item: (id) => read(({ items }) => orNull(items.get(id))),
    insertItem: (item) => write((repositories) => repositories.items.insert(entry(item, repositories))),
    updateItem: (item) =>
      write((repositories) => {
        // A row that says another account or kind than its record: sent without a record, it would be sent again.
        if (repositories.items.update(entry(item, repositories)) === null) throw new FailureError(misfit);
      }),
    readyItems: ({ without, ...wanted }) =>
      read(({ items }) => {
        const passed = [...without];
        for (;;) {
          const page = items.nextReady({ ...wanted, without: passed });
          if (page.items.length > 0 || page.damaged.length === 0) return page.items;
          // Rows that cannot be read any more hold nobody up.
          passed.push(...page.damaged);
        }
      }),
    readyCount: (accountId) =>
      read(({ items }) => {
        const first = items.nextReady({ accountId, limit: 1, without: [] });
        // Rows that cannot be read gather at the head: they are not sent, and nothing is said to be left.
        return first.damaged.length === 0
          ? first.total
          : first.total - items.nextReady({ accountId, limit: 200, without: [] }).damaged.length;
      }),
    sendingItems: () => read(({ items }) => items.everySending().items),
    unfinished: () => read(({ items }) => items.everyUnfinished().items),
    waitingFor: (id) =>
      read(({ items }) => items.waitingFor(id).items).filter((item) => item.kind === "booking"),
    counts: (accountId) => read(({ items }) => items.counts(accountId)),
    patient: (accountId, id) => read(({ patients }) => ofAccount(accountId, orNull(patients.get(id)))),
    patientByNumber: (accountId, patientId) =>
      read(({ patients }) => patients.byPatientId(accountId, patientId)),
    bookingsOf: (id) => read(({ items }) => items.bookingsOf(id)).items,
    bookingsNumbered: (accountId, number) =>
      read(({ items }) => items.bookingsNumbered(accountId, number)).items,
    insertPatient: (patient) => write(({ patients }) => patients.insert(patient)),
    updatePatient: (patient) => write(({ patients }) => void patients.update(patient)),
    mergePatients: ({ from, into }) =>
      write(({ patients, cards }) => {
        cards.moveTo(into.accountId, { from: from.id, to: into.id });
        patients.remove(from.id);
      }),
  };
}

/** The store as signing in uses it. */
export function accountBook(store: Store, clock: Clock): AccountBook {
  return {
    remember: (account) =>
      must(
        store.transaction(({ accounts }) => {
          const now = clock.now().toISOString();
          return ok(accounts.remember({ ...account, createdAt: now, lastUsedAt: now }));
        }),
      ),
    lastUnnamed: (serviceAddress, issuer) =>
      must(store.read(({ accounts }) => accounts.list()))
        .filter((account) => account.serviceAddress === serviceAddress)
        .filter((account) => account.issuer === issuer && account.subject === null)
        .toSorted((a, b) => b.lastUsedAt.localeCompare(a.lastUsedAt))
        .at(0)?.id ?? null,
  };
}
