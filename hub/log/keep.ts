import { computeNextHash, fromBase64, fromHex } from "../clinic/bytes.ts";
import { Refused, type Transaction } from "../database/database.ts";
import type { Changes, LogView } from "../../shared/clinic/log/apply.ts";
import type { LogAttempt, LogItem } from "../../shared/clinic/log/item.ts";
import { isMemberChange } from "../../shared/clinic/log/members.ts";
import type { ParsedPush } from "./read-push.ts";

/** Where a push is to stand: behind that hash, under that number; and what was known of what it names. */
export type KeptPlace = {
  readonly known: Pick<LogView, "items">;
  readonly clinic: string;
  readonly number: number;
  readonly before: string;
  readonly generation: number;
};

const json = (rows: readonly object[]): string => JSON.stringify(rows);

function keepRecords({ write }: Transaction, clinic: Buffer, { records }: Changes): void {
  const all = [...records.values()];
  if (all.length === 0) return;
  write(
    `insert into hub.records (clinic, record, version, dropped, dropped_by)
       select $1, r.record, r.version, r.dropped, r."droppedBy"
         from jsonb_to_recordset($2::jsonb) as r (record uuid, version integer, dropped boolean, "droppedBy" uuid)
     on conflict (clinic, record) do update set version = excluded.version, dropped = excluded.dropped,
       dropped_by = excluded.dropped_by`,
    [clinic, json(all)],
  );
  const dropped = all.filter((one) => one.dropped).map(({ record }) => record);
  if (dropped.length > 0)
    write("update hub.ciphertexts set bytes = null where clinic = $1 and record = any($2::uuid[])", [
      clinic,
      dropped,
    ]);
}

/**
 * Attempts that are another than before, and those that are kept no more. What stays the same is not written again with each push. What was
 * forgotten and heard of anew within the push is the last, as it is at the desks: it goes and comes again.
 */
function changedAttempts(items: readonly LogItem[], before: LogView["items"]) {
  const [changed, gone]: [(LogAttempt & { item: string })[], { item: string; attempt: string }[]] = [[], []];
  for (const { item, attempts } of items) {
    const earlier = before.get(item)?.attempts ?? [];
    const same = new Set(earlier);
    const places = new Map(earlier.map(({ attempt }, place) => [attempt, place]));
    let reached = 0;
    for (const one of attempts) {
      if (!same.has(one)) changed.push({ ...one, item });
      const place = places.get(one.attempt);
      if (place === undefined || place < reached) continue;
      reached = place + 1;
      places.delete(one.attempt);
    }
    for (const attempt of places.keys()) gone.push({ item, attempt });
  }
  return { changed, gone };
}

function keepItems(
  { write }: Transaction,
  clinic: Buffer,
  { items }: Changes,
  before: LogView["items"],
): void {
  const all = [...items.values()];
  if (all.length === 0) return;
  write(
    `insert into hub.items (clinic, item, maker, holder, epoch, shared_in, decided_in, must_decide, ended)
       select $1, i.item, i.maker, i.holder, i.epoch, i."sharedIn", i."decidedIn", i."mustDecide", i.ended
         from jsonb_to_recordset($2::jsonb) as i (item uuid, maker uuid, holder uuid, epoch bigint,
           "sharedIn" bigint, "decidedIn" bigint, "mustDecide" boolean, ended text)
     on conflict (clinic, item) do update set holder = excluded.holder, epoch = excluded.epoch,
       decided_in = excluded.decided_in, must_decide = excluded.must_decide, ended = excluded.ended`,
    [clinic, json(all)],
  );
  const { changed, gone } = changedAttempts(all, before);
  if (gone.length > 0)
    write(
      `delete from hub.attempts a using jsonb_to_recordset($2::jsonb) as g (item uuid, attempt uuid)
         where a.clinic = $1 and a.item = g.item and a.attempt = g.attempt`,
      [clinic, json(gone)],
    );
  if (changed.length === 0) return;
  write(
    `insert into hub.attempts (clinic, item, attempt, desk, state, named, inherited)
       select $1, a.item, a.attempt, a.desk, a.state, a.named, a.inherited
         from rows from (jsonb_to_recordset($2::jsonb) as (item uuid, attempt uuid, desk uuid, state text,
           named boolean, inherited boolean)) with ordinality
           as a (item, attempt, desk, state, named, inherited, nth)
         order by a.nth
     on conflict (clinic, item, attempt) do update set desk = excluded.desk, state = excluded.state,
       named = excluded.named, inherited = excluded.inherited`,
    [clinic, json(changed)],
  );
}

/** What a push says of a desk's going; where it says more, the last word is the one that counts. */
function isLost({ signed: { entries } }: ParsedPush, of: string): boolean {
  const word = entries.findLast((entry) => entry.type === "member-removed" && entry.desk === of);
  return word?.type === "member-removed" && word.lost;
}

