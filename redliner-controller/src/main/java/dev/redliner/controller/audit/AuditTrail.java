package dev.redliner.controller.audit;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The stored audit entries. All methods throw {@link org.springframework.dao.DataAccessException} if the database does
 * not answer.
 */
public interface AuditTrail {
    /**
     * Lists entries in order.
     *
     * @param after only entries after this number; empty: the newest entries
     * @param limit the maximum number of entries
     */
    List<AuditRecord> list(OptionalLong after, AuditFilter filter, int limit);

    /**
     * Lists the entries before another one, in order.
     *
     * @param seq the number of that entry
     * @param limit the maximum number of entries, which are the newest of them
     */
    List<AuditRecord> before(long seq, AuditFilter filter, int limit);

    /**
     * Verifies the whole chain.
     *
     * @param noted an entry that the chain must also contain
     */
    AuditVerification verify(Optional<AuditHead> noted);
}
