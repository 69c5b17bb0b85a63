import type { Database } from "better-sqlite3-multiple-ciphers";
import {
  createAccountRepository,
  createWebhookListRepository,
  createSettingsRepository,
  createMetaRepository,
} from "./small-tables.ts";
import { createAuditTrail } from "./audit-trail.ts";
import { createAuditRepository } from "./audit.ts";
import { createBookingPages } from "./booking-parts.ts";
import { createBookingRepository } from "./bookings.ts";
import { createCardRepository } from "./cards.ts";
import { runAtOnce, type Later } from "./chores.ts";
import { createClinicRepository } from "./clinic.ts";
import type { ClinicRepository } from "./clinic-types.ts";
import { createImportRepository } from "./imports.ts";
import { createKeepingRepository } from "./keeping.ts";
import { createItemPages } from "./item-parts.ts";
import { createItemRepository } from "./items.ts";
import { createNoticeRepository } from "./notices.ts";
import type { NoticeRepository } from "./notice-types.ts";
import { createPatientNotes } from "./patient-notes.ts";
import { createPatientRepository } from "./patients.ts";
import { createRetentionRepository } from "./retention.ts";
import { createPatientLinks } from "./same-people.ts";
import { toStoreError, createStoreError } from "./store-error.ts";
import { createCounters } from "./tallies.ts";
import type { KeepingRepository } from "./record-types.ts";
import type { Repositories, Store, StoreOrigin } from "./types.ts";
import { createOrphanedDrafts } from "./stray-drafts.ts";

type Options = {
  /** Does what nobody waits for; left out, it is done at once. */
  readonly later?: Later;
  /** Dates the activity log. */
  readonly now?: () => Date;
};

/** The store over an open database of the newest schema. Takes the connection over. */
export function createSqliteStore(
  db: Database,
  origin: StoreOrigin,
  { later = runAtOnce, now = () => new Date() }: Options = {},
): Store {
  const log = createAuditRepository(db, now);
  const trail = createAuditTrail(db, log);
  const audit = { ...log, byProgram: trail.byProgram };
  const settings = createSettingsRepository(db);
  const people = createPatientLinks(db);
  const patients = createPatientRepository(db, { later, people });
  const tallies = createCounters(db, later);
  const bookings = createBookingRepository(db);
  let clinic: ClinicRepository | null = null;
  let notices: NoticeRepository | null = null;
  let keeping: KeepingRepository | null = null;
  const repositories: Repositories = {
    items: createItemRepository(db, { patients, settings, tallies }),
    bookings,
    parts: {
      items: createItemPages(db, tallies),
      bookings: createBookingPages(db, { bookings, tallies }),
    },
    patients,
    people,
    notes: createPatientNotes(db),
    settings,
    accounts: createAccountRepository(db),
    webhookLists: createWebhookListRepository(db),
    cards: createCardRepository(db),
    imports: createImportRepository(db),
    retention: createRetentionRepository(db, { people, remove: patients.remove }),
    strayDrafts: createOrphanedDrafts(db),
    meta: createMetaRepository(db),
    audit,
    // Most desks belong to no clinic, and need none of its statements.
    get clinic() {
      return (clinic ??= createClinicRepository(db));
    },
    get notices() {
      return (notices ??= createNoticeRepository(db));
    },
    // Wanted a few times a day.
    get keeping() {
      return (keeping ??= createKeepingRepository(db));
    },
  };

  /** Made once: making one takes as long as a small write. */
  const part = db.transaction((work: (repositories: Repositories) => unknown) => work(repositories));
  const act = db.transaction((work: (repositories: Repositories) => unknown) => {
    const result = work(repositories);
    trail.settle();
    return result;
  });
  /** The transaction that is open holds others that are acts of their own, and the next one within is such. */
  let isGroup = false;
  /** What goes back with the transactions that are open, in the order in which it was done. */
  const undos: (() => void)[] = [];

  /** One that is open takes what is within it for its own act, but for a group. */
  function written<T>(work: (repositories: Repositories) => T, group: boolean): T {
    const wasGroup = isGroup;
    const isPart = db.inTransaction && !wasGroup;
    const before = undos.length;
    isGroup = group;
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it answers what `work` does
      return (isPart ? part(work) : act.immediate(work)) as T;
    } catch (error) {
      if (!isPart) trail.undone();
      for (const undo of undos.splice(before).toReversed()) undo();
      throw error;
    } finally {
      isGroup = wasGroup;
      if (!db.inTransaction) undos.length = 0;
    }
  }

  /** Turns what SQLite throws into the store's own error; a fault of the program itself goes on. */
  function guarded<T>(work: () => T): T {
    if (!db.open) throw createStoreError("closed");
    try {
      return work();
    } catch (error) {
      throw toStoreError(error);
    }
  }

  return {
    origin,
    read: (work) => guarded(() => work(repositories)),
    transaction: (work) => guarded(() => written(work, false)),
    group: (work) => guarded(() => written(work, true)),
    ifUndone: (undo) => {
      if (db.inTransaction) undos.push(undo);
    },
    close: () => void db.close(),
  };
}
