-- The deploys that programs announced. The key holds that an event that is delivered again starts nothing again.
create table deploy (
  -- source and id of the CloudEvent
  source varchar(200) not null,
  id varchar(200) not null,
  service varchar(63) not null,
  -- may be empty
  version varchar(200) not null,
  deployed_at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  announced_by varchar(200) not null,
  -- the service too, so that who may announce deploys of one cannot hide those of another
  primary key (service, source, id)
);

create index deploy_by_service on deploy (service, deployed_at);

-- Two deploys may settle within a minute: their slots have seconds.
alter table firing alter column slot set data type varchar(19);

-- What let it fire, as a sentence. Empty if its schedule has slots.
alter table firing add column cause varchar(400) default '' not null;
