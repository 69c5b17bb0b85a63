import type { Database } from "better-sqlite3-multiple-ciphers";
import { sqliteAccounts } from "./accounts.ts";
import { auditTrail } from "./audit-trail.ts";
import { sqliteAudit } from "./audit.ts";
import { sqliteBookingParts } from "./booking-parts.ts";
import { sqliteBookings } from "./bookings.ts";
import { sqliteCards } from "./cards.ts";
import { atOnce, type Later } from "./chores.ts";
import { sqliteClinic } from "./clinic.ts";
import type { ClinicRepository } from "./clinic-types.ts";
import { sqliteImports } from "./imports.ts";
import { sqliteKeeping } from "./keeping.ts";
import { sqliteItemParts } from "./item-parts.ts";
import { sqliteItems } from "./items.ts";
import { sqliteMeta } from "./meta.ts";
import { sqliteNotices } from "./notices.ts";
import type { NoticeRepository } from "./notice-types.ts";
import { sqlitePatientNotes } from "./patient-notes.ts";
import { sqlitePatients } from "./patients.ts";
import { sqliteRetention } from "./retention.ts";
import { samePeople } from "./same-people.ts";
import { sqliteSettings } from "./settings.ts";
import { inUse, storeError } from "./store-error.ts";
import { sqliteTallies } from "./tallies.ts";
import type { KeepingRepository } from "./record-types.ts";
import type { Repositories, Store, StoreOrigin } from "./types.ts";
import { strayDrafts } from "./stray-drafts.ts";
import { sqliteWebhookLists } from "./webhook-lists.ts";

type Options = {
  /** Does what nobody waits for; left out, it is done at once. */
  readonly later?: Later;
  /** Dates the activity log. */
  readonly now?: () => Date;
};

/** The store over an open database of the newest schema. Takes the connection over. */
export function sqliteStore(
  db: Database,
  origin: StoreOrigin,
  { later = atOnce, now = () => new Date() }: Options = {},
): Store {
  const log = sqliteAudit(db, now);
  const trail = auditTrail(db, log);
  const audit = { ...log, byProgram: trail.byProgram };
  const settings = sqliteSettings(db);
  const people = samePeople(db);
  const patients = sqlitePatients(db, { later, people });
  const tallies = sqliteTallies(db, later);
  const bookings = sqliteBookings(db);
  let clinic: ClinicRepository | null = null;
  let notices: NoticeRepository | null = null;
  let keeping: KeepingRepository | null = null;
  const repositories: Repositories = {
    items: sqliteItems(db, { patients, settings, tallies }),
    bookings,
    parts: {
      items: sqliteItemParts(db, tallies),
      bookings: sqliteBookingParts(db, { bookings, tallies }),
    },
    patients,
    people,
    notes: sqlitePatientNotes(db),
    settings,
    accounts: sqliteAccounts(db),
    webhookLists: sqliteWebhookLists(db),
    cards: sqliteCards(db),
    imports: sqliteImports(db),
    retention: sqliteRetention(db, { people, remove: patients.remove }),
    strayDrafts: strayDrafts(db),
    meta: sqliteMeta(db),
    audit,
    // Most desks belong to no clinic, and need none of its statements.
    get clinic() {
      return (clinic ??= sqliteClinic(db));
    },
    get notices() {
      return (notices ??= sqliteNotices(db));
    },
    // Wanted a few times a day.
    get keeping() {
      return (keeping ??= sqliteKeeping(db));
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
    if (!db.open) throw storeError("closed");
    try {
      return work();
    } catch (error) {
      throw inUse(error);
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
