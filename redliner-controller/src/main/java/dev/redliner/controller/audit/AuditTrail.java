package dev.redliner.controller.audit;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The entries that are stored. All methods throw {@link org.springframework.dao.DataAccessException} without a database. */
public interface AuditTrail {
    /**
     * Entries in order.
     *
     * @param after only what comes after this number; empty: the newest
     * @param subject only of this pool, this run, or {@code pool/run}; empty: of all
     * @param limit at most so many
     */
    List<AuditRecord> list(OptionalLong after, Optional<String> subject, int limit);

    /**
     * Walks the whole chain.
     *
     * @param noted an entry that must be in it, too
     */
    AuditVerification verify(Optional<AuditHead> noted);
}
