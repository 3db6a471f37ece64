package dev.redliner.controller.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Slows down the guessing of passwords: from the third failure in a row, a name at an address waits for 1, 2, 4 seconds and
 * so on, up to a minute. Failures are forgotten after a quarter of an hour.
 */
final class LoginThrottle {
    private static final int FREE = 3;
    private static final int MOST_SECONDS = 60;
    private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(15);
    private static final int NAMES = 10_000;

    private final InstantSource clock;
    private final Map<String, Failures> failures = new LinkedHashMap<>();

    private record Failures(int count, Instant until) {}

    LoginThrottle(InstantSource clock) {
        this.clock = clock;
    }

    /** How long a name must wait until its next login; zero: not at all. */
    synchronized Duration wait(String name) {
        Failures failed = failures.get(name);
        Instant now = clock.instant();
        return failed == null || !now.isBefore(failed.until()) ? Duration.ZERO : Duration.between(now, failed.until());
    }

    synchronized void failed(String name) {
        Failures before = failures.remove(name);
        if (before != null && clock.instant().isAfter(before.until().plus(FORGOTTEN_AFTER))) {
            before = null;
        }
        int count = before == null ? 1 : Math.min(before.count() + 1, FREE + Integer.SIZE - 2);
        long seconds = count < FREE ? 0 : Math.min(1L << (count - FREE), MOST_SECONDS);
        failures.put(name, new Failures(count, clock.instant().plusSeconds(seconds)));
        if (failures.size() > NAMES) {
            failures.remove(failures.keySet().iterator().next());
        }
    }

    synchronized void succeeded(String name) {
        failures.remove(name);
    }
}
