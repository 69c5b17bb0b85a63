import type { RecordId } from "../../../shared/core/record-id.ts";
import type { KeptImport } from "../../../shared/import/import.ts";
import type { Item } from "../../../shared/outbox/item.ts";
import type { PatientForm } from "../../../shared/patients/patient-form.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import type { Repositories } from "../../db/types.ts";
import type { Clock, Log } from "../../platform/ports.ts";
import { isRowSettled } from "./queued-rows.ts";
import type { OnImportStep } from "./steps.ts";

/** Milliseconds that one look may write. */
const longest = 5;

type Row = { readonly row: number; readonly form: PatientForm };

export type RowWriterOptions = {
  readonly clock: Pick<Clock, "monotonic">;
  readonly log: Log;
  /** Of the account at the desk. */
  readonly accountId: () => AccountId | null;
  /** Saves the item of a row, in the transaction around it. */
  readonly saveItem: (kept: KeptImport, row: Row) => Item;
  readonly onStep: OnImportStep;
};

/** What one look wrote: how the import stands now, the items that it made, and whether it is over. */
export type WrittenRows = {
  readonly kept: KeptImport;
  readonly ids: readonly RecordId[];
  readonly isOver: boolean;
};

/** Puts rows into the outbox, in the transaction around it. */
export function createRowWriter({ clock, log, accountId, saveItem, onStep }: RowWriterOptions) {
  type Imports = Repositories["imports"];

  /** Rows as long as there is time; `unread`: those that cannot be read any more. */
  function take(imports: Imports, kept: KeptImport, wanted: number) {
    const end = clock.monotonic() + longest;
    const ids: RecordId[] = [];
    let unread = 0;
    let taken = 0;
    const rows = imports.nextRows(kept, wanted);
    for (const { row, form } of rows) {
      if (taken > 0 && clock.monotonic() >= end) break;
      if (!imports.takeRow(kept, row)) continue;
      taken += 1;
      if (form === null) {
        unread += 1;
        continue;
      }
      const item = saveItem(kept, { row, form });
      imports.enqueue(kept, item.id);
      ids.push(item.id);
      onStep("row-queued");
    }
    const isShort = wanted > 0 && rows.length < wanted && taken === rows.length;
    return { ids, unread, left: isShort ? 0 : kept.left - taken };
  }

  /** Settles what became of items, and puts rows into the outbox as long as there is time; all or nothing. */
  return ({ imports }: Repositories, id: RecordId, room: number): WrittenRows | null => {
    const before = imports.all().find((each) => each.id === id);
    if (before === undefined) return null;
    const settled = imports.queued(before).filter(isRowSettled);
    for (const { id: item } of settled) imports.settle(item);
    const done = settled.filter(({ status }) => status === "done").length;
    // It may have been held or stopped, or somebody else be at the desk, since there was room.
    const wanted = before.state === "running" && before.accountId === accountId() ? room : 0;
    const { ids, unread, left } = take(imports, before, wanted);
    const kept: KeptImport = {
      ...before,
      left,
      created: before.created + done,
      discarded: before.discarded + settled.length - done + unread,
    };
    const isOver = kept.left === 0 && imports.queued(kept).length === 0;
    imports.save(kept);
    if (isOver) imports.remove(id);
    if (unread > 0) log.warn("import.rows-unread", { rows: unread });
    return { kept, ids, isOver };
  };
}
