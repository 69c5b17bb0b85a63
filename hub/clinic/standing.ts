import type { HubFailure } from "../../shared/hub-api/failure.ts";
import { Refused, type Transaction } from "../database/database.ts";
import { mustWaitForSecondReport } from "../../shared/clinic/log/losses.ts";
import { toBase64, fromBase64, fromHex, toHex, computeSha256 } from "./bytes.ts";
import { readRecentMemberChanges } from "./lately.ts";

/** The clinic and the desk that asks, as they stand. */
export type DeskStanding = {
  readonly clinic: string;
  readonly desk: string;
  readonly admin: boolean;
  readonly publicKey: Buffer;
  /** The last of the desk's pushes that was taken. */
  readonly sequence: number;
  readonly number: number;
  readonly hash: string;
  readonly generation: number;
  /** The number of the last push that changed who is a member, or their keys. */
  readonly membersChangedAt: number;
  /** The desks that have still to report what a restored database lacks. */
  readonly awaited: readonly string[];
  /** The generation began just now: what was read beside this is of before. */
  readonly isRenewed: boolean;
  /** Was last heard of more than a minute ago. */
  readonly stale: boolean;
  /** When this transaction began, in milliseconds since 1970: a push that it takes is received then. */
  readonly now: number;
};

type Row = {
  credential: Buffer;
  desk: string;
  admin: boolean;
  public_key: Buffer;
  sequence: number;
  removed_by: number | null;
  answered_by: number | null;
  stale: boolean;
  now: Date;
  number: number;
  hash: Buffer;
  generation: number;
  members_changed_at: number;
  restorations: number;
  awaited: string[];
};

const find = `select d.credential, d.desk, d.admin, d.public_key, d.sequence, d.removed_by, d.answered_by, now() as now,
    coalesce(d.last_seen_at < now() - interval '1 minute', true) as stale,
    c.number, c.hash, c.generation, c.members_changed_at, c.restorations,
    array(select a.desk from hub.desks a where a.clinic = $1 and a.awaited order by a.desk) as awaited
  from hub.clinics c join hub.desks d on d.clinic = c.clinic
  where c.clinic = $1 and d.clinic = $1 and d.credential = any($2::bytea[])`;

/** In seconds. */
const tenYears = 10 * 366 * 24 * 60 * 60;

/**
 * Throws `Refused` where a desk says that it knows of a generation which no clock of a hub has given. Its word begins the next one: else
 * whoever has one desk's keys begins one behind the last that can be said, and no desk reads anything of this hub any more.
 */
export function requireGiven(generation: number, standing: Pick<DeskStanding, "generation" | "now">): void {
  if (generation > Math.max(standing.generation, standing.now / 1_000 + tenYears))
    throw new Refused({ code: "invalid", path: "bytes.generation" });
}

/**
 * The clinic's database was restored: what comes from now on is of another generation, and every desk has to report. Epochs
 * leap with it (shared/clinic/log/claim-epoch.ts): seconds since 1970, or more, if the hub's clock is behind.
 */
export async function beginGeneration(
  { rows, restorations }: Transaction,
  { clinic, atLeast }: { readonly clinic: string; readonly atLeast: number },
): Promise<number> {
  const [row] = await rows<{ generation: number }>(
    `update hub.clinics set restorations = $2,
       generation = greatest(generation + 1, $3::bigint, extract(epoch from clock_timestamp())::bigint)
     where clinic = $1 returning generation`,
    [fromHex(clinic), await restorations, atLeast],
  );
  if (row === undefined) throw new Refused({ code: "unauthorized" });
  await rows("update hub.desks set awaited = true where clinic = $1 and removed_by is null", [
    fromHex(clinic),
  ]);
  return row.generation;
}

