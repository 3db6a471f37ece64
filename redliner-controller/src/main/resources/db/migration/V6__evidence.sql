-- Portable between H2 and PostgreSQL: no partial index, no ON CONFLICT, no RETURNING.

-- Where the run stood after the event: a replay that comes to anything else is not believed.
alter table run_event add column outcome varchar(100) default '' not null;

-- When the last event of a run that is over was deleted; null while it has its events.
alter table run add column events_deleted_at timestamp with time zone;

create index run_by_end on run (ended_at);
create index run_by_service on run (service, state, started_at);
