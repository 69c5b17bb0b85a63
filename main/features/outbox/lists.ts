import { failed, ok } from "../../../shared/core/failure.ts";
import {
  itemCounts,
  itemStatuses,
  type ItemCounts,
  type ListedBooking,
  type ListedItem,
} from "../../../shared/outbox/item.ts";
import type { PatientInLine, PatientRecord } from "../../../shared/patients/patient.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { signedOutKept } from "../../../shared/session/connect-failures.ts";
import type { Handlers } from "../../ipc/router.ts";
import type { OpenSession } from "../session/open-session.ts";
import { isBooking } from "./kinds/kinds.ts";
import type { Clock } from "../../platform/ports.ts";
import type { Listed } from "../../db/item-types.ts";
import type { Store } from "../../db/types.ts";

export type ListOptions = {
  readonly store: Store;
  readonly clock: Clock;
  readonly settings: () => Settings;
};

export const signedOutOfOutbox = failed(signedOutKept);
const noCounts = itemCounts.parse(Object.fromEntries(itemStatuses.map((status) => [status, 0])));

type Counted = Pick<ListOptions, "store"> & { readonly session: () => OpenSession | null };

/** How many items of the account at the desk stand in each status. */
export function countByStatus({ store, session }: Counted): ItemCounts {
  const account = session()?.accountId ?? null;
  return account === null ? noCounts : store.read(({ items }) => items.counts(account));
}

/** The patient known here by the number that was typed; null when nobody is. */
function numbered({ form, accountId }: ListedBooking, store: Store): PatientRecord | null {
  const typed = form.patient?.kind === "number" ? form.patient.text.trim() : "";
  return /^\d{1,15}$/.test(typed)
    ? store.read(({ patients }) => patients.byPatientId(accountId, Number(typed)))
    : null;
}

/** What a line says of its patient. */
export function nameInLine(patient: PatientRecord | null): PatientInLine | null {
  if (patient === null) return null;
  const { firstName, lastName, phone } = patient.input;
  return { firstName, lastName, ...(phone === undefined ? {} : { phone }) };
}

/** With whose booking it is: no line has to ask for that. */
const inLine = ({ item, patient }: Listed<ListedItem>, store: Store): ListedItem =>
  isBooking(item) ? { ...item, patient: nameInLine(patient ?? numbered(item, store)) } : item;

type ItemListOptions = Counted & {
  /** The item as it stands now, where that is not as it stands on the disk. */
  readonly shownAs: (item: ListedItem) => ListedItem;
};

/** What the window lists. Only records of the account at the desk are ever shown. */
export function createListHandlers(
  options: ItemListOptions,
): Pick<Handlers, "items.list" | "items.part" | "items.counts"> {
  const { store, shownAs } = options;
  return {
    "items.list": ({ kinds, statuses, limit, offset }, { accountId }) => {
      const page = store.read(({ items }) => items.list({ accountId, kinds, statuses, limit, offset }));
      const shown = page.items.map((row) => shownAs(inLine(row, store)));
      return ok({ items: shown, total: page.total, damaged: page.damaged.length, newer: page.newer.length });
    },
    "items.part": (input, { accountId }) => {
      const part = store.read(({ parts }) => parts.items({ ...input, accountId }));
      const rows = part.rows.map((row) => (typeof row === "string" ? row : shownAs(inLine(row, store))));
      return ok({ ...part, rows, counts: [...part.counts] });
    },
    "items.counts": () => ok(countByStatus(options)),
  };
}
