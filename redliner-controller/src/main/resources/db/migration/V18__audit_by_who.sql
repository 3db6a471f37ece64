-- The page of the audit log selects the entries of a person.
create index audit_entry_by_who on audit_entry (who);
