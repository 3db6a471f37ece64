-- The last good copies of the calendars that schedules refer to. They outlive controllers and their sources.
create table calendar (
  name varchar(63) primary key,
  -- counts up with each change of the text
  revision bigint not null,
  -- null: it was never read
  text text,
  sha256 varchar(64),
  read_at timestamp with time zone,
  changed_at timestamp with time zone,
  -- why the newest attempt to read it failed; empty if it did not
  problem text not null,
  failing_since timestamp with time zone
);
