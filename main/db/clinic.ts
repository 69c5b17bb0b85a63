import type { Database } from "better-sqlite3-multiple-ciphers";
import { nothingAside } from "../../shared/clinic/clinic.ts";
import type {
  AsideReason,
  ChangedRecord,
  ClinicRepository,
  KeptPush,
  KnownClaim,
  KnownRecord,
} from "./clinic-types.ts";
import { prepareOnDemand } from "./on-demand.ts";

type RecordRow = Omit<KnownRecord, "dropped" | "aside"> & {
  readonly dropped: number;
  readonly aside: number;
};

/** As the column has them, from 1 on; 0: not aside. Once released, a reason keeps its number. */
const asideReasons: readonly AsideReason[] = [
  "unread",
  "large",
  "otherAccount",
  "refused",
  "newer",
  "deleted",
];
const asideNumber = (reason: AsideReason | null): number =>
  reason === null ? 0 : asideReasons.indexOf(reason) + 1;

const claim = "shared_id as sharedId, record_id as recordId, shared, desk, was";

const tables = [
  "clinics",
  "clinic_heads",
  "clinic_records",
  "clinic_claims",
  "clinic_attempts",
  "clinic_changes",
  "clinic_pushes",
] as const;

const membershipOf = (db: Database) => ({
  set: db.prepare(`insert into clinics (account_id, json) values (?, ?)
    on conflict (account_id) do update set json = excluded.json`),
  markPatients: db.prepare(`insert or ignore into clinic_changes (record_id, account_id, kind)
    select id, account_id, 'person' from patients where account_id = ?`),
  markBookings: db.prepare(`insert or ignore into clinic_changes (record_id, account_id, kind)
    select id, account_id, 'item' from items where account_id = ? and kind = 'booking'
      and status not in ('draft', 'on-hold', 'discarded')`),
  forget: tables.map((table) => db.prepare(`delete from ${table} where account_id = ?`)),
});

/** The heads stay: they tell what of the log was read before. */
const rewindOf = (db: Database) => [
  db.prepare(
    `update clinic_records set had = max(had, version), version = 0, dropped = 0, dropped_by = null
      where account_id = ?`,
  ),
  db.prepare("delete from clinic_attempts where account_id = ?"),
  db.prepare("update clinic_claims set was = coalesce(shared, was), shared = null where account_id = ?"),
];

/** As the index of what is aside answers it. */
const isRefused = `account_id = :account and aside > 0 and aside = ${asideNumber("refused")}`;

