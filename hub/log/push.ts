import type { Entry } from "../../contract/hub/entries.ts";
import type { HubFailure } from "../../contract/hub/failure.ts";
import type { Pushed } from "../../contract/hub/routes.ts";
import type { Push } from "../../contract/hub/signed.ts";
import { fromHex, hex, isSigned } from "../clinic/bytes.ts";
import { beginGeneration, hashAt, type Standing, standingOf } from "../clinic/standing.ts";
import { type Database, Refused, type Transaction } from "../database/database.ts";
import { applyPush } from "../../domain/clinic/apply.ts";
import { stillConfirmed } from "../../domain/clinic/claims.ts";
import { awaitedOf } from "../../domain/clinic/members.ts";
import type { Refusal } from "../../domain/clinic/refusal.ts";
import { keep } from "./keep.ts";
import { knownOf } from "./known.ts";
import { type ReadPush, readPush } from "./read-push.ts";

export type Asker = { readonly clinic: string; readonly credential: string };

/** What becomes of a push. A refusal that has to be kept (a new generation) is no error of the transaction. */
type Taken = { readonly pushed: Pushed } | { readonly failure: HubFailure };

const headOf = ({ number, hash }: Standing) => ({ number, hash });

/** One row lock orders a clinic's pushes: the next number is given under it, so no reader sees 7 before 6. */
async function lock({ rows }: Transaction, clinic: string): Promise<void> {
  await rows("select from hub.clinics where clinic = $1 for update", [fromHex(clinic)]);
}

async function asBefore(tx: Transaction, push: ReadPush, standing: Standing): Promise<Taken> {
  const { clinic, desk, generation } = standing;
  const [row] = await tx.rows<{ number: number; hash: Buffer; bytes: Buffer }>(
    "select number, hash, bytes from hub.pushes where clinic = $1 and desk = $2 and sequence = $3",
    [fromHex(clinic), desk, push.signed.sequence],
  );
  if (row === undefined || !row.bytes.equals(push.bytes))
    return { failure: { code: "sequence-used", expected: standing.sequence + 1, head: headOf(standing) } };
  const refusal = await lapsed(tx, push.signed.entries, standing);
  if (refusal !== null) return { failure: refusal };
  return { pushed: { clinic, number: row.number, hash: hex(row.hash), generation, repeated: true } };
}

/** A repeated confirmation that would be none today. */
async function lapsed(
  tx: Transaction,
  entries: readonly Entry[],
  { clinic, desk, generation }: Standing,
): Promise<HubFailure | null> {
  if (!entries.some(({ type }) => type === "confirm")) return null;
  const known = await knownOf(tx, clinic, entries);
  const asking = { desk, generation, awaited: awaitedOf(known.desks) };
  for (const [place, entry] of entries.entries()) {
    if (entry.type !== "confirm") continue;
    const item = known.items.get(entry.item);
    const refusal: Refusal | null =
      item === undefined ? { code: "item-unknown" } : stillConfirmed(item, entry, asking);
    if (refusal !== null) return { ...refusal, entry: place };
  }
  return null;
}

/** The desk has read another log than this one, or knows of a later generation: this database is older than that. */
async function differs(tx: Transaction, push: ReadPush, standing: Standing): Promise<Taken | null> {
  const { read, generation } = push.signed;
  const hash = await hashAt(tx, standing, read.number);
  if (hash === read.hash && generation <= standing.generation) return null;
  const next = await beginGeneration(tx, { clinic: standing.clinic, atLeast: generation + 1 });
  return { failure: { code: "history-differs", generation: next, head: headOf(standing) } };
}

async function takeNext(tx: Transaction, push: ReadPush, standing: Standing): Promise<Taken> {
  const { clinic, desk, generation } = standing;
  const head = headOf(standing);
  // A desk that has not heard of the present generation cannot show that there is yet another history.
  if (push.signed.generation < generation)
    return { failure: { code: "generation-changed", generation, head } };
  const other = await differs(tx, push, standing);
  if (other !== null) return other;
  const expected = standing.sequence + 1;
  if (push.signed.sequence > expected) return { failure: { code: "sequence-gap", expected, head } };
  const number = standing.number + 1;
  const known = await knownOf(tx, clinic, push.signed.entries);
  const applied = applyPush(known, push.signed.entries, { desk, generation, number });
  if (!applied.ok) return { failure: applied.failure };
  const hash = await keep(tx, push, applied.changes, { clinic, number, before: standing.hash, generation });
  return { pushed: { clinic, number, hash, generation, repeated: false } };
}

async function take(tx: Transaction, push: ReadPush, asker: Asker): Promise<Taken> {
  const first = await standingOf(tx, asker);
  const { signed, bytes, signature } = push;
  if (signed.clinic !== asker.clinic || signed.desk !== first.desk)
    return { failure: { code: "invalid", path: "bytes" } };
  if (!isSigned(bytes, signature, first.publicKey)) return { failure: { code: "signature-invalid" } };
  await lock(tx, asker.clinic);
  // As it stands behind the lock.
  const standing = await standingOf(tx, asker);
  return signed.sequence <= standing.sequence ? asBefore(tx, push, standing) : takeNext(tx, push, standing);
}

/** Takes a desk's push into the clinic's log, wholly or not at all. Throws `Refused` with what the desk has to know. */
export async function takePush(database: Database, asker: Asker, sent: Push): Promise<Pushed> {
  const push = readPush(sent);
  const taken = await database.transaction(asker.clinic, (tx) => take(tx, push, asker));
  if ("failure" in taken) throw new Refused(taken.failure);
  return taken.pushed;
}
