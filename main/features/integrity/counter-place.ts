import type { SecretStore } from "../../platform/secret-store.ts";
import type { CounterPlace, LeasePlace } from "../outbox/send-counter.ts";
import type { RandomIds } from "../../platform/ports.ts";
import { databaseNameKey } from "../../db/small-tables.ts";
import type { AuditHead } from "../../db/audit.ts";
import type { Store } from "../../db/types.ts";
import type { WriteCounts } from "../../db/item-types.ts";

/** What is known of one database outside of it. */
export type OutsidePlaces = {
  /** Attempts at sending. */
  readonly sends: CounterPlace;
  /** Which run of the program has the desk. */
  readonly lease: LeasePlace;
  readonly saves: SavesPlace;
  readonly log: LogPlace;
  /** Up to which entry the activity log may have been removed, and that entry's hash. */
  readonly logStart: LogPlace;
};

/** An entry of the activity log, by its number and its hash: how far it had come. */
export type LogPlace = {
  readonly read: () => Promise<AuditHead | null | "unreadable">;
  readonly write: (head: AuditHead) => Promise<boolean>;
};

/** How much was ever saved. */
export type SavesPlace = {
  readonly read: () => Promise<WriteCounts | null | "unreadable">;
  readonly write: (written: WriteCounts) => Promise<boolean>;
};

/** The database's own name: a copy of it has the same. One that an older version began gets it here. */
function databaseName(store: Store, random: RandomIds): string {
  return store.transaction(({ meta }) => {
    const known = meta.get(databaseNameKey);
    if (known !== null) return known;
    const name = random.uuid();
    meta.set(databaseNameKey, name);
    return name;
  });
}

const number = (text: string): number | null => (/^\d{1,15}$/.test(text) ? Number(text) : null);

function writtenOf(text: string): WriteCounts | null {
  const [items = null, changes = null] = text.split("/").map(number);
  return items === null || changes === null ? null : { items, changes };
}

function headOf(text: string): AuditHead | null {
  const [count = "", hash = ""] = text.split("/");
  const entries = number(count);
  return entries === null || !/^[0-9a-f]{64}$/.test(hash) ? null : { entries, hash };
}

/** The keychain's entries about this database. */
export function createKeychainPlaces(secrets: SecretStore, store: Store, random: RandomIds): OutsidePlaces {
  let name: string | null = null;
  const at = (entry: string): string => `${entry}/${(name ??= databaseName(store, random))}`;
  type Read<T> = Promise<T | null | "unreadable">;
  const read = async <T>(entry: string, parse: (text: string) => T | null): Read<T> => {
    const kept = await secrets.get(at(entry));
    if (!kept.ok) return "unreadable";
    return kept.value === null ? null : parse(kept.value);
  };
  const write = async (entry: string, value: string): Promise<boolean> =>
    (await secrets.set(at(entry), value)).ok;
  const logPlace = (entry: string): LogPlace => ({
    read: () => read(entry, headOf),
    write: ({ entries, hash }) => write(entry, `${entries}/${hash}`),
  });
  return {
    sends: {
      read: () => read("send-counter", number),
      write: (count) => write("send-counter", String(count)),
    },
    lease: {
      isTaken: async (instance) =>
        // Nobody's: the keychain was emptied meanwhile.
        (await read("desk-lease", (holder) => holder !== instance)) ?? false,
      take: (instance) => write("desk-lease", instance),
    },
    saves: {
      read: () => read("save-counter", writtenOf),
      write: ({ items, changes }) => write("save-counter", `${items}/${changes}`),
    },
    log: logPlace("log-anchor"),
    logStart: logPlace("log-start"),
  };
}
