package dev.redliner.controller.audit;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps its entries for inspection by tests. */
public final class FakeAuditLog implements AuditLog {
    private final List<AuditEntry> entries = new CopyOnWriteArrayList<>();

    @Override
    public void record(AuditEntry entry) {
        entries.add(entry);
    }

    /** All entries in order. */
    public List<AuditEntry> entries() {
        return List.copyOf(entries);
    }

    /** The entries of one action, in order. */
    public List<AuditEntry> entries(AuditAction action) {
        return entries.stream().filter(entry -> entry.action() == action).toList();
    }
}