function keepDesks(
  { write }: Transaction,
  {
    clinic,
    desks,
    read,
    number,
  }: { clinic: Buffer; desks: Changes["desks"]; read: ParsedPush; number: number },
): void {
  for (const one of desks.values()) {
    const { desk, admin, publicKey, recipient, credential, awaited, removedBy, answeredBy } = one;
    write(
      `insert into hub.desks
           (clinic, desk, admin, public_key, recipient, credential, awaited, removed_by, answered_by, added_by, lost, answer)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
       on conflict (clinic, desk) do update set admin = excluded.admin, recipient = excluded.recipient,
         credential = excluded.credential, awaited = excluded.awaited, removed_by = excluded.removed_by,
         answered_by = excluded.answered_by, lost = coalesce(excluded.lost, hub.desks.lost),
         answer = coalesce(excluded.answer, hub.desks.answer)`,
      [
        clinic,
        desk,
        admin,
        fromBase64(publicKey),
        recipient,
        fromHex(credential),
        awaited,
        removedBy,
        answeredBy,
        number,
        removedBy === number ? isLost(read, desk) : null,
        answeredBy === number ? isLost(read, desk) : null,
      ],
    );
  }
}

/** A token's hash is a tenant of its own, which leads to the clinic. */
async function keepAddresses(
  tx: Transaction,
  clinic: string,
  { addresses, tokens, noticeRecipient }: Changes,
) {
  const key = fromHex(clinic);
  if (noticeRecipient !== null)
    tx.write("update hub.clinics set notice_recipient = $2 where clinic = $1", [key, noticeRecipient]);
  for (const { address, retired, by } of addresses.values())
    tx.write(
      `insert into hub.notice_addresses (clinic, address, retired, made_by) values ($1, $2, $3, $4)
       on conflict (clinic, address) do update set retired = excluded.retired`,
      [key, address, retired, by],
    );
  for (const [address, token] of tokens) {
    await tx.become(token);
    const made = await tx.rows(
      `insert into hub.notice_routes (route, clinic, address) values ($1, $2, $3)
       on conflict (route) do nothing returning address`,
      [fromHex(token), key, address],
    );
    if (made.length === 0) throw new Refused({ code: "taken", entry: 0 });
  }
  if (tokens.size > 0) await tx.become(clinic);
}

/** The push, its desk's count, the clinic's head. */
const push = `with kept as (
    insert into hub.pushes (clinic, number, hash, desk, sequence, generation, bytes, signature)
      values ($1, $2, $3, $4, $5, $6, $7, $8)),
  counted as (update hub.desks set sequence = $5, last_seen_at = now() where clinic = $1 and desk = $4)
  update hub.clinics set number = $2, hash = $3,
    members_changed_at = case when $9 then $2 else members_changed_at end where clinic = $1`;

function keepPush(
  { write }: Transaction,
  read: ParsedPush,
  place: KeptPlace & { readonly hash: string },
): void {
  const { signed, bytes, signature } = read;
  const { clinic, number, hash, generation } = place;
  const { desk, sequence, entries } = signed;
  write(push, [
    fromHex(clinic),
    number,
    fromHex(hash),
    desk,
    sequence,
    generation,
    bytes,
    signature,
    entries.some(isMemberChange),
  ]);
}

function keepCiphertexts(
  { write }: Transaction,
  { ciphertexts }: ParsedPush,
  { clinic, number }: KeptPlace,
): void {
  if (ciphertexts.length === 0) return;
  write(
    `insert into hub.ciphertexts (clinic, number, place, record, size, bytes)
       select $1, $2, c.place - 1, c.record, length(c.bytes), c.bytes
         from unnest($3::uuid[], $4::bytea[]) with ordinality as c (record, bytes, place)`,
    [fromHex(clinic), number, ciphertexts.map(({ record }) => record), ciphertexts.map((one) => one.bytes)],
  );
}

/** Writes a push and what it changes, and moves the clinic's head, in the round trip of the commit. Answers the log's new hash. */
export async function storePush(
  tx: Transaction,
  read: ParsedPush,
  changes: Changes,
  place: KeptPlace,
): Promise<string> {
  const clinic = fromHex(place.clinic);
  const hash = computeNextHash(place.before, read.bytes);
  keepDesks(tx, { clinic, desks: changes.desks, read, number: place.number });
  keepCiphertexts(tx, read, place);
  keepRecords(tx, clinic, changes);
  keepItems(tx, clinic, changes, place.known.items);
  await keepAddresses(tx, place.clinic, changes);
  keepPush(tx, read, { ...place, hash });
  return hash;
}
