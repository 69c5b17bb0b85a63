import { createHash } from "node:crypto";
import type { Failure } from "../../../shared/core/failure.ts";
import type { Item } from "../../../shared/outbox/item.ts";
import type { PatientForm } from "../../../shared/patients/patient-form.ts";
import type { KeptImport } from "../../../shared/import/import.ts";
import type { PrepareContext } from "./kinds/kind.ts";
import { getKind } from "./kinds/kinds.ts";
import type { RandomIds } from "../../platform/ports.ts";
import type { Store } from "../../db/types.ts";
import { createItem } from "./new-item.ts";
import { markUncertain } from "./restored.ts";

/** A UUID of version 7 of these bytes, which begins with the moment of the import and goes on with the row. */
function rowId(at: string, row: number, bytes: Buffer): string {
  const id = Buffer.from(bytes.subarray(0, 16));
  id.writeUIntBE(Date.parse(at), 0, 6);
  id.writeUInt16BE(0x7000, 6);
  id[8] = 0x80;
  id.writeUIntBE(row, 9, 3);
  const hex = id.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/**
 * The names of a row's item, made of the import and the row alone: a row that became an item in a copy of these records has the
 * same external ID, by which the service knows it again.
 */
function namesOf(kept: Pick<KeptImport, "id" | "createdAt">, row: number): Pick<RandomIds, "uuid" | "bytes"> {
  const made = (what: string): Buffer => createHash("sha256").update(`${kept.id} ${row} ${what}`).digest();
  let asked = 0;
  return {
    uuid: () => rowId(kept.createdAt, row, made(`uuid ${(asked += 1)}`)),
    bytes: (length) => made("bytes").subarray(0, length),
  };
}

type Options = {
  readonly store: Store;
  readonly random: RandomIds;
  readonly now: () => string;
  readonly context: PrepareContext;
  /** Why it waits for a person, though it can be read; null where it goes out by itself. */
  readonly problem: Failure | null;
};

/**
 * Saves a row as the item of a patient that goes out by itself, or, where it can no longer be read or there is a problem, as one
 * that waits for a person. Runs inside of the transaction that takes the row out.
 */
export function saveImported(
  kept: KeptImport,
  { row, form }: { readonly row: number; readonly form: PatientForm },
  { store, random, now, context, problem }: Options,
): Item {
  const at = now();
  const names = { ...random, ...namesOf(kept, row) };
  const draft = createItem(
    { kind: "patient", form },
    { accountId: kept.accountId, at, by: kept.by, random: names },
  );
  const kind = getKind(draft);
  const prepared = kind.prepare(draft, context);
  const desk = { store, random, now, save: <T extends Item>(item: T): T => item, isImported: true };
  const item: Item =
    prepared.kind === "ready" && problem === null
      ? { ...(kind.keep?.(draft, prepared, desk) ?? draft), status: "ready" }
      : {
          ...draft,
          status: "needs-editing",
          problem: prepared.kind === "incomplete" ? prepared.failure : problem,
        };
  const saved = kept.isDoubtful ? (markUncertain(item, at) ?? item) : item;
  store.transaction(({ items }) => items.insert(saved));
  return saved;
}
