package dev.redliner.search.policy;

import dev.redliner.search.CountInterval;
import dev.redliner.search.Prior;
import dev.redliner.search.SearchSettings;
import dev.redliner.search.estimate.LatencyCurve;
import dev.redliner.search.estimate.ProbeResult;
import dev.redliner.search.estimate.RedlinePosterior;
import java.time.Duration;
import java.util.OptionalDouble;

/**
 * The next load of the ramp. It is never below the smallest step, and otherwise the lowest of these loads:
 *
 * <ul>
 * <li>the largest step
 * <li>the load that the posterior allows at the accepted risk
 * <li>the load that the latency curve allows
 * <li>half the way to a full CPU
 * </ul>
 *
 * @param load requests per second
 * @param bound which of these loads it is
 */
record RampStep(double load, Bound bound) {
    /** The limit that keeps the step from being larger. */
    enum Bound {
        LARGEST("largest step"),
        KNOWN("well below what an earlier run found"),
        EVIDENCE("as far as the evidence allows"),
        CURVE("the latency curve bends"),
        CPU("half the way to a full CPU");

        private final String words;

        Bound(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    /** Below this CPU usage, the load that fills the CPU is too uncertain. */
    private static final double TELLING_CPU = 0.05;

    private static final double FULL_CPU = 0.98;
    /** The part of the way to a full CPU that one step may take. */
    private static final double HALF_WAY = 0.5;
    /** A host this busy is near its limits, regardless of its tail. */
    private static final double BUSY_CPU = 0.75;
    /**
     * Up to this part of the redline that an earlier run measured, no careful steps are needed. The ramp still takes a
     * few steps, since the host may be cold.
     */
    private static final double KNOWN_PART = 0.85;

    private static final double KNOWN_STEP = 1.4;
    /** A tail that has moved less than this part of the way to its limit is far from the limit. */
    private static final double FAR = 0.10;

    private static final double NOT_NEAR = 0.25;
    private static final double LEAST_ROOM = 0.2;
    /**
     * With fewer requests than this in a second, its 99th percentile is its slowest request, which grows with their
     * number alone.
     */
    private static final double ENOUGH_RPS = 100;

    /** Beyond this part of the redline that an earlier run measured, no ramp is left to do. */
    private static final double NEAR_EXPECTED = 0.94;
    /** The quantile of the redline that a ramp after an earlier run expects: below the median, for the safe side. */
    private static final double EXPECTED = 0.4;

    /** Up to this multiple of the normal load, a step may be the largest, since the redline is hardly that low. */
    private static final double LOW = 1.6;

    /** Additional risk for each part of the time beyond the part that a ramp should take. */
    private static final double HURRY = 0.2;

    private static final double IN_TIME = 0.25;
    /** Additional length of a step for each part of the time beyond the part in which all but slow ramps are done. */
    private static final double LONGER = 2.5;

    private static final double LATE = 0.55;
    private static final double CAREFUL_STEP = 1.05;
    /** If the busiest seconds are this far above the mean load, traffic reaches the knee long before the mean does. */
    private static final double NOISY = 1.18;

    private static final double NOISY_STEP = 1.07;
    /** Up to this part of the way from the normal bad fraction to the allowed one, bad requests are still few. */
    private static final double FEW = 0.25;

    /**
     * @param elapsed the time used so far. A ramp that takes long has to accept more risk, or it never arrives
     */
    static RampStep from(
            SearchSettings settings, ProbeHistory probes, RedlinePosterior posterior, ElapsedTime elapsed) {
        double good = probes.highestGood();
        // at a low load, far from its limits, a host that received slightly less than was asked for counts as having
        // carried all of it
        double from =
                far(probes) && low(good, probes) ? Math.max(good, probes.last().asked()) : good;
        return from(from, settings, probes, posterior, elapsed);
    }

    private static RampStep from(
            double lastGood,
            SearchSettings settings,
            ProbeHistory probes,
            RedlinePosterior posterior,
            ElapsedTime elapsed) {
        double risk = settings.risk() + HURRY * beyond(IN_TIME, settings.budget(), elapsed);
        double least = lastGood * late(settings.smallestStep(), settings, elapsed);
        double largest = lastGood
                * (low(lastGood, probes) ? settings.largestStep() : late(settings.fartherStep(), settings, elapsed));
        double calm = Math.max(least, Math.min(largest, lastGood * calm(probes, posterior.busiest())));
        Prior prior = settings.known().prior();
        double known = prior == null ? 0 : KNOWN_PART * prior.low();
        double stride = Math.min(KNOWN_STEP, settings.largestStep() * settings.largestStep());
        RampStep next = known > largest && far(probes)
                ? new RampStep(Math.min(known, lastGood * stride), Bound.KNOWN)
                : new RampStep(largest, Bound.LARGEST).atMost(posterior.quantile(risk), calm, Bound.EVIDENCE);
        OptionalDouble curve = curve(settings, probes);
        if (curve.isPresent()) {
            next = next.atMost(curve.getAsDouble(), least, Bound.CURVE);
        }
        ProbeResult last = probes.last();
        Double cpu = last.cpu();
        if (cpu != null && cpu > TELLING_CPU) {
            double halfWay = last.load() + HALF_WAY * (FULL_CPU * last.load() / cpu - last.load());
            next = next.atMost(halfWay, least, Bound.CPU);
        }
        return next;
    }

    /**
     * A step of a ramp that would otherwise arrive too late. It is never larger than the largest step. Once a ramp is
     * late, the result of an earlier run saves it no time.
     */
    private static double late(double step, SearchSettings settings, ElapsedTime elapsed) {
        double longer = 1 + LONGER * beyond(LATE, settings.coldBudget(), elapsed);
        return Math.min(settings.largestStep(), 1 + (step - 1) * longer);
    }

    /**
     * How much of a time is used beyond a part of it. Where requests are few, a search goes on after this time, and does
     * not hurry any more than at its end.
     */
    private static double beyond(double part, Duration time, ElapsedTime elapsed) {
        return Math.max(0, Math.min(1, elapsed.partOf(time)) - part);
    }

    /** Whether the host carried about all of the redline that the evidence and an earlier run let expect. */
    static boolean isNearExpected(ProbeHistory probes, RedlinePosterior posterior) {
        return probes.highestGood() > NEAR_EXPECTED * posterior.quantile(EXPECTED);
    }

    /** Whether a load is so low that the redline is hardly there. */
    static boolean low(double load, ProbeHistory probes) {
        return load < LOW * probes.baseline().load();
    }

    /**
     * The smallest step that the posterior may impose. A host far from its limits needs no examination in tiny steps.
     */
    private static double calm(ProbeHistory probes, double busiest) {
        double way = way(probes);
        double step = way < FAR ? Double.POSITIVE_INFINITY : way < NOT_NEAR ? CAREFUL_STEP : 1;
        return busiest > NOISY ? Math.min(step, NOISY_STEP) : step;
    }

    /** Whether the host's tail has hardly begun to move. */
    static boolean far(ProbeHistory probes) {
        return way(probes) < FAR;
    }

    /**
     * How far the tail has moved towards its limit from where it was under the normal load. 0 is not at all, 1 is at
     * the limit.
     */
    private static double way(ProbeHistory probes) {
        ProbeResult first = probes.baseline();
        ProbeResult last = probes.last();
        double way = 0;
        for (CountInterval.Criterion criterion : probes.criteria()) {
            if (criterion.latency() && last.load() > ENOUGH_RPS) {
                double room = Math.max(LEAST_ROOM * criterion.limitSeconds(), criterion.limitSeconds() - first.p99());
                way = Math.max(way, (last.p99() - first.p99()) / room);
                way = Math.max(way, (last.highestP99() - first.highestP99()) / room);
            }
            double usual = Math.min(criterion.allowed(), first.badFraction(criterion));
            double few = usual + FEW * (criterion.allowed() - usual);
            double chance = 1 + Math.sqrt(usual * last.total(criterion));
            if (last.bad(criterion) > few * last.total(criterion) + chance) {
                return 1;
            }
        }
        Double cpu = last.cpu();
        return cpu != null && cpu > BUSY_CPU ? 1 : way;
    }

    private RampStep atMost(double limit, double least, Bound reason) {
        double bounded = Math.max(limit, least);
        return bounded < load ? new RampStep(bounded, reason) : this;
    }

    private static OptionalDouble curve(SearchSettings settings, ProbeHistory probes) {
        return probes.criteria().stream()
                .filter(c -> c.latency() && c.metric().equals("latency.p99"))
                .map(c -> LatencyCurve.quantile(c, probes.all(), probes.dispersion(c), settings.risk()))
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .min();
    }
}
