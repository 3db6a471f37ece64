-- Portable between H2 and PostgreSQL: no partial index, no ON CONFLICT, no RETURNING.

create table service (
  name varchar(63) primary key,
  revision bigint not null,
  definition text not null,
  updated_at timestamp with time zone not null,
  updated_by varchar(200)
);

-- One row for each pool that was ever measured. The token only grows.
create table pool_lock (
  pool varchar(63) primary key,
  token bigint not null,
  run_id varchar(100),
  owner varchar(200),
  owner_seen_at timestamp with time zone
);

create table run (
  id varchar(100) primary key,
  service varchar(63) not null,
  token bigint not null,
  state varchar(20) not null,
  started_at timestamp with time zone not null,
  started_by varchar(200) not null,
  ended_at timestamp with time zone,
  -- what was measured, as it was when the run began: the baseline share is journalled before the first change
  definition text not null,
  report text
);

create index run_by_start on run (started_at);

create table run_event (
  run_id varchar(100) not null,
  seq bigint not null,
  at timestamp with time zone not null,
  kind varchar(40) not null,
  payload text not null,
  primary key (run_id, seq)
);
