package dev.redliner.controller.audit;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The result of a verification of the chain.
 *
 * @param holds whether every entry is present and unchanged
 * @param entries the number of entries that hold
 * @param head the last entry that holds
 * @param brokenAt the number of the first entry that is missing or does not hold; null if all hold
 * @param fault the fault of that entry; null if all hold
 */
public record AuditVerification(
        boolean holds, long entries, AuditHead head, @Nullable Long brokenAt, @Nullable String fault) {

    static AuditVerification whole(AuditHead head) {
        return new AuditVerification(true, head.seq(), head, null, null);
    }

    private static AuditVerification broken(AuditHead last, long seq, String fault) {
        return new AuditVerification(false, last.seq(), last, seq, fault);
    }

    /** The fault of the entry that was found after {@code last}; empty if the entry holds. */
    static Optional<AuditVerification> fault(AuditHead last, AuditRecord found) {
        long expected = last.seq() + 1;
        if (found.seq() != expected) {
            return Optional.of(broken(last, expected, "it is missing; the next one is " + found.seq()));
        }
        if (!found.previousHash().equals(last.hash())) {
            return Optional.of(broken(last, expected, "it does not follow the entry before it"));
        }
        if (!found.computedHash().equals(found.hash())) {
            return Optional.of(broken(last, expected, "it does not say what it said when it was written"));
        }
        return Optional.empty();
    }

    /** Checks that a chain without faults contains an entry that was noted earlier. */
    static AuditVerification against(AuditHead last, AuditHead noted, Optional<String> found) {
        if (found.isEmpty()) {
            return broken(last, noted.seq(), "it was there before and is missing");
        }
        return found.get().equals(noted.hash())
                ? whole(last)
                : broken(last, noted.seq(), "it is not the entry that was there before");
    }
}
