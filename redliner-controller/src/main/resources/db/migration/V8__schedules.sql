create table schedule (
  name varchar(63) primary key,
  revision bigint not null,
  definition text not null,
  paused boolean not null,
  -- what was due until then is a row of table firing
  considered_until timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  updated_by varchar(200)
);

-- A schedule fires once for each slot: the key holds that whatever the controllers do.
create table firing (
  schedule varchar(63) not null,
  -- the local date and time, such as 2026-12-01T02:30
  slot varchar(16) not null,
  service varchar(63) not null,
  due_at timestamp with time zone not null,
  -- a run that has not begun until then does not begin
  begin_by timestamp with time zone not null,
  -- WAITING, STARTED or SKIPPED
  state varchar(10) not null,
  reason text not null,
  -- set before a start is attempted and cleared when it did not succeed, so that a controller that died is noticed
  attempted_at timestamp with time zone,
  decided_at timestamp with time zone,
  run_id varchar(100),
  primary key (schedule, slot)
);

create index firing_by_state on firing (state);
create index firing_by_due on firing (due_at);
create index firing_by_decision on firing (decided_at);

-- The table of db-scheduler: one row, which says when schedules are looked at next and which controller does it.
create table scheduler_task (
  task_name varchar(100) not null,
  task_instance varchar(100) not null,
  task_data bytea,
  execution_time timestamp with time zone not null,
  picked boolean not null,
  picked_by varchar(200),
  last_success timestamp with time zone,
  last_failure timestamp with time zone,
  consecutive_failures integer,
  last_heartbeat timestamp with time zone,
  version bigint not null,
  priority smallint,
  primary key (task_name, task_instance)
);
