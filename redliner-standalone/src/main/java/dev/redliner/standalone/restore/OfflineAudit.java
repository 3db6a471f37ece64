package dev.redliner.standalone.restore;

import dev.redliner.controller.audit.AuditAction;
import dev.redliner.controller.audit.AuditEntry;
import dev.redliner.controller.audit.OfflineAuditWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.InstantSource;

/** Writes the audit entry of a restore: into the database, or into the spool for the next controller. */
public final class OfflineAudit {
    private final OfflineAuditWriter entries;
    private final AuditEntry entry;

    /**
     * @param spool the file in which entries wait for a controller
     * @param who the author of the restore
     * @param why the reason
     */
    public OfflineAudit(Path spool, String who, String why, InstantSource clock) {
        this.entries = new OfflineAuditWriter(spool, clock);
        this.entry = new AuditEntry(
                who, AuditAction.RESTORE_ASKED, "", "", "all pools on their baseline, without a controller", why);
    }

    void write(Connection database) {
        entries.write(database, entry);
    }

    void leave() {
        entries.leave(entry);
    }
}
