-- Portable between H2 and PostgreSQL: no partial index, no ON CONFLICT, no RETURNING.

-- Append-only: nothing here is ever updated or deleted, so the application's user may be granted only insert and select.
-- Entries are numbered from 1 without a gap; each hash covers the entry and the hash before it.
create table audit_entry (
  seq bigint primary key,
  -- of the entry itself, so that one which was sent twice is written once
  id varchar(36) not null unique,
  at timestamp with time zone not null,
  who varchar(400) not null,
  action varchar(60) not null,
  subject varchar(400) not null,
  value_before text not null,
  value_after text not null,
  why text not null,
  previous_hash char(64) not null,
  hash char(64) not null
);

create index audit_entry_by_subject on audit_entry (subject);

-- One row for all controllers.
create table safety_lever (
  id integer primary key,
  engaged boolean not null,
  who varchar(400) not null,
  why text not null,
  since timestamp with time zone not null
);

insert into safety_lever (id, engaged, who, why, since) values (1, false, '', '', timestamp '2000-01-01 00:00:00');
