package dev.redliner.controller.audit;

/** Where everything that is done to runs and traffic is written down. */
public interface AuditLog {
    /**
     * Takes an entry, and the time now as its time. Returns at once and never fails, whatever is broken: what cannot be
     * written yet is written later, in the order in which it came; what had to be dropped is counted and logged.
     */
    void record(AuditEntry entry);
}
