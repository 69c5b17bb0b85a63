import { recordsNotice, type RecordsNotice } from "../../../shared/desk/app-routes.ts";
import { StoreError } from "../../db/store-error.ts";
import type { Store } from "../../db/types.ts";

export type Missing = NonNullable<RecordsNotice["missing"]>;

/** What is missing from these records, kept in them until a person has read it. */
export type MissingNotice = {
  readonly get: () => Missing | null;
  readonly add: (more: Partial<Missing>) => void;
  readonly clear: () => void;
};

const key = "missing";
const nothing: Missing = { sends: 0, items: 0, changes: 0, otherCopy: false };

function parse(text: string | null): Missing | null {
  try {
    return recordsNotice.shape.missing.safeParse(JSON.parse(text ?? "null")).data ?? null;
  } catch {
    return null;
  }
}

/** `onChange` is told after each change; a store that cannot write throws. */
export function createDataLossNotice(store: Store, onChange: () => void): MissingNotice {
  const get = (): Missing | null => {
    try {
      return parse(store.read(({ meta }) => meta.get(key)));
    } catch (error) {
      if (error instanceof StoreError) return null;
      throw error;
    }
  };
  const keep = (missing: Missing | null): void => {
    store.transaction(({ meta }) => meta.set(key, JSON.stringify(missing)));
    onChange();
  };
  return {
    get,
    add: (more) => {
      const before = get() ?? nothing;
      const { restored, restoredOf } = more.restored === undefined ? before : more;
      keep({
        sends: before.sends + (more.sends ?? 0),
        items: before.items + (more.items ?? 0),
        changes: before.changes + (more.changes ?? 0),
        otherCopy: before.otherCopy || more.otherCopy === true,
        ...(restored === undefined ? {} : { restored }),
        ...(restoredOf === undefined ? {} : { restoredOf }),
      });
    },
    clear: () => keep(null),
  };
}
