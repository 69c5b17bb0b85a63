-- Up Migration
-- The desk that made it. Unknown of addresses from before.
alter table hub.notice_addresses add column made_by uuid;

-- Whether whoever removed the desk said that it was lost, and what was answered where that was asked. Of desks from before, it is filled in from
-- the log, as is who let them in (from-log.ts).
alter table hub.desks add column lost boolean, add column answer boolean;

-- The desk that dropped it. Unknown of records from before.
alter table hub.records add column dropped_by uuid;
