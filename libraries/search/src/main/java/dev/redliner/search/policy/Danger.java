package dev.redliner.search.policy;

import dev.redliner.search.CountInterval;
import dev.redliner.search.CountInterval.Criterion;
import dev.redliner.search.Plan;
import dev.redliner.search.Stage;
import dev.redliner.search.estimate.Likelihood;
import dev.redliner.search.estimate.ProbeResult;
import dev.redliner.search.estimate.ProbeResult.Outcome;
import dev.redliner.search.estimate.QueueTime;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The check of every second that leaves a load at once: far too many bad requests in the last seconds, or a median that
 * moved towards the limit, so that the bulk of the requests is queueing.
 */
final class Danger {
    /** Far over the limit: this multiple of the allowed fraction, within two seconds. */
    private static final double DANGER_IN_RAMP = 5;

    private static final double DANGER_NEAR = 15;
    /** The median may move this part of the way to the limit. Beyond it, the bulk of the requests is queueing. */
    private static final double MEDIAN_DANGER = 0.4;
    /** The same for a criterion that allows more slow requests than a tail: it may limit the median itself. */
    private static final double MEDIAN_BEYOND = 1.5;

    private static final double TAIL = 0.1;
    /** The seconds before the last one confirm a moved median if their mean moved this part as far. */
    private static final double MEDIAN_BEFORE = 0.5;
    /** The alternative of the danger check is this multiple of the allowed fraction, and never all requests. */
    private static final double COLLAPSED = 10;

    private static final double MOST_BAD = 0.99;
    /**
     * Log-likelihood ratio that proves danger. The evidence is divided by the dispersion, which is
     * lower for failed requests.
     */
    private static final double DANGER_OF_SLOW = 5;

    private static final double DANGER_OF_FAILED = 7;

    private Danger() {}

    /** The probe as a bad one if it has to be left at once; empty otherwise. */
    static Optional<ProbeResult> of(Probe probe, ProbeHistory before) {
        Plan.Probe plan = probe.plan();
        Double normalMedian = before.normalMedian();
        List<CountInterval> last = probe.last();
        double far = plan.stage() == Stage.RAMP ? DANGER_IN_RAMP : DANGER_NEAR;
        for (Criterion criterion : probe.criteria()) {
            double p0 = criterion.allowed();
            double bad = Likelihood.bad(criterion, last);
            double total = Likelihood.total(criterion, last);
            double evidence = Likelihood.ratio(bad, total, Math.min(MOST_BAD, COLLAPSED * p0), p0)
                    / Math.max(1, before.dispersion(criterion));
            if (bad > far * p0 * total && evidence > (criterion.latency() ? DANGER_OF_SLOW : DANGER_OF_FAILED)) {
                return Optional.of(ProbeResult.of(plan, Outcome.BAD, true, null, criterion.rule(), evidence(probe)));
            }
            if (criterion.latency() && normalMedian != null && queueing(probe, normalMedian, criterion)) {
                return Optional.of(
                        ProbeResult.of(plan, Outcome.BAD, true, criterion, criterion.rule(), evidence(probe)));
            }
        }
        return Optional.empty();
    }

    private static List<CountInterval> evidence(Probe probe) {
        return probe.inSharedIncident() ? probe.seen() : Probe.evidence(probe.seen());
    }

    private static boolean queueing(Probe probe, double normalMedian, Criterion criterion) {
        List<CountInterval> seen = probe.seen();
        CountInterval last = seen.get(seen.size() - 1);
        Double median = last.p50Seconds();
        double way = criterion.allowed() <= TAIL ? MEDIAN_DANGER : MEDIAN_BEYOND;
        double danger = way * (criterion.limitSeconds() - normalMedian);
        int window = QueueTime.seconds(probe.plan().load());
        if (!Objects.equals(criterion.host(), last.slowest())
                || median == null
                || median <= normalMedian + danger
                || 2 * seen.size() < window) {
            return false;
        }
        List<Double> before = seen.subList(Math.max(0, seen.size() - window), seen.size() - 1).stream()
                .map(CountInterval::p50Seconds)
                .filter(Objects::nonNull)
                .toList();
        double mean = before.stream().mapToDouble(Double::doubleValue).average().orElse(Double.POSITIVE_INFINITY);
        return mean > normalMedian + MEDIAN_BEFORE * danger;
    }
}
