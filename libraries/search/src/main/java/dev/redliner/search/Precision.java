package dev.redliner.search;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * The precision that a search reaches in a given time, as far as it follows from the rate of requests. It is plain
 * arithmetic, so it can be stated before a run.
 *
 * <p>The search estimates the redline {@code q*} by counting bad requests near it. Of {@code n} requests a fraction
 * {@code p(q) = p0 (q / q*)^k} is bad, so {@code n} requests near the redline carry the Fisher information
 * {@code n p0 k^2 / D} about {@code ln q*}. {@code D} is the dispersion of the bad requests. Bad requests come in
 * bursts of a certain duration, so {@code D = d + b * rate}. With {@code n = rate * time}, the half-width of the 95%
 * interval is
 *
 * <pre>c = sqrt((COUNTING / rate + BURSTS) / (p0 * time))</pre>
 *
 * where {@code COUNTING = 1.96^2 d / k^2} and {@code BURSTS = 1.96^2 b / k^2}. Up to {@value #MOST_TWIN_RPS} requests per
 * second, the search also has a digital twin, whose half-width is about {@link #TWIN}. Both together have
 *
 * <pre>h = 1 / sqrt(1 / c^2 + 1 / TWIN^2)</pre>
 *
 * <p>Several quantities are unknown before a run: the steepness {@code k}, the bursts of a host, how like its twin it is,
 * and the part of the time that the search spends near the redline. The constants are therefore fitted to simulated runs
 * over many hosts. {@code redliner benchmark precision} fits them again, and docs/search.md states the errors of single
 * runs.
 *
 * @param allowed the fraction of requests that may be bad at the redline: 0.01 for a p99
 * @param twin whether the SUT is a single host, to which a twin is fitted if it is small
 */
public record Precision(double allowed, boolean twin) {
    /** Fitted: the part of the squared half-width that comes from counting single requests; dimensionless. */
    public static final double COUNTING = 7.40;

    /** Fitted: the part that comes from bursts of bad requests, seconds. */
    public static final double BURSTS = 0.0185;

    /** Fitted: the half-width that the twin of a host has by itself, as a fraction of the redline. */
    public static final double TWIN = 0.15;

    /** Hosts with a higher load have no twin, requests per second. */
    public static final double MOST_TWIN_RPS = 200;

    /** Requests with which a twin has the half-width {@link #TWIN}. With fewer, it is larger by the square root. */
    private static final double TWIN_REQUESTS = 20_000;

    private static final double LONGEST_SECONDS = 1e10;

    public Precision {
        if (!(allowed > 0 && allowed < 1)) {
            throw new IllegalArgumentException("allowed " + allowed + " is not within 0 and 1");
        }
    }

    /**
     * Half the width of the 95% interval to expect, as a fraction of the redline. It is a median: single runs differ.
     *
     * @param rps the redline, requests per second at one host
     * @param seconds duration of the search
     */
    public double halfWidth(double rps, double seconds) {
        return halfWidth(rps, seconds, COUNTING, BURSTS, TWIN);
    }

    /** The half-width with other constants, to fit them. */
    public double halfWidth(double rps, double seconds, double counting, double bursts, double twin) {
        double counts = Math.sqrt((counting / rps + bursts) / (allowed * seconds));
        if (!this.twin || rps > MOST_TWIN_RPS) {
            return counts;
        }
        double own = twin * Math.sqrt(Math.max(1, TWIN_REQUESTS / (rps * seconds)));
        return counts * own / Math.hypot(counts, own);
    }

    /** The seconds that a search takes to reach a half-width. */
    public double secondsFor(double rps, double halfWidth) {
        double less = 0;
        double more = LONGEST_SECONDS;
        while (more - less > 1e-9 * more) {
            double middle = (less + more) / 2;
            boolean wide = halfWidth(rps, middle) > halfWidth;
            less = wide ? middle : less;
            more = wide ? more : middle;
        }
        return more;
    }

    /**
     * The precision for the loosest of several limits, which yields the most evidence; empty if there is none.
     *
     * @param hosts number of hosts in the SUT
     */
    public static Optional<Precision> ofLoosest(DoubleStream allowed, int hosts) {
        OptionalDouble most =
                allowed.filter(fraction -> fraction > 0 && fraction < 1).max();
        return most.isPresent() ? Optional.of(new Precision(most.getAsDouble(), hosts == 1)) : Optional.empty();
    }
}
