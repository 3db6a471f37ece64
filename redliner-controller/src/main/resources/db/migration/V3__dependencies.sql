-- What several services depend on. An empty run_id: nobody has it.
create table dependency_lock (
  name varchar(63) primary key,
  run_id varchar(100) not null
);
