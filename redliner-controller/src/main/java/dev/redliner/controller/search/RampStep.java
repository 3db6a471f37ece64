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

    static RampStep from(double lastGood, SearchSettings settings, List<Visit> visits, RedlinePosterior posterior) {
        double least = lastGood * settings.smallestStep();
        RampStep next = new RampStep(lastGood * settings.largestStep(), "largest step")
                .atMost(posterior.quantile(settings.risk()), least, "as far as the evidence allows");
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
