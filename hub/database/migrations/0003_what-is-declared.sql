-- Up Migration
-- What the operator declares of replication (decision 98), and when this database was last noted as a restored one.
alter table hub.identity
  add column synchronous boolean not null default false,
  add column restored_at timestamptz;
