-- The keys with which clients started runs, so that a repeated request starts no other run.
create table start_key (
  name varchar(200) primary key,
  run_id varchar(100) not null,
  service varchar(63) not null,
  -- the request, to tell a repeated one from another one
  asked text not null,
  used_at timestamp with time zone not null
);

create index start_key_by_age on start_key (used_at);
