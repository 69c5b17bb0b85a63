-- Up Migration
-- The desk that made it. Unknown of addresses from before.
alter table hub.notice_addresses add column made_by uuid;
