import type { HubFailure } from "../../contract/hub/failure.ts";
import { Refused, type Transaction } from "../database/database.ts";
import { base64, fromBase64, fromHex, hex, sha256Of } from "./bytes.ts";

/** The clinic and the desk that asks, as they stand. */
export type Standing = {
  readonly clinic: string;
  readonly desk: string;
  readonly admin: boolean;
  readonly publicKey: Buffer;
  /** The last of the desk's pushes that was taken. */
  readonly sequence: number;
  readonly number: number;
  readonly hash: string;
  readonly generation: number;
  /** Was last heard of more than a minute ago. */
  readonly stale: boolean;
};

type Row = {
  desk: string;
  admin: boolean;
  public_key: Buffer;
  sequence: number;
  removed_by: number | null;
  stale: boolean;
  number: number;
  hash: Buffer;
  generation: number;
  restorations: number;
};

const find = `select d.desk, d.admin, d.public_key, d.sequence, d.removed_by,
    coalesce(d.last_seen_at < now() - interval '1 minute', true) as stale,
    c.number, c.hash, c.generation, c.restorations
  from hub.clinics c join hub.desks d on d.clinic = c.clinic
  where c.clinic = $1 and d.clinic = $1 and d.credential = $2`;

/**
 * The clinic's database was restored: what comes from now on is of another generation, and every desk has to report. Epochs
 * leap with it (domain/clinic/claim-epoch.ts): seconds since 1970, or more, if the hub's clock is behind.
 */
export async function beginGeneration(
  { rows, restorations }: Transaction,
  { clinic, atLeast }: { readonly clinic: string; readonly atLeast: number },
): Promise<number> {
  const [row] = await rows<{ generation: number }>(
    `update hub.clinics set restorations = $2,
       generation = greatest(generation + 1, $3::bigint, extract(epoch from clock_timestamp())::bigint)
     where clinic = $1 returning generation`,
    [fromHex(clinic), restorations, atLeast],
  );
  if (row === undefined) throw new Refused({ code: "unauthorized" });
  await rows("update hub.desks set awaited = true where clinic = $1 and removed_by is null", [
    fromHex(clinic),
  ]);
  return row.generation;
}

async function removal({ rows }: Transaction, clinic: string, number: number): Promise<HubFailure> {
  const [push] = await rows<{ bytes: Buffer; signature: Buffer }>(
    "select bytes, signature from hub.pushes where clinic = $1 and number = $2",
    [fromHex(clinic), number],
  );
  if (push === undefined) return { code: "unauthorized" };
  const { bytes, signature } = push;
  return {
    code: "desk-removed",
    removal: { bytes: base64(bytes), signature: base64(signature), ciphertexts: [] },
  };
}

/** Only a clinic that is behind is locked for it, and looked at again. */
async function caughtUp(tx: Transaction, clinic: string): Promise<void> {
  const [row] = await tx.rows<{ restorations: number }>(
    "select restorations from hub.clinics where clinic = $1 for update",
    [fromHex(clinic)],
  );
  if (row !== undefined && row.restorations < tx.restorations)
    await beginGeneration(tx, { clinic, atLeast: 0 });
}

async function rowOf(tx: Transaction, clinic: string, credential: string): Promise<Row> {
  const values = [fromHex(clinic), fromHex(sha256Of(fromBase64(credential)))];
  const [row] = await tx.rows<Row>(find, values);
  if (row === undefined) throw new Refused({ code: "unauthorized" });
  return row;
}

/**
 * Finds the desk by its credential, in a transaction whose tenant is the clinic. Throws `Refused` for a stranger, another
 * clinic's desk, and one that was removed.
 */
export async function standingOf(
  tx: Transaction,
  { clinic, credential }: { readonly clinic: string; readonly credential: string },
): Promise<Standing> {
  let row = await rowOf(tx, clinic, credential);
  if (row.removed_by !== null) throw new Refused(await removal(tx, clinic, row.removed_by));
  if (row.restorations < tx.restorations) {
    await caughtUp(tx, clinic);
    row = await rowOf(tx, clinic, credential);
  }
  const { desk, admin, sequence, number, generation, stale } = row;
  return {
    clinic,
    desk,
    admin,
    publicKey: row.public_key,
    sequence,
    number,
    hash: hex(row.hash),
    generation,
    stale,
  };
}

/** The hash of the log at a number; null beyond its end. */
export async function hashAt(
  { rows }: Transaction,
  standing: Standing,
  number: number,
): Promise<string | null> {
  if (number === standing.number) return standing.hash;
  if (number === 0) return "0".repeat(64);
  const [row] = await rows<{ hash: Buffer }>(
    "select hash from hub.pushes where clinic = $1 and number = $2",
    [fromHex(standing.clinic), number],
  );
  return row === undefined ? null : hex(row.hash);
}

/** Notes that the desk was heard of. The last thing in a transaction: who holds a clinic's lock may want the desk's row. */
export async function noteSeen({ rows }: Transaction, { clinic, desk, stale }: Standing): Promise<void> {
  if (!stale) return;
  await rows("update hub.desks set last_seen_at = now() where clinic = $1 and desk = $2", [
    fromHex(clinic),
    desk,
  ]);
}
