package dev.redliner.controller.audit;

import java.util.Objects;

/**
 * An entry of the chain, by its number and hash. With a head that was noted earlier, a user can check whether the chain
 * still contains that entry: the chain alone does not show that its end was cut off.
 *
 * @param seq the number of the entry; 0 before the first entry
 * @param hash the hash of the entry
 */
public record AuditHead(long seq, String hash) {
    /** The head of an empty chain. */
    public static final AuditHead NONE = new AuditHead(0, AuditRecord.GENESIS);

    public AuditHead {
        Objects.requireNonNull(hash, "hash");
        if (seq < 0) {
            throw new IllegalArgumentException("sequence " + seq + " is below zero");
        }
    }
}
