package dev.redliner.schedule;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.LocalDate;

/** A delay that looks random and is the same in every controller and after every restart. */
public final class Jitter {
    private Jitter() {}

    /** The delay of a schedule's firings on a local date: whole seconds from zero up to the most, evenly spread. */
    static Duration of(String schedule, LocalDate date, Duration most) {
        return Duration.ofSeconds((long) (fraction(schedule + "/" + date) * (most.toSeconds() + 1)));
    }

    /** A number from 0 up to but not including 1 that depends on the key alone. */
    public static double fraction(String key) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
            return (ByteBuffer.wrap(hash).getLong() >>> 11) * 0x1.0p-53;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
