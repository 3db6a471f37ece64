package dev.redliner.controller.search;

import java.util.List;
import java.util.OptionalDouble;

/**
 * The next load of the ramp: the smallest of the largest step, what the posterior allows at the accepted risk, what the
 * latency curve allows, and half the way to a full CPU; but never less than the smallest step.
 *
 * @param load requests per second
 * @param why which of them it was
 */
record RampStep(double load, String why) {
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
    static final double CALM_STEP = 1.06;
    /** The same up to this multiple of the normal load. */
    private static final double CALM_LOW_STEP = 1.10;

    private static final double LOW = 1.6;
    /** How much more risk for each part of the time beyond the part that a ramp should take. */
    private static final double HURRY = 0.2;

    private static final double IN_TIME = 0.25;
    private static final double CAREFUL_STEP = 1.05;
    /** Traffic whose busiest seconds are so far above its mean reaches the knee long before the mean does. */
    private static final double NOISY = 1.18;

    private static final double NOISY_STEP = 1.05;
    /** Bad requests of this part of what is allowed are still few. */
    private static final double FEW = 0.25;

    /**
     * @param spent part of the time that is used up: a ramp that takes long has to risk more, or it never arrives
     */
    static RampStep from(
            double lastGood, SearchSettings settings, List<Visit> visits, RedlinePosterior posterior, double spent) {
        double risk = settings.risk() + HURRY * Math.max(0, spent - IN_TIME);
        double least = lastGood * settings.smallestStep();
        double calm = lastGood * Math.max(settings.smallestStep(), calm(visits, posterior.busiest()));
        Prior prior = settings.known().prior();
        double known = prior == null ? 0 : KNOWN_PART * prior.low();
        RampStep next = known > lastGood * CALM_STEP
                ? new RampStep(Math.min(known, lastGood * KNOWN_STEP), "well below what an earlier run found")
                : new RampStep(lastGood * settings.largestStep(), "largest step")
                        .atMost(posterior.quantile(risk), calm, "as far as the evidence allows");
        OptionalDouble curve = curve(settings, visits);
        if (curve.isPresent()) {
            next = next.atMost(curve.getAsDouble(), least, "the latency curve bends");
        }
        Visit last = visits.get(visits.size() - 1);
        Double cpu = last.cpu();
        if (cpu != null && cpu > TELLING_CPU) {
            double halfWay = last.load() + 0.5 * (FULL_CPU * last.load() / cpu - last.load());
            next = next.atMost(halfWay, least, "half the way to a full CPU");
        }
        return next;
    }

    /**
     * The least step as far as the posterior is concerned: far from its limits a host is not examined inch by inch. It is
     * far while its tail has hardly begun to move from where it was under the normal load towards the limit.
     */
    static double calm(List<Visit> visits, double busiest) {
        Visit first = visits.get(0);
        Visit last = visits.get(visits.size() - 1);
        double way = 0;
        for (Second.Criterion criterion : Visit.criteria(visits)) {
            if (criterion.latency()) {
                double room = Math.max(LEAST_ROOM * criterion.limitSeconds(), criterion.limitSeconds() - first.p99());
                way = Math.max(way, (last.p99() - first.p99()) / room);
                way = Math.max(way, (last.highestP99() - first.highestP99()) / room);
            }
            if (last.bad(criterion) > FEW * criterion.allowed() * last.total(criterion) + 1) {
                return 1;
            }
        }
        Double cpu = last.cpu();
        if (cpu != null && cpu > BUSY_CPU) {
            return 1;
        }
        double far = last.carried() < LOW * first.load() ? CALM_LOW_STEP : CALM_STEP;
        double step = way < FAR ? far : way < NOT_NEAR ? CAREFUL_STEP : 1;
        return busiest > NOISY ? Math.min(step, NOISY_STEP) : step;
    }

    private RampStep atMost(double limit, double least, String reason) {
        double bounded = Math.max(limit, least);
        return bounded < load ? new RampStep(bounded, reason) : this;
    }

    private static OptionalDouble curve(SearchSettings settings, List<Visit> visits) {
        return Visit.criteria(visits).stream()
                .filter(c -> c.latency() && c.metric().equals("latency.p99"))
                .map(c -> LatencyCurve.quantile(c, visits, Dispersion.seen(c, visits), settings.risk()))
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .min();
    }
}
