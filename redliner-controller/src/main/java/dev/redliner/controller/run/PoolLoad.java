package dev.redliner.controller.run;

import dev.redliner.contracts.verdict.Tick;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The load of a whole pool over the last seconds.
 *
 * @param rps its mean, requests per second
 * @param error standard error of the mean as a fraction of it, as the ticks vary
 * @param sutRps the SUT's part of it, requests per second
 * @param whole whether the counts of every Envoy are in it; if not, it may only seem to be less
 */
record PoolLoad(double rps, double error, double sutRps, boolean whole) {
    /** Shorter is noise, longer lags behind. */
    private static final double SECONDS = 10;
    /** Ticks do not begin with it, so a part of it may be missing. */
    private static final double LEAST_SECONDS = 8;
    /** How many standard errors may be chance. */
    private static final double CHANCE = 3.0;

    /** Of the newest of these ticks; empty while they are too few, or no request came. */
    static Optional<PoolLoad> lately(List<Tick> ticks) {
        if (ticks.isEmpty()) {
            return Optional.empty();
        }
        Instant from = ticks.get(ticks.size() - 1).to().minusMillis(Math.round(SECONDS * 1000));
        return of(ticks.stream().filter(tick -> !tick.from().isBefore(from)).toList());
    }

    private static Optional<PoolLoad> of(List<Tick> ticks) {
        TickSum sum = TickSum.NONE;
        for (Tick tick : ticks) {
            sum = sum.plus(tick);
        }
        if (sum.seconds() < LEAST_SECONDS || ticks.size() < 2 || !(sum.poolRequested() > 0)) {
            return Optional.empty();
        }
        double mean = sum.poolRequested() / sum.seconds();
        double squares = 0;
        for (Tick tick : ticks) {
            double off = tick.poolRequested() / tick.lengthSeconds() - mean;
            squares += off * off;
        }
        double error = Math.sqrt(squares / (ticks.size() - 1) / ticks.size()) / mean;
        return Optional.of(new PoolLoad(
                mean, error, sum.requested() / sum.seconds(), ticks.stream().allMatch(Tick::whole)));
    }

    /** What differs by no more than this, as a fraction, may be chance. */
    double chance() {
        return CHANCE * error;
    }

    /**
     * What to reckon with now.
     *
     * @param before the mean of a longer time; it is better known as long as nothing drifts
     */
    double drifted(double before) {
        boolean same = Math.abs(rps / before - 1) <= chance();
        return same ? before : whole ? rps : Math.max(rps, before);
    }
}
