package dev.redliner.controller.web;

import dev.redliner.controller.traffic.TrafficSeconds;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Whether the collectors of a pool count its requests, as the controller receives the counts. A second counts only if
 * each Envoy of the pool was read in it.
 */
final class CountsHealth {
    /** Minutes arrive some seconds after their end. */
    private static final Duration LATE = Duration.ofMinutes(5);

    private static final int LOOKED_AT_SECONDS = 300;
    /** A collector that is restarted misses some seconds. */
    private static final double COMPLETE = 0.9;

    private CountsHealth() {}

    /**
     * An entry for a person if counts are missing; null if they arrive, or if none ever did.
     *
     * @param seconds the counts of the last hour
     * @param before whether there were counts in the last seven days
     */
    static @Nullable Attention of(String service, TrafficSeconds seconds, boolean before, Instant now) {
        Optional<Instant> newest = newest(seconds);
        if (newest.isEmpty()) {
            return before ? none(service, "more than an hour") : null;
        }
        if (newest.get().isBefore(now.minus(LATE))) {
            return none(service, Figures.age(newest.get(), now));
        }
        double share = share(seconds);
        return share >= COMPLETE
                ? null
                : new Attention(
                        6,
                        "i-warn",
                        "warn",
                        service + ": counts have gaps",
                        "/services/" + service,
                        "Of the newest 5 min since the first count, " + Figures.percent(share)
                                + " of the seconds were counted at all Envoys."
                                + " The health of the collectors names failing sources.",
                        "");
    }

    private static Attention none(String service, String age) {
        return new Attention(
                4,
                "i-warn",
                "warn",
                service + ": no counts arrive",
                "/services/" + service,
                "No second was counted at all Envoys of the pool. Look at the health of its collectors and of the"
                        + " analyzers. A run would be refused.",
                age);
    }

    private static Optional<Instant> newest(TrafficSeconds seconds) {
        return IntStream.range(0, seconds.length())
                .map(second -> seconds.length() - 1 - second)
                .filter(second -> seconds.at(second).isPresent())
                .mapToObj(second -> seconds.from().plusSeconds(second))
                .findFirst();
    }

    /** The seconds before the first one that was counted in the hour are no gap: the service may be new. */
    private static double share(TrafficSeconds seconds) {
        int begin = IntStream.range(0, seconds.length())
                .filter(second -> seconds.at(second).isPresent())
                .findFirst()
                .orElse(0);
        int first = Math.max(begin, seconds.length() - LOOKED_AT_SECONDS);
        long counted = IntStream.range(first, seconds.length())
                .filter(second -> seconds.at(second).isPresent())
                .count();
        return (double) counted / (seconds.length() - first);
    }
}
