package dev.redliner.controller.audit;

import java.util.Objects;

/**
 * An entry of the chain by its number and hash. Whoever noted one earlier can tell whether the chain still has it: a
 * chain alone does not show that its end was cut off.
 *
 * @param seq the entry's number; 0 before the first
 * @param hash its hash
 */
public record AuditHead(long seq, String hash) {
    /** Of an empty chain. */
    public static final AuditHead NONE = new AuditHead(0, AuditRecord.GENESIS);

    public AuditHead {
        Objects.requireNonNull(hash, "hash");
        if (seq < 0) {
            throw new IllegalArgumentException("sequence " + seq + " is below zero");
        }
    }
}
