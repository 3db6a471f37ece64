package dev.redliner.controller.audit;

import java.util.Optional;

/**
 * Which audit entries a list contains. An empty part leaves none out.
 *
 * @param subject entries of this pool, this run, or {@code pool/run}
 * @param who entries of this actor
 */
public record AuditFilter(Optional<String> subject, Optional<String> who) {
    /** All entries. */
    public static final AuditFilter ALL = new AuditFilter(Optional.empty(), Optional.empty());

    /** The entries of a pool or a run. */
    public static AuditFilter of(String subject) {
        return new AuditFilter(Optional.of(subject), Optional.empty());
    }
}
