-- Traffic of pools in slots of five minutes, one row for each pool and hour in which something was counted.
create table traffic_hour (
  pool varchar(63) not null,
  hour_start timestamp with time zone not null,
  -- how many of the hour's seconds were counted: of two controllers that write the hour, the one that knows more is right
  seconds integer not null,
  -- slot:sum:peak:seconds for each slot 0 to 11 in which something was counted
  slots varchar(600) not null,
  primary key (pool, hour_start)
);

create index traffic_hour_by_start on traffic_hour (hour_start);
