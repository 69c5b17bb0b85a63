-- Up Migration
-- The numbers of the pushes that let the desk in, and that answered whether it was lost. Unknown of desks from before.
alter table hub.desks add column added_by bigint, add column answered_by bigint;
