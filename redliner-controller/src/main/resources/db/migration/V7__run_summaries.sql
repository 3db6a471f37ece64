-- What lists of runs show: a few hundred bytes, where a report with its steps has some ten thousand.
alter table run add column summary text;

create index run_newest_of_service on run (service, started_at);
