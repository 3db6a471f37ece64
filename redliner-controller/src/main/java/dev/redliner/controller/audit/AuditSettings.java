package dev.redliner.controller.audit;

import dev.redliner.controller.settings.DataFolder;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Settings of the audit log.
 *
 * @param auditSpool where audit entries wait for the database; each controller needs its own. Default:
 *     audit-spool.jsonl in redliner.data
 */
@ConfigurationProperties("redliner.controller")
public record AuditSettings(@Nullable Path auditSpool) {
    Path spool(DataFolder folder) {
        return auditSpool == null ? folder.file("audit-spool.jsonl") : auditSpool;
    }
}