/** The push that removed the desk, or that answered whether it was lost; and whether that is still asked. */
async function removal(tx: Transaction, clinic: string, { desk, ...row }: Row): Promise<HubFailure> {
  const [push] = await tx.rows<{ bytes: Buffer; signature: Buffer }>(
    "select bytes, signature from hub.pushes where clinic = $1 and number = $2",
    [fromHex(clinic), row.answered_by ?? row.removed_by],
  );
  if (push === undefined) return { code: "unauthorized" };
  const { bytes, signature } = push;
  const lately = await readRecentMemberChanges(tx, clinic);
  const report = lately.reports.find((one) => one.desk === desk);
  return {
    code: "desk-removed",
    removal: { bytes: toBase64(bytes), signature: toBase64(signature), ciphertexts: [] },
    ...(report !== undefined && mustWaitForSecondReport(report, lately) && { asked: true as const }),
  };
}

/** Only a clinic that is behind is locked for it, and looked at again. */
async function caughtUp(tx: Transaction, clinic: string): Promise<void> {
  const [row] = await tx.rows<{ restorations: number }>(
    "select restorations from hub.clinics where clinic = $1 for update",
    [fromHex(clinic)],
  );
  if (row !== undefined && row.restorations < (await tx.restorations))
    await beginGeneration(tx, { clinic, atLeast: 0 });
}

export const hashCredential = (credential: string): Buffer => fromHex(computeSha256(fromBase64(credential)));

/** By the credentials' hashes, in hexadecimal digits. */
async function rowsOf(tx: Transaction, clinic: string, hashes: readonly Buffer[]): Promise<Map<string, Row>> {
  const rows = await tx.rows<Row>(find, [fromHex(clinic), hashes]);
  return new Map(rows.map((row) => [toHex(row.credential), row]));
}

/**
 * Finds desks by their credentials, in a transaction whose tenant is the clinic: each one's standing, or why it is refused: a
 * stranger, another clinic's desk, one that was removed.
 */
export async function findStandings(
  tx: Transaction,
  clinic: string,
  credentials: readonly string[],
): Promise<readonly (DeskStanding | Refused)[]> {
  const hashes = credentials.map(hashCredential);
  let rows = await rowsOf(tx, clinic, hashes);
  const restorations = await tx.restorations;
  const isRenewed = [...rows.values()].some(
    (row) => row.removed_by === null && row.restorations < restorations,
  );
  if (isRenewed) {
    await caughtUp(tx, clinic);
    rows = await rowsOf(tx, clinic, hashes);
  }
  return Promise.all(
    hashes.map(async (hash) => {
      const row = rows.get(toHex(hash));
      if (row === undefined) return new Refused({ code: "unauthorized" });
      if (row.removed_by !== null) return new Refused(await removal(tx, clinic, row));
      return standingIn(row, { clinic, isRenewed });
    }),
  );
}

const standingIn = (
  row: Row,
  of: { readonly clinic: string; readonly isRenewed: boolean },
): DeskStanding => ({
  ...of,
  desk: row.desk,
  admin: row.admin,
  publicKey: row.public_key,
  sequence: row.sequence,
  number: row.number,
  hash: toHex(row.hash),
  generation: row.generation,
  membersChangedAt: row.members_changed_at,
  awaited: row.awaited,
  stale: row.stale,
  now: row.now.getTime(),
});

/** The same of one desk. Throws `Refused`. */
export async function findStanding(
  tx: Transaction,
  { clinic, credential }: { readonly clinic: string; readonly credential: string },
): Promise<DeskStanding> {
  const [standing] = await findStandings(tx, clinic, [credential]);
  if (standing === undefined || standing instanceof Refused)
    throw standing ?? new Refused({ code: "unauthorized" });
  return standing;
}

/** The hash of the clinic's log at a number; null beyond its end. */
export async function hashAt({ rows }: Transaction, clinic: string, number: number): Promise<string | null> {
  if (number === 0) return "0".repeat(64);
  const [row] = await rows<{ hash: Buffer }>(
    "select hash from hub.pushes where clinic = $1 and number = $2",
    [fromHex(clinic), number],
  );
  return row === undefined ? null : toHex(row.hash);
}

/** Notes that the desk was heard of. The last thing in a transaction: who holds a clinic's lock may want the desk's row. */
export function noteSeen({ write }: Transaction, { clinic, desk, stale }: DeskStanding): void {
  if (!stale) return;
  write("update hub.desks set last_seen_at = now() where clinic = $1 and desk = $2", [fromHex(clinic), desk]);
}
