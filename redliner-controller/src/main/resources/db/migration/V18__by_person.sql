-- The pages of the audit log and of the runs select what a person did.
create index audit_entry_by_who on audit_entry (who);
create index run_by_starter on run (started_by, started_at);
