/** Where `meta` has up to which entry the activity log was removed: its number, a slash, its hash, a slash, when. */
export const removedKey = "log-removed";

/** When a patient was first known here. As the indexed expression, word for word. */
export const patientMade = "case when json_valid(json) then json ->> '$.createdAt' end";

/**
 * What is kept for years and no longer. Bookings are counted, and looked through, in the order in which they were made.
 * `seen_at`: when a patient was seen last, by bookings that are gone. `clinic_gone`: as of when a booking went that other desks
 * may still have. The log lets go of the entries before its new beginning.
 */
export const keptForYears: readonly string[] = [
  "create index items_made on items (account_id, created_at) where kind = 'booking'",
  `create index patients_made on patients (account_id, ${patientMade})`,
  "alter table patients add column seen_at text",
  `create table clinic_gone (
    account_id text not null, record_id text not null, updated_at text not null, primary key (account_id, record_id)
  ) strict, without rowid`,
  "drop trigger audit_no_delete",
  `create trigger audit_no_delete before delete on audit
    when old.n > coalesce((select cast(value as integer) from meta where key = '${removedKey}'), 0)
    begin select raise(abort, 'the activity log is only added to'); end`,
];
