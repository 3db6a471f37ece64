package dev.redliner.standalone.fleet;

import java.time.Duration;
import java.util.SplittableRandom;

/**
 * One long run of a host in virtual time. Its random numbers are drawn once, so that the run can be repeated at any
 * rate.
 */
public final class SteadyRun {
    private final HostSettings settings;
    private final Objective objective;
    private final long limitNanos;
    private final float[] unitGaps;
    private final long[] services;

    /**
     * Draws the run.
     *
     * @param overhead latency that Envoy adds
     * @param requests how many
     */
    public SteadyRun(
            HostSettings settings, Objective objective, Duration overhead, int requests, SplittableRandom random) {
        this(settings, objective, overhead, requests, new LognormalTimes(settings, random.nextLong()), random);
    }

    SteadyRun(
            HostSettings settings,
            Objective objective,
            Duration overhead,
            int requests,
            ServiceTimes times,
            SplittableRandom random) {
        this.settings = settings;
        this.objective = objective;
        this.limitNanos = objective.latencyLimit().minus(overhead).toNanos();
        this.unitGaps = new float[requests];
        this.services = new long[requests];
        for (int i = 0; i < requests; i++) {
            unitGaps[i] = (float) random.nextExponential();
            services[i] = times.nextNanos();
        }
    }

    /** The highest rate, in requests per second, at which the objective holds, to the given relative precision. */
    double highestRate(double precision) {
        double holds = 0;
        double breaks = settings.saturationRps() * 1.2;
        while (breaks - holds > precision * breaks) {
            double rate = (holds + breaks) / 2;
            if (holdsAt(rate)) {
                holds = rate;
            } else {
                breaks = rate;
            }
        }
        return (holds + breaks) / 2;
    }

    private boolean holdsAt(double rps) {
        Tail tail = at(rps);
        return tail.overFraction() <= Objective.TAIL && tail.errorFraction() <= objective.maxErrorFraction();
    }

    /** Repeats the run at a rate. */
    public Tail at(double rps) {
        int[] next = {0};
        var model = new HostModel(settings, () -> services[next[0]++], 0);
        double nanosPerGap = 1e9 / rps;
        double now = 0;
        long over = 0;
        long errors = 0;
        for (float gap : unitGaps) {
            now += gap * nanosPerGap;
            long arrival = (long) now;
            Answer answer = model.arrive(arrival);
            if (answer.completionNanos() - arrival >= limitNanos) {
                over++;
            }
            if (answer.failed()) {
                errors++;
            }
        }
        return new Tail((double) over / unitGaps.length, (double) errors / unitGaps.length);
    }

    /**
     * Fractions of all requests, 0 to 1.
     *
     * @param overFraction at or over the latency limit
     * @param errorFraction failed
     */
    public record Tail(double overFraction, double errorFraction) {}
}
