package dev.redliner.controller.audit;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a walk along the chain found.
 *
 * @param holds whether every entry is there and says what it said when it was written
 * @param entries how many were found to hold
 * @param head the last entry that holds
 * @param brokenAt the number of the first entry that is missing or does not hold; null if all hold
 * @param fault what is wrong with it; null if all hold
 */
public record AuditVerification(
        boolean holds, long entries, AuditHead head, @Nullable Long brokenAt, @Nullable String fault) {

    static AuditVerification whole(AuditHead head) {
        return new AuditVerification(true, head.seq(), head, null, null);
    }

    private static AuditVerification broken(AuditHead last, long seq, String fault) {
        return new AuditVerification(false, last.seq(), last, seq, fault);
    }

    /** What is wrong with the entry that was found after {@code last}; empty if it holds. */
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

    /** The same, if the chain that was found to hold has an entry that somebody noted earlier. */
    static AuditVerification against(AuditHead last, AuditHead noted, Optional<String> found) {
        if (found.isEmpty()) {
            return broken(last, noted.seq(), "it was there before and is missing");
        }
        return found.get().equals(noted.hash())
                ? whole(last)
                : broken(last, noted.seq(), "it is not the entry that was there before");
    }
}
