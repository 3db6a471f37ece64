package dev.redliner.standalone.traffic;

import java.net.URI;
import java.time.Duration;

/**
 * Production-like traffic.
 *
 * @param target address of the requests, an Envoy's listener
 * @param rps mean requests per second, changeable while it runs
 * @param users distinct user ids, sent as {@code x-user-id}; all equally busy
 * @param drift amplitude of the slow swing, as a fraction of the rate: 0.05 is plus and minus 5%
 * @param driftPeriod length of one swing
 * @param noise standard deviation of the second-to-second noise, as a fraction of the rate
 * @param maxInFlight beyond this many unanswered requests new ones are shed, not queued
 * @param timeout a request that is unanswered for this long has failed
 * @param seed of all random numbers
 */
public record LoadSettings(
        URI target,
        double rps,
        int users,
        double drift,
        Duration driftPeriod,
        double noise,
        int maxInFlight,
        Duration timeout,
        long seed) {
    /** The timeout of the demo's clients: less than the 15 s after which an Envoy gives a request up. */
    public static final Duration DEMO_TIMEOUT = Duration.ofSeconds(10);

    public LoadSettings {
        if (!"http".equals(target.getScheme()) || target.getHost() == null) {
            throw new IllegalArgumentException("target " + target + " is not an http URL with a host");
        }
        checkRps(rps);
        if (users < 1) {
            throw new IllegalArgumentException("users " + users);
        }
        if (!(drift >= 0 && noise >= 0 && drift + 3 * noise < 1)) {
            throw new IllegalArgumentException("drift " + drift + " and noise " + noise + " could stop the traffic");
        }
        if (driftPeriod.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException("driftPeriod " + driftPeriod + " is under a second");
        }
        if (maxInFlight < 1) {
            throw new IllegalArgumentException("maxInFlight " + maxInFlight);
        }
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("timeout " + timeout);
        }
    }

    /** The demo's traffic: 20,000 users, a swing of 5% every 4 minutes, 1% noise. */
    public static LoadSettings demo(URI target, double rps, long seed) {
        return new LoadSettings(target, rps, 20_000, 0.05, Duration.ofMinutes(4), 0.01, 4_000, DEMO_TIMEOUT, seed);
    }

    /** This traffic without swing and noise: plain Poisson arrivals. */
    public LoadSettings steady() {
        return new LoadSettings(target, rps, users, 0, driftPeriod, 0, maxInFlight, timeout, seed);
    }

    /** This traffic with clients that leave after this time. */
    public LoadSettings withTimeout(Duration timeout) {
        return new LoadSettings(target, rps, users, drift, driftPeriod, noise, maxInFlight, timeout, seed);
    }

    /**
     * Returns a mean rate that traffic can have.
     *
     * @throws IllegalArgumentException if it is not above 0, or above 100,000
     */
    public static double checkRps(double rps) {
        if (!(rps > 0 && rps <= 100_000)) {
            throw new IllegalArgumentException("rps " + rps + " is not within 0 to 100000");
        }
        return rps;
    }
}
