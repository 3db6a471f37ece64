-- The audit log and the list of runs are filtered by person.
create index audit_entry_by_who on audit_entry (who, seq);
create index run_by_starter on run (started_by, started_at);
