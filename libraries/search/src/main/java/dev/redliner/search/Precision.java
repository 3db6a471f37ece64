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
 * <pre>h = sqrt((COUNTING / rate + BURSTS) / (p0 * time))</pre>
 *
 * where {@code COUNTING = 1.96^2 d / k^2} and {@code BURSTS = 1.96^2 b / k^2}. Three quantities are unknown before a
 * run: the steepness {@code k}, the bursts of a host, and the part of the time that the search spends near the redline.
 * Both constants are therefore fitted to simulated runs over many hosts. {@code redliner benchmark precision} fits them
 * again, and docs/search.md states the errors of single runs.
 *
 * @param allowed the fraction of requests that may be bad at the redline: 0.01 for a p99
 */
public record Precision(double allowed) {
    /** Fitted: the part of the squared half-width that comes from counting single requests; dimensionless. */
    public static final double COUNTING = 7.40;

    /** Fitted: the part that comes from bursts of bad requests, seconds. */
    public static final double BURSTS = 0.0185;

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
        return halfWidth(rps, seconds, COUNTING, BURSTS);
    }

    /** The half-width with other constants, to fit them. */
    public double halfWidth(double rps, double seconds, double counting, double bursts) {
        return Math.sqrt((counting / rps + bursts) / (allowed * seconds));
    }

    /** The seconds that a search takes to reach a half-width. */
    public double secondsFor(double rps, double halfWidth) {
        return (COUNTING / rps + BURSTS) / (allowed * halfWidth * halfWidth);
    }

    /** The precision for the loosest of several limits, which yields the most evidence; empty if there is none. */
    public static Optional<Precision> ofLoosest(DoubleStream allowed) {
        OptionalDouble most =
                allowed.filter(fraction -> fraction > 0 && fraction < 1).max();
        return most.isPresent() ? Optional.of(new Precision(most.getAsDouble())) : Optional.empty();
    }
}