const logOf = (db: Database) => ({
  head: db
    .prepare<unknown[], string>("select hash from clinic_heads where account_id = ? and number = ?")
    .pluck(),
  addHead: db.prepare("insert or replace into clinic_heads (account_id, number, hash) values (?, ?, ?)"),
  record: db.prepare<
    unknown[],
    RecordRow
  >(`select shared_id as sharedId, record_id as recordId, kind, version,
    dropped, dropped_by as droppedBy, digest, aside, had from clinic_records
    where account_id = ? and shared_id = ?`),
  putRecord: db.prepare(`insert or replace into clinic_records
    (account_id, shared_id, record_id, kind, version, dropped, dropped_by, digest, aside, had)
    values (:account, :sharedId, :recordId, :kind, :version, :dropped, :droppedBy, :digest, :aside, :had)`),
  markFreed: [
    db.prepare(`insert or ignore into clinic_changes (record_id, account_id, kind)
      select record_id, account_id, kind from clinic_records
        where account_id = :account and dropped_by in (select value from json_each(:desks))
          and record_id is not null and kind in ('item', 'person')`),
    db.prepare(`insert or ignore into clinic_changes (record_id, account_id, kind)
      select record_id, account_id, kind from clinic_records
        where ${isRefused} and record_id is not null and kind in ('item', 'person')`),
    db.prepare(`update clinic_records set aside = 0 where ${isRefused}`),
    // What a desk knows of another's booking has no name of its own here.
    db.prepare(`insert or ignore into clinic_changes (record_id, account_id, kind)
      select record_id, account_id, 'item' from clinic_claims
        where account_id = :account and record_id is not null and exists (select 1 from clinic_records
          where account_id = :account and dropped_by in (select value from json_each(:desks)) and kind = 'answer')`),
  ],
  markLost: [
    db.prepare(`insert or ignore into clinic_changes (record_id, account_id, kind)
      select record_id, account_id, kind from clinic_records
        where account_id = ? and had > version and record_id is not null and kind in ('item', 'person')`),
    db.prepare(`insert or ignore into clinic_changes (record_id, account_id, kind)
      select record_id, account_id, 'item' from clinic_claims where account_id = ? and record_id is not null`),
    db.prepare("update clinic_records set had = 0 where account_id = ? and had > 0"),
  ],
  aside: db.prepare<unknown[], { aside: number; count: number }>(
    "select aside, count(*) as count from clinic_records where account_id = ? and aside > 0 group by aside",
  ),
  claim: db.prepare<unknown[], KnownClaim>(
    `select ${claim} from clinic_claims where account_id = ? and shared_id = ?`,
  ),
  claimOf: db.prepare<unknown[], KnownClaim>(
    `select ${claim} from clinic_claims where record_id = ? and account_id = ?`,
  ),
  claims: db.prepare<unknown[], KnownClaim>(`select ${claim} from clinic_claims where account_id = ?`),
  // From what is discarded here to its claims: of those there are as many as the clinic ever made, and ghosts leave one by one.
  discarded: db
    .prepare<unknown[], string>(`select c.record_id from items i
      cross join clinic_claims c on c.record_id = i.id and c.account_id = :account
      where i.account_id = :account and i.status = 'discarded' and json_valid(c.shared)
        and json_extract(c.shared, '$.ended') in ('discarded', 'edited')
        and (json_extract(c.shared, '$.maker') = :maker or json_extract(c.shared, '$.wasDone'))
        and json_extract(c.shared, '$.holder') in (select value from json_each(:desks))`)
    .pluck(),
  // Rarely, and never while somebody waits: when a desk is known as lost.
  told: db.prepare<unknown[], KnownClaim>(`select ${claim} from clinic_claims
    where account_id = :account and json_valid(shared) and (
      exists (select 1 from json_each(shared, '$.answers') a
        where json_extract(a.value, '$.desk') in (select value from json_each(:desks)))
      or exists (select 1 from json_each(shared, '$.canceledBy') a
        where json_extract(a.value, '$.desk') in (select value from json_each(:desks))))`),
  saidBooked: db
    .prepare<unknown[], string>(`select shared_id from clinic_claims
      where account_id = :account and json_valid(shared) and json_extract(shared, '$.ended') = 'booked'
        and exists (select 1 from json_each(shared, '$.bookedBy') a
          where json_extract(a.value, '$.desk') in (select value from json_each(:desks)))`)
    .pluck(),
  putClaim: db.prepare(`insert or replace into clinic_claims
    (account_id, shared_id, record_id, shared, desk, was)
    values (:account, :sharedId, :recordId, :shared, :desk, :was)`),
  itemsWith: db
    .prepare<unknown[], string>(
      "select shared_id from clinic_attempts where account_id = ? and attempt = ? order by shared_id",
    )
    .pluck(),
  attemptAt: db
    .prepare<unknown[], string>("select min(at) from clinic_attempts where account_id = ? and attempt = ?")
    .pluck(),
  addAttempt: db.prepare(`insert or ignore into clinic_attempts (account_id, attempt, shared_id, at)
    values (:account, :attempt, :sharedId, :at)`),
  removeAttempt: db.prepare(
    "delete from clinic_attempts where account_id = ? and attempt = ? and shared_id = ?",
  ),
});

const ownOf = (db: Database) => ({
  changes: db.prepare<unknown[], ChangedRecord>(`select record_id as recordId, kind from clinic_changes
    where account_id = ? limit ?`),
  count: db.prepare<unknown[], number>("select count(*) from clinic_changes where account_id = ?").pluck(),
  has: db.prepare<unknown[], number>("select 1 from clinic_changes where record_id = ?").pluck(),
  hasPatient: db
    .prepare<unknown[], number>(
      "select 1 from clinic_changes where account_id = ? and kind = 'person' limit 1",
    )
    .pluck(),
  add: db.prepare(`insert or ignore into clinic_changes (record_id, account_id, kind)
    values (:recordId, :account, :kind)`),
  done: db.prepare("delete from clinic_changes where record_id = ?"),
  waiting: db.prepare<unknown[], KeptPush>(`select sequence, digest, json from clinic_pushes
    where account_id = ? and json is not null order by sequence desc limit 1`),
  put: db.prepare(`insert or replace into clinic_pushes (account_id, sequence, digest, json)
    values (:account, :sequence, :digest, :json)`),
  signed: db
    .prepare<unknown[], number>("select 1 from clinic_pushes where account_id = ? and digest = ?")
    .pluck(),
});

