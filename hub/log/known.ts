import type { Entry } from "../../shared/hub-api/entries.ts";
import { toBase64, fromHex, toHex } from "../clinic/bytes.ts";
import { readRecentMemberChanges } from "../clinic/lately.ts";
import type { Transaction } from "../database/database.ts";
import type { EntryAddress, LogView } from "../../shared/clinic/log/apply.ts";
import type { LogItem } from "../../shared/clinic/log/item.ts";
import { nothingLately } from "../../shared/clinic/log/losses.ts";
import type { LogDesk } from "../../shared/clinic/log/members.ts";
import type { RecordState } from "../../shared/clinic/log/records.ts";

/** Reads what the hub knows of all that a push names, and no more. */

type Named = {
  readonly records: readonly string[];
  readonly items: readonly string[];
  readonly attempts: readonly string[];
  readonly addresses: readonly string[];
};

function namedBy(entries: readonly Entry[]): Named {
  const records = new Set<string>();
  const items = new Set<string>();
  const attempts = new Set<string>();
  const addresses = new Set<string>();
  for (const entry of entries) {
    if ("record" in entry) records.add(entry.record);
    if ("item" in entry) items.add(entry.item);
    if ("draft" in entry) items.add(entry.draft);
    if (entry.type === "outcome") attempts.add(entry.attempt);
    if ("address" in entry) addresses.add(entry.address);
    // No desk comes under a name that something else has.
    if (entry.type === "member-added") records.add(entry.desk);
  }
  // A record may be an item, and an item has its record.
  const both = [...new Set([...records, ...items])];
  return { records: both, items: both, attempts: [...attempts], addresses: [...addresses] };
}

type DeskRow = {
  desk: string;
  admin: boolean;
  public_key: Buffer;
  recipient: string;
  credential: Buffer;
  awaited: boolean;
  removed_by: number | null;
  answered_by: number | null;
  added_by: string | null;
  added_at: Date | null;
};

const deskOf = (row: DeskRow): LogDesk => ({
  desk: row.desk,
  admin: row.admin,
  publicKey: toBase64(row.public_key),
  recipient: row.recipient,
  credential: toHex(row.credential),
  awaited: row.awaited,
  removedBy: row.removed_by,
  answeredBy: row.answered_by,
  letIn:
    row.added_by === null || row.added_at === null ? null : { by: row.added_by, at: row.added_at.getTime() },
});

/** All desks of a clinic, removed ones too. */
export async function readDesks({ rows }: Transaction, clinic: string): Promise<Map<string, LogDesk>> {
  const found = await rows<DeskRow>(
    `select d.desk, d.admin, d.public_key, d.recipient, d.credential, d.awaited, d.removed_by, d.answered_by,
         a.desk as added_by, a.received_at as added_at
       from hub.desks d left join hub.pushes a on a.clinic = $1 and a.number = d.added_by
       where d.clinic = $1 order by d.desk`,
    [fromHex(clinic)],
  );
  return new Map(found.map((row) => [row.desk, deskOf(row)]));
}

type ItemRow = Omit<LogItem, "sharedIn" | "decidedIn" | "mustDecide"> & {
  shared_in: number;
  decided_in: number | null;
  must_decide: boolean;
};
/** By one array, which the index answers: with an "or" between two, all items of the clinic are read. */
async function itemsOf(
  { rows }: Transaction,
  clinic: Buffer,
  { items, attempts }: Named,
): Promise<Map<string, LogItem>> {
  const found = await rows<ItemRow>(
    `select item, maker, holder, epoch, shared_in, decided_in, must_decide, ended,
        (select coalesce(jsonb_agg(jsonb_build_object('attempt', a.attempt, 'desk', a.desk, 'state', a.state,
             'named', a.named, 'inherited', a.inherited) order by a.place), '[]')
           from hub.attempts a where a.clinic = $1 and a.item = i.item) as attempts
       from hub.items i
      where clinic = $1 and item = any($2::uuid[]
        || array(select item from hub.attempts where clinic = $1 and attempt = any($3::uuid[])))`,
    [clinic, items, attempts],
  );
  return new Map(
    found.map(({ shared_in, decided_in, must_decide, ...row }) => [
      row.item,
      {
        ...row,
        sharedIn: shared_in,
        decidedIn: decided_in,
        mustDecide: must_decide,
      },
    ]),
  );
}

/** Who is a member says nothing of a record that is no item. */
const needsDesks = ({ type }: Entry): boolean => type !== "record";

async function addressesOf({ rows }: Transaction, clinic: Buffer, { addresses }: Named) {
  if (addresses.length === 0)
    return { addresses: new Map<string, EntryAddress>(), hasNoticeRecipient: false };
  const [found, made, [row]] = await Promise.all([
    rows<EntryAddress>(
      `select address, retired, made_by as by from hub.notice_addresses
        where clinic = $1 and address = any($2::uuid[])`,
      [clinic, addresses],
    ),
    rows<{ by: string; count: number }>(
      `select made_by as by, count(*)::integer as count from hub.notice_addresses
        where clinic = $1 and made_by is not null group by made_by`,
      [clinic],
    ),
    rows<{ recipient: string | null }>(
      "select notice_recipient as recipient from hub.clinics where clinic = $1",
      [clinic],
    ),
  ]);
  return {
    addresses: new Map(found.map((one) => [one.address, one])),
    addressesOf: new Map(made.map(({ by, count }) => [by, count])),
    hasNoticeRecipient: (row?.recipient ?? null) !== null,
  };
}

async function recordsOf({ rows }: Transaction, clinic: Buffer, { records }: Named) {
  if (records.length === 0) return new Map<string, RecordState>();
  const found = await rows<RecordState & { dropped_by: string | null }>(
    "select record, version, dropped, dropped_by from hub.records where clinic = $1 and record = any($2::uuid[])",
    [clinic, records],
  );
  return new Map(
    found.map(({ dropped_by, ...row }) => [row.record, { ...row, droppedBy: dropped_by ?? undefined }]),
  );
}

/**
 * In a transaction of that clinic, behind its lock. One round trip, and a second one for a push of records alone that names an item: its holder may
 * be removed.
 */
export async function readKnown(
  tx: Transaction,
  clinic: string,
  entries: readonly Entry[],
): Promise<LogView> {
  const named = namedBy(entries);
  const key = fromHex(clinic);
  const [asked, records, items, addresses, lately] = await Promise.all([
    entries.some(needsDesks) ? readDesks(tx, clinic) : null,
    recordsOf(tx, key, named),
    named.items.length === 0 ? new Map<string, LogItem>() : itemsOf(tx, key, named),
    addressesOf(tx, key, named),
    entries.some(({ type }) => type === "member-removed")
      ? readRecentMemberChanges(tx, clinic)
      : nothingLately,
  ]);
  const desks = asked ?? (items.size > 0 ? await readDesks(tx, clinic) : new Map<string, LogDesk>());
  return { desks, records, items, ...addresses, lately };
}
