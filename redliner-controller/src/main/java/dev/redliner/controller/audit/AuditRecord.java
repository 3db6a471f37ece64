package dev.redliner.controller.audit;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;

/**
 * An audit entry as it is stored.
 *
 * @param seq the number of the entry; the first is 1, and there are no gaps
 * @param id the unique id of the entry
 * @param at when the action happened, in whole milliseconds
 * @param who the actor
 * @param action the action, such as {@code run.accepted}
 * @param subject the object of the action: {@code pool}, {@code pool/run}, or empty
 * @param before the state before; may be empty
 * @param after the state after; may be empty
 * @param why the reason; may be empty
 * @param previousHash the hash of the preceding entry; {@link #GENESIS} for the first
 * @param hash see {@link #computedHash}
 */
public record AuditRecord(
        long seq,
        String id,
        Instant at,
        String who,
        String action,
        String subject,
        String before,
        String after,
        String why,
        String previousHash,
        String hash) {
    /** The previous hash of the first entry. */
    public static final String GENESIS = "0".repeat(64);

    private static final String VERSION = "redliner-audit-1";

    /** Creates the entry that follows a head. */
    static AuditRecord following(AuditHead head, QueuedEntry noted) {
        AuditEntry entry = noted.entry();
        var unsigned = new AuditRecord(
                head.seq() + 1,
                noted.id(),
                noted.at(),
                entry.who(),
                entry.action().label(),
                entry.subject(),
                entry.before(),
                entry.after(),
                entry.why(),
                head.hash(),
                "");
        return unsigned.signed();
    }

    private AuditRecord signed() {
        return new AuditRecord(seq, id, at, who, action, subject, before, after, why, previousHash, computedHash());
    }

    /**
     * SHA-256, in lower-case hex, over all other fields. Each field is written as the number of its UTF-8 bytes, a
     * colon, the bytes and a comma. Two different entries therefore never produce the same bytes. The time is in
     * milliseconds since 1970.
     */
    public String computedHash() {
        MessageDigest digest = sha256();
        String[] fields = {
            VERSION,
            Long.toString(seq),
            id,
            Long.toString(at.toEpochMilli()),
            who,
            action,
            subject,
            before,
            after,
            why,
            previousHash
        };
        for (String field : fields) {
            byte[] bytes = field.getBytes(StandardCharsets.UTF_8);
            digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
            digest.update(bytes);
            digest.update((byte) ',');
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    AuditHead head() {
        return new AuditHead(seq, hash);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
