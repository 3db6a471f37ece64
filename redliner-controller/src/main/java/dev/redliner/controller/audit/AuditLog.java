package dev.redliner.controller.audit;

/** Records every action on runs and traffic. */
public interface AuditLog {
    /**
     * Records an entry with the current time. It returns at once and never fails, regardless of any failure elsewhere.
     * Entries that cannot be stored yet are stored later, in the order in which they arrived. Dropped entries are
     * counted and logged.
     */
    void record(AuditEntry entry);
}
