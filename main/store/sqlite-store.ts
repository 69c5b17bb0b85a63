import type { Database } from "better-sqlite3-multiple-ciphers";
import { sqliteAccounts } from "./accounts.ts";
import { sqliteBookingParts } from "./booking-parts.ts";
import { sqliteBookings } from "./bookings.ts";
import { sqliteCards } from "./cards.ts";
import { atOnce, type Later } from "./chores.ts";
import { sqliteItemParts } from "./item-parts.ts";
import { sqliteItems } from "./items.ts";
import { sqliteMeta } from "./meta.ts";
import { sqlitePatientNotes } from "./patient-notes.ts";
import { sqlitePatients } from "./patients.ts";
import { sqliteRetention } from "./retention.ts";
import { samePeople } from "./same-people.ts";
import { sqliteSettings } from "./settings.ts";
import { inUse, storeError } from "./store-error.ts";
import { sqliteTallies } from "./tallies.ts";
import type { Repositories, Store, StoreOrigin } from "./types.ts";
import { strayDrafts } from "./stray-drafts.ts";
import { sqliteWebhookLists } from "./webhook-lists.ts";

/** The store over an open database of the newest schema. Takes the connection over; `later` does what nobody waits for. */
export function sqliteStore(db: Database, origin: StoreOrigin, later: Later = atOnce): Store {
  const settings = sqliteSettings(db);
  const people = samePeople(db);
  const patients = sqlitePatients(db, { later, people });
  const tallies = sqliteTallies(db, later);
  const bookings = sqliteBookings(db);
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
    retention: sqliteRetention(db, { people, remove: patients.remove }),
    strayDrafts: strayDrafts(db),
    meta: sqliteMeta(db),
  };

  /** Made once: making one takes as long as a small write. */
  const all = db.transaction((work: (repositories: Repositories) => unknown) => work(repositories));
  const written = <T>(work: (repositories: Repositories) => T): T =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it answers what `work` does
    all.immediate(work) as T;

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
    transaction: (work) => guarded(() => written(work)),
    close: () => void db.close(),
  };
}
