-- Up Migration
-- The tenant of a statement is set by set_config('hub.tenant', …, true) in its transaction: a clinic's id, or the SHA-256 of a token
-- or an invitation's id, which is a tenant of its own until it has led to its clinic. Unset, nothing is seen.
create function hub.tenant() returns bytea language sql stable parallel safe
  as $$ select decode(nullif(current_setting('hub.tenant', true), ''), 'hex') $$;

-- Which database this is. A backup, a copy or a promoted replica holds what the one before it wrote here.
create table hub.identity (
  one_row boolean primary key default true check (one_row),
  fingerprint text,
  restorations bigint not null default 0,
  has_clinic boolean not null default false,
  alive_at timestamptz
);
insert into hub.identity default values;

-- When no hub answered.
create table hub.absences (
  since timestamptz primary key,
  until timestamptz not null
);

create table hub.clinics (
  clinic bytea primary key,
  number bigint not null,
  hash bytea not null,
  generation bigint not null default 0,
  restorations bigint not null,
  -- The number of the last push that changed who is a member, or their keys.
  members_changed_at bigint not null default 0,
  notice_recipient text,
  notices bigint not null default 0,
  created_at timestamptz not null default now()
);

create table hub.desks (
  clinic bytea not null,
  desk uuid not null,
  admin boolean not null,
  public_key bytea not null,
  recipient text not null,
  credential bytea not null,
  sequence bigint not null default 0,
  awaited boolean not null default false,
  removed_by bigint,
  last_seen_at timestamptz,
  heartbeat bytea,
  heartbeat_signature bytea,
  primary key (clinic, desk)
);
create unique index desks_by_credential on hub.desks (clinic, credential);

create table hub.pushes (
  clinic bytea not null,
  number bigint not null,
  hash bytea not null,
  desk uuid not null,
  sequence bigint not null,
  generation bigint not null,
  received_at timestamptz not null default now(),
  bytes bytea not null,
  signature bytea not null,
  primary key (clinic, number)
);
create unique index pushes_by_sequence on hub.pushes (clinic, desk, sequence);

create table hub.ciphertexts (
  clinic bytea not null,
  number bigint not null,
  place integer not null,
  record uuid,
  size integer not null,
  bytes bytea,
  primary key (clinic, number, place)
);
alter table hub.ciphertexts alter column bytes set storage external;
create index ciphertexts_by_record on hub.ciphertexts (clinic, record) where record is not null;

create table hub.records (
  clinic bytea not null,
  record uuid not null,
  version integer not null,
  dropped boolean not null,
  primary key (clinic, record)
);

create table hub.items (
  clinic bytea not null,
  item uuid not null,
  maker uuid not null,
  holder uuid not null,
  epoch bigint not null,
  shared_in bigint not null,
  decided_in bigint,
  must_decide boolean not null,
  ended text check (ended in ('booked', 'discarded', 'edited')),
  primary key (clinic, item)
);

create table hub.attempts (
  clinic bytea not null,
  item uuid not null,
  attempt uuid not null,
  desk uuid not null,
  state text not null check (state in ('open', 'not-sent', 'refused', 'unclear', 'booked')),
  named boolean not null,
  inherited boolean not null,
  primary key (clinic, item, attempt)
);
create index attempts_by_id on hub.attempts (clinic, attempt);

create table hub.invitations (
  clinic bytea not null,
  invitation bytea not null,
  opened_at timestamptz not null default now(),
  primary key (clinic, invitation)
);

create table hub.invitation_boxes (
  route bytea primary key,
  clinic bytea not null,
  opened_at timestamptz not null default now(),
  request bytea,
  answer bytea
);

create table hub.creation_tokens (
  route bytea primary key,
  clinic bytea,
  created_at timestamptz not null default now()
);

create table hub.notice_routes (
  route bytea primary key,
  clinic bytea not null,
  address uuid not null
);

create table hub.notice_addresses (
  clinic bytea not null,
  address uuid not null,
  retired boolean not null default false,
  received bigint not null default 0,
  ignored bigint not null default 0,
  refused bigint not null default 0,
  refused_at timestamptz,
  primary key (clinic, address)
);

create table hub.notices (
  clinic bytea not null,
  number bigint not null,
  address uuid not null,
  received_at timestamptz not null,
  sealed bytea not null,
  primary key (clinic, number)
);
alter table hub.notices alter column sealed set storage external;

-- Row-level security of every table that has a tenant, for its owner too.
do $$
declare
  found record;
begin
  for found in
    select c.table_name, c.column_name
      from information_schema.columns c
     where c.table_schema = 'hub'
       and c.column_name in ('clinic', 'route')
       and c.ordinal_position = 1
  loop
    execute format('alter table hub.%I enable row level security', found.table_name);
    execute format('alter table hub.%I force row level security', found.table_name);
    execute format('create policy tenant on hub.%I using (%I = hub.tenant()) with check (%I = hub.tenant())',
      found.table_name, found.column_name, found.column_name);
  end loop;
end
$$;

-- Changes with every restore into another database or table, and with every promotion. Fails on a replica, as it has to.
create function hub.fingerprint() returns text language sql volatile as $$
  select concat_ws('.',
    (select system_identifier from pg_control_system()),
    substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8),
    (select oid from pg_database where datname = current_database()),
    'hub.identity'::regclass::oid::bigint)
$$;
