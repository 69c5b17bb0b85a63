-- Up Migration
-- The place of an attempt among those of its item, as the desks have it: the earliest that came to nothing is forgotten first, at the hub and
-- at each desk. Of attempts from before, the order is the one that the table has.
alter table hub.attempts add column place bigint not null generated always as identity;
