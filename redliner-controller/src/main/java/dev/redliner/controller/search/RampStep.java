package dev.redliner.controller.search;

import java.util.OptionalDouble;

/**
 * The next load of the ramp: the smallest of the largest step, what the posterior allows at the accepted risk, what the
 * latency curve allows, and half the way to a full CPU; but never less than the smallest step.
 *
 * @param load requests per second
 * @param bound which of them it was
 */
record RampStep(double load, Bound bound) {
    /** What keeps the step from being larger. */
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

    private static final double TELLING_CPU = 0.05;
    private static final double FULL_CPU = 0.98;
    /** A host so busy is not far from its limits, whatever its tail says. */
    private static final double BUSY_CPU = 0.75;
    /** Up to this part of what an earlier run found, the way is known; a cold host gets it in a few steps all the same. */
    private static final double KNOWN_PART = 0.85;

    private static final double KNOWN_STEP = 1.4;
    /** A tail that has moved less than this part of the way to its limit is far from it. */
    private static final double FAR = 0.10;

    private static final double NOT_NEAR = 0.25;
    private static final double LEAST_ROOM = 0.2;
    /** A second's 99th percentile of fewer requests is its slowest, and grows with their number alone. */
    private static final double ENOUGH_RPS = 100;

    /** Up to this multiple of the normal load a step may be the largest; the redline is hardly so low. */
    private static final double LOW = 1.6;

    /** How much more risk for each part of the time beyond the part that a ramp should take. */
    private static final double HURRY = 0.2;

    private static final double IN_TIME = 0.25;
    /** How much longer a step is for each part of the time beyond the part that every ramp but a slow one is done in. */
    private static final double LONGER = 2.5;

    private static final double LATE = 0.55;
    private static final double CAREFUL_STEP = 1.05;
    /** Traffic whose busiest seconds are so far above its mean reaches the knee long before the mean does. */
    private static final double NOISY = 1.18;

    private static final double NOISY_STEP = 1.07;
    /** Up to this part of the way from the normal bad fraction to the allowed one, bad requests are still few. */
    private static final double FEW = 0.25;

    /**
     * @param spent the time that is used up: a ramp that takes long has to risk more, or it never arrives
     */
    static RampStep from(
            double lastGood, SearchSettings settings, Visits visits, RedlinePosterior posterior, Spent spent) {
        double risk = settings.risk() + HURRY * Math.max(0, spent.partOf(settings.budget()) - IN_TIME);
        double least = lastGood * late(settings.smallestStep(), settings, spent);
        double largest = lastGood
                * (low(lastGood, visits) ? settings.largestStep() : late(settings.fartherStep(), settings, spent));
        double calm = Math.max(least, Math.min(largest, lastGood * calm(visits, posterior.busiest())));
        Prior prior = settings.known().prior();
        double known = prior == null ? 0 : KNOWN_PART * prior.low();
        double stride = Math.min(KNOWN_STEP, settings.largestStep() * settings.largestStep());
        RampStep next = known > largest && far(visits)
                ? new RampStep(Math.min(known, lastGood * stride), Bound.KNOWN)
                : new RampStep(largest, Bound.LARGEST).atMost(posterior.quantile(risk), calm, Bound.EVIDENCE);
        OptionalDouble curve = curve(settings, visits);
        if (curve.isPresent()) {
            next = next.atMost(curve.getAsDouble(), least, Bound.CURVE);
        }
        Visit last = visits.last();
        Double cpu = last.cpu();
        if (cpu != null && cpu > TELLING_CPU) {
            double halfWay = last.load() + 0.5 * (FULL_CPU * last.load() / cpu - last.load());
            next = next.atMost(halfWay, least, Bound.CPU);
        }
        return next;
    }

    /**
     * A step of a ramp that has taken so long that it would not arrive otherwise; never beyond the largest. What is known
     * from an earlier run saves a ramp no time once it is late.
     */
    private static double late(double step, SearchSettings settings, Spent spent) {
        double beyond = Math.max(0, spent.partOf(settings.coldBudget()) - LATE);
        return Math.min(settings.largestStep(), 1 + (step - 1) * (1 + LONGER * beyond));
    }

    /** Whether the redline is hardly so low. */
    static boolean low(double load, Visits visits) {
        return load < LOW * visits.baseline().load();
    }

    /** The least step as far as the posterior is concerned: far from its limits a host is not examined inch by inch. */
    private static double calm(Visits visits, double busiest) {
        double way = way(visits);
        double step = way < FAR ? Double.POSITIVE_INFINITY : way < NOT_NEAR ? CAREFUL_STEP : 1;
        return busiest > NOISY ? Math.min(step, NOISY_STEP) : step;
    }

    /** Whether the host's tail has hardly begun to move. */
    static boolean far(Visits visits) {
        return way(visits) < FAR;
    }

    /** How far the tail has moved from where it was under the normal load towards its limit: 0 not at all, 1 to the limit. */
    private static double way(Visits visits) {
        Visit first = visits.baseline();
        Visit last = visits.last();
        double way = 0;
        for (Second.Criterion criterion : visits.criteria()) {
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

    private static OptionalDouble curve(SearchSettings settings, Visits visits) {
        return visits.criteria().stream()
                .filter(c -> c.latency() && c.metric().equals("latency.p99"))
                .map(c -> LatencyCurve.quantile(c, visits.all(), visits.dispersion(c), settings.risk()))
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .min();
    }
}