/** What a clinic's desk keeps, in the database. */
export function createClinicRepository(db: Database): ClinicRepository {
  const get = db.prepare<unknown[], string>("select json from clinics where account_id = ?").pluck();
  const membership = prepareOnDemand(db, membershipOf);
  const rewind = prepareOnDemand(db, rewindOf);
  const log = prepareOnDemand(db, logOf);
  const own = prepareOnDemand(db, ownOf);
  return {
    get: (account) => get.get(account) ?? null,
    set: (account, json) => {
      const isNew = get.get(account) === undefined;
      membership().set.run(account, json);
      if (!isNew) return;
      membership().markPatients.run(account);
      membership().markBookings.run(account);
    },
    forget: (account) => {
      for (const statement of membership().forget) statement.run(account);
    },
    rewind: (account) => {
      for (const statement of rewind()) statement.run(account);
    },
    heads: {
      get: (account, number) => log().head.get(account, number) ?? null,
      add: (account, number, hash) => void log().addHead.run(account, number, hash),
    },
    records: {
      get: (account, sharedId) => {
        const row = log().record.get(account, sharedId);
        return row === undefined
          ? null
          : { ...row, dropped: row.dropped === 1, aside: asideReasons[row.aside - 1] ?? null };
      },
      put: (account, { dropped, aside, ...record }) =>
        void log().putRecord.run({ ...record, account, dropped: dropped ? 1 : 0, aside: asideNumber(aside) }),
      markLost: (account) => {
        for (const statement of log().markLost) statement.run(account);
      },
      markFreed: (account, desks) => {
        for (const statement of log().markFreed) statement.run({ account, desks: JSON.stringify(desks) });
      },
      asideCounts: (account) => {
        const counts = { ...nothingAside };
        for (const { aside, count } of log().aside.all(account))
          counts[asideReasons[aside - 1] ?? "unread"] += count;
        return counts;
      },
    },
    claims: {
      get: (account, sharedId) => log().claim.get(account, sharedId) ?? null,
      of: (account, recordId) => log().claimOf.get(recordId, account) ?? null,
      put: (account, kept) => void log().putClaim.run({ ...kept, account }),
      all: (account) => log().claims.all(account),
      discardedBy: (account, { desks, maker }) =>
        log().discarded.all({ account, desks: JSON.stringify(desks), maker }),
      bookedBy: (account, desks) =>
        desks.length === 0 ? [] : log().saidBooked.all({ account, desks: JSON.stringify(desks) }),
      toldBy: (account, desks) =>
        desks.length === 0 ? [] : log().told.all({ account, desks: JSON.stringify(desks) }),
    },
    attempts: {
      itemsWith: (account, attempt) => log().itemsWith.all(account, attempt),
      add: (account, known) => void log().addAttempt.run({ ...known, account }),
      remove: (account, attempt, sharedId) => void log().removeAttempt.run(account, attempt, sharedId),
      at: (account, attempt) => log().attemptAt.get(account, attempt) ?? null,
    },
    changes: {
      list: (account, limit) => own().changes.all(account, limit),
      count: (account) => own().count.get(account) ?? 0,
      has: (recordId) => own().has.get(recordId) !== undefined,
      hasPatient: (account) => own().hasPatient.get(account) !== undefined,
      add: (account, changed) => void own().add.run({ ...changed, account }),
      done: (recordId) => void own().done.run(recordId),
    },
    pushes: {
      waiting: (account) => own().waiting.get(account) ?? null,
      put: (account, push) => void own().put.run({ ...push, account }),
      answered: (account, push) => void own().put.run({ ...push, account, json: null }),
      wasSigned: (account, digest) => own().signed.get(account, digest) !== undefined,
    },
  };
}
