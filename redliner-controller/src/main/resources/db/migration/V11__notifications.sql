-- How far each destination has received the events, which are derived from table audit_entry.
create table notification_destination (
  name varchar(63) primary key,
  -- events up to this entry of the audit log were sent, were not for this destination, or failed for good
  after_seq bigint not null,
  -- the controller that sends to the destination; another one takes over after this instant
  claimed_by varchar(100),
  claimed_until timestamp with time zone,
  -- attempts to send the next event that failed, one after the other
  attempts integer not null,
  next_attempt_at timestamp with time zone,
  failing_since timestamp with time zone,
  last_error text not null,
  last_sent_at timestamp with time zone
);

-- Events that a destination did not receive. A person can send them again.
create table notification_failure (
  destination varchar(63) not null,
  seq bigint not null,
  failed_at timestamp with time zone not null,
  reason text not null,
  primary key (destination, seq)
);

create index notification_failure_by_time on notification_failure (failed_at);
