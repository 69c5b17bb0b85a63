/** What marks a record as changed, where its account belongs to a clinic: whatever code changed it. */
const marks = (table: "items" | "patients", on: "insert" | "update" | "delete"): string => {
  const row = on === "delete" ? "old" : "new";
  const kind = table === "items" ? "item" : "person";
  const bookings = table === "items" ? `${row}.kind = 'booking' and ` : "";
  return `create trigger clinic_${table}_${on} after ${on} on ${table}
    when ${bookings}exists (select 1 from clinics where account_id = ${row}.account_id)
    begin insert or ignore into clinic_changes (record_id, account_id, kind)
      values (${row}.id, ${row}.account_id, '${kind}'); end`;
};

/**
 * A clinic with several desks (`clinic.ts`). `clinics`: where this desk stands in its log. `clinic_heads`: the log's hash at
 * each number. `clinic_records`: which version of what is known to the log. `clinic_claims`: who may send an item, and what
 * this desk knows of its attempts. `clinic_changes`: what may have to be shared. `clinic_pushes`: said, and not yet heard.
 */
export const clinicTables: readonly string[] = [
  `create table clinics (account_id text primary key, json text not null) strict, without rowid`,
  `create table clinic_heads (
      account_id text not null, number integer not null, hash text not null, primary key (account_id, number)
    ) strict, without rowid`,
  `create table clinic_records (
      account_id text not null, shared_id text not null, record_id text, kind text not null,
      version integer not null, dropped integer not null, digest text, aside integer not null default 0,
      had integer not null default 0,
      primary key (account_id, shared_id)
    ) strict, without rowid`,
  `create table clinic_claims (
      account_id text not null, shared_id text not null, record_id text, shared text, desk text, was text,
      primary key (account_id, shared_id)
    ) strict, without rowid`,
  `create index clinic_claims_record on clinic_claims (record_id)`,
  `create table clinic_attempts (
      account_id text not null, attempt text not null, shared_id text not null, at text not null,
      primary key (account_id, attempt, shared_id)
    ) strict, without rowid`,
  `create table clinic_changes (
      record_id text primary key, account_id text not null, kind text not null
    ) strict, without rowid`,
  `create table clinic_pushes (
      account_id text not null, sequence integer not null, digest text not null, json text,
      primary key (account_id, sequence, digest)
    ) strict, without rowid`,
  ...(["insert", "update", "delete"] as const).flatMap((on) => [marks("items", on), marks("patients", on)]),
];

/**
 * Notices of the service that a hub received (`notices.ts`), in the order of their arrival here. `digest` knows one again that
 * is fetched anew; `json` is what was opened. `event`, `booking` and `problem` are what was read of it, and are read anew when
 * a person points elsewhere. `notice_pulls`: how far the hub was asked, and what it said beside.
 */
export const noticeTables: readonly string[] = [
  `create table notices (
      number integer primary key autoincrement,
      account_id text not null,
      digest text not null,
      address text not null,
      received_at text not null,
      event text,
      booking integer,
      problem text,
      seen_at text,
      json text,
      unique (account_id, digest)
    ) strict`,
  `create index notices_of_account on notices (account_id, number, event, booking, problem, seen_at)`,
  `create index notices_of_booking on notices (account_id, booking, number) where booking is not null`,
  // Who is deleted from this computer leaves no notice behind either.
  `create trigger notices_of_deleted after delete on items when old.kind = 'booking' begin
      delete from notices where account_id = old.account_id
        and booking = case when json_valid(old.json) then json_extract(old.json, '$.result.appointment.id') end; end`,
  `create table notice_pulls (account_id text primary key, json text not null) strict, without rowid`,
];

/** The notices of who is deleted stay known by their digests alone: a hub that was put back gives all of them once more. */
export const goneNotices: readonly string[] = [
  `create table notices_gone (
      account_id text not null, digest text not null, primary key (account_id, digest)
    ) strict, without rowid`,
  `drop trigger notices_of_deleted`,
  `create trigger notices_of_deleted after delete on items when old.kind = 'booking' begin
      insert or ignore into notices_gone select account_id, digest from notices where account_id = old.account_id
        and booking = case when json_valid(old.json) then json_extract(old.json, '$.result.appointment.id') end;
      delete from notices where account_id = old.account_id
        and booking = case when json_valid(old.json) then json_extract(old.json, '$.result.appointment.id') end; end`,
];
