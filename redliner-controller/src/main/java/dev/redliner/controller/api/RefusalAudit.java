package dev.redliner.controller.api;

import dev.redliner.controller.access.AccessRefused;
import dev.redliner.controller.audit.AuditAction;
import dev.redliner.controller.audit.AuditEntry;
import dev.redliner.controller.audit.AuditLog;
import java.time.InstantSource;

/** Records refused actions in the audit log, as many as the {@link RefusalLimit} admits. */
public final class RefusalAudit {
    private final AuditLog audit;
    private final RefusalLimit limit = new RefusalLimit(InstantSource.system());

    RefusalAudit(AuditLog audit) {
        this.audit = audit;
    }

    public void record(AccessRefused refused) {
        if (limit.admits(refused.who())) {
            audit.record(new AuditEntry(
                    refused.who(),
                    AuditAction.ACCESS_REFUSED,
                    refused.pool(),
                    "",
                    "",
                    String.valueOf(refused.getMessage())));
        }
    }
}
