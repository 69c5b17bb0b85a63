import type { Entry } from "../../shared/hub-api/entries.ts";
import type { HubFailure } from "../../shared/hub-api/failure.ts";
import type { Pushed } from "../../shared/hub-api/routes.ts";
import type { Push } from "../../shared/hub-api/signed.ts";
import { fromHex, toHex, isSignatureValid } from "../clinic/bytes.ts";
import {
  beginGeneration,
  hashCredential,
  hashAt,
  requireGiven,
  type DeskStanding,
  findStanding,
} from "../clinic/standing.ts";
import { type Database, Refused, type Transaction } from "../database/database.ts";
import { applyPush, type LogView } from "../../shared/clinic/log/apply.ts";
import { confirmAgain } from "../../shared/clinic/log/claims.ts";
import { listAwaited, isMemberChange, findOutdatedRing } from "../../shared/clinic/log/members.ts";
import type { RuleRefusal } from "../../shared/clinic/log/refusal.ts";
import { storePush } from "./keep.ts";
import { readKnown } from "./known.ts";
import { type ParsedPush, parsePush } from "./read-push.ts";

export type Asker = { readonly clinic: string; readonly credential: string };

/** What becomes of a push. A refusal that has to be kept (a new generation) is no error of the transaction. */
type Taken = { readonly pushed: Pushed } | { readonly failure: HubFailure };

const headOf = ({ number, hash }: DeskStanding) => ({ number, hash });

/** What a push is judged by, as it stands behind the clinic's lock. */
type Found = {
  readonly standing: DeskStanding;
  readonly known: LogView;
  /** The hash of the log at the number that the desk had read; null beyond its end. */
  readonly hashRead: string | null;
};

/**
 * One row lock orders a clinic's pushes: the next number is given under it, so no reader sees 7 before 6. Nobody but its desks
 * gets hold of it.
 */
const lock = ({ rows }: Transaction, { clinic, credential }: Asker): Promise<unknown> =>
  rows(
    `select from hub.clinics where clinic = $1 and exists
       (select from hub.desks where clinic = $1 and credential = $2 and removed_by is null) for update`,
    [fromHex(clinic), hashCredential(credential)],
  );

/** Each statement sees what those before it waited for, and all travel together: one round trip. */
async function find(tx: Transaction, { signed }: ParsedPush, asker: Asker): Promise<Found> {
  const [, standing, hashRead, asked] = await Promise.all([
    lock(tx, asker),
    findStanding(tx, asker),
    hashAt(tx, asker.clinic, signed.read.number),
    readKnown(tx, asker.clinic, signed.entries),
  ]);
  const known = standing.isRenewed ? await readKnown(tx, asker.clinic, signed.entries) : asked;
  return { standing, known, hashRead };
}

async function asBefore(tx: Transaction, push: ParsedPush, { standing, known }: Found): Promise<Taken> {
  const { clinic, desk, generation } = standing;
  const [row] = await tx.rows<{ number: number; hash: Buffer; bytes: Buffer }>(
    "select number, hash, bytes from hub.pushes where clinic = $1 and desk = $2 and sequence = $3",
    [fromHex(clinic), desk, push.signed.sequence],
  );
  if (row === undefined || !row.bytes.equals(push.bytes))
    return { failure: { code: "sequence-used", expected: standing.sequence + 1, head: headOf(standing) } };
  const refusal = lapsed(known, push.signed.entries, standing);
  if (refusal !== null) return { failure: refusal };
  return { pushed: { clinic, number: row.number, hash: toHex(row.hash), generation, repeated: true } };
}

/** A repeated confirmation that would be none today. */
function lapsed(
  known: LogView,
  entries: readonly Entry[],
  { desk, generation }: DeskStanding,
): HubFailure | null {
  const asking = { desk, generation, awaited: listAwaited(known.desks) };
  for (const [place, entry] of entries.entries()) {
    if (entry.type !== "confirm") continue;
    const item = known.items.get(entry.item);
    const refusal: RuleRefusal | null =
      item === undefined ? { code: "item-unknown" } : confirmAgain(item, entry, asking);
    if (refusal !== null) return { ...refusal, entry: place };
  }
  return null;
}

/** The desk has read another log than this one, or knows of a later generation: this database is older than that. */
async function differs(
  tx: Transaction,
  push: ParsedPush,
  { standing, hashRead }: Found,
): Promise<Taken | null> {
  const { read, generation } = push.signed;
  if (hashRead === read.hash && generation <= standing.generation) return null;
  const next = await beginGeneration(tx, { clinic: standing.clinic, atLeast: generation + 1 });
  return { failure: { code: "history-differs", generation: next, head: headOf(standing) } };
}

/**
 * Members are the same in every generation. Whoever says without end that the log was another begins one after the other, and
 * would keep every other desk from removing it.
 */
const isOfMembers = ({ signed: { read, entries } }: ParsedPush, { hashRead }: Found): boolean =>
  hashRead === read.hash && entries.every(isMemberChange);

async function takeNext(tx: Transaction, push: ParsedPush, found: Found): Promise<Taken> {
  const { standing, known } = found;
  const { clinic, desk, generation } = standing;
  const head = headOf(standing);
  // A desk that has not heard of the present generation cannot show that there is yet another history.
  if (push.signed.generation < generation && !isOfMembers(push, found))
    return { failure: { code: "generation-changed", generation, head } };
  const other = await differs(tx, push, found);
  if (other !== null) return other;
  const expected = standing.sequence + 1;
  if (push.signed.sequence > expected) return { failure: { code: "sequence-gap", expected, head } };
  const entry = findOutdatedRing(push.signed.entries, {
    read: push.signed.read.number,
    changedAt: standing.membersChangedAt,
  });
  if (entry !== null) return { failure: { code: "members-changed", entry } };
  const number = standing.number + 1;
  const applied = applyPush(known, push.signed.entries, { desk, generation, number, at: standing.now });
  if (!applied.ok) return { failure: applied.failure };
  const place = { clinic, number, before: standing.hash, generation, known };
  const hash = await storePush(tx, push, applied.changes, place);
  return { pushed: { clinic, number, hash, generation, repeated: false } };
}

async function take(tx: Transaction, push: ParsedPush, asker: Asker): Promise<Taken> {
  const found = await find(tx, push, asker);
  const { standing } = found;
  const { signed, bytes, signature } = push;
  if (signed.clinic !== asker.clinic || signed.desk !== standing.desk)
    return { failure: { code: "invalid", path: "bytes" } };
  if (!isSignatureValid(bytes, signature, standing.publicKey))
    return { failure: { code: "signature-invalid" } };
  requireGiven(signed.generation, standing);
  return signed.sequence <= standing.sequence ? asBefore(tx, push, found) : takeNext(tx, push, found);
}

/** Takes a desk's push into the clinic's log, wholly or not at all. Throws `Refused` with what the desk has to know. */
export async function takePush(database: Database, asker: Asker, sent: Push): Promise<Pushed> {
  const push = parsePush(sent);
  const taken = await database.durable(asker.clinic, (tx) => take(tx, push, asker));
  if ("failure" in taken) throw new Refused(taken.failure);
  const { number, hash } = taken.pushed;
  database.remember(asker.clinic, { number, hash });
  return taken.pushed;
}
