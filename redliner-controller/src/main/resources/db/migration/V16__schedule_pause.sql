-- One row for all controllers: while it is set, no schedule begins a run. Runs by hand are not affected.
create table schedule_pause (
  id integer primary key,
  paused boolean not null,
  who varchar(400) not null,
  why text not null,
  since timestamp with time zone not null
);

insert into schedule_pause (id, paused, who, why, since) values (1, false, '', '', timestamp '2000-01-01 00:00:00');
