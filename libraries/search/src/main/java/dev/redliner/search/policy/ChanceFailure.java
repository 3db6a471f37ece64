package dev.redliner.search.policy;

import dev.redliner.search.CountInterval;
import dev.redliner.search.CountInterval.Criterion;
import dev.redliner.search.estimate.Likelihood;
import dev.redliner.search.estimate.ProbeResult;
import java.util.List;
import java.util.Objects;

/**
 * A rule that failed by chance in the ramp. Where a host carries tens of requests per second, a single page load breaks
 * a rule that allows one bad request in a thousand. Such a failure is no reason to end the ramp.
 */
final class ChanceFailure {
    /** Log-likelihood ratio from which on the bad requests of a load are no chance. */
    private static final double PROVED = Math.log(1 / 0.03);
    /** The median of a host that does not queue is at most this part of the way from the normal one to the limit. */
    private static final double QUEUEING = 0.05;

    private static final double BUSY_CPU = 0.75;
    /** So many failures from this part of the load on are no chance. */
    private static final double NEAR = 0.85;

    private static final int TOO_OFTEN = 3;

    private ChanceFailure() {}

    /**
     * Whether chance explains the failure: the counts of the load do not prove that it is too high, nothing else shows
     * that the host has more to do than it can, and rules did not fail near this load again and again.
     */
    static boolean explains(String rule, Probe broken, ProbeHistory before) {
        List<CountInterval> seen = Probe.evidence(broken.seen());
        List<Criterion> counted =
                broken.criteria().stream().filter(c -> c.rule().equals(rule)).toList();
        return !counted.isEmpty()
                && !before.isEmpty()
                && 1
                                + before.all().stream()
                                        .filter(earlier -> failedNear(earlier, broken))
                                        .count()
                        < TOO_OFTEN
                && counted.stream().noneMatch(c -> Likelihood.tooMany(c, seen, before.dispersion(c)) > PROVED)
                && broken.criteria().stream().filter(Criterion::latency).noneMatch(c -> queueing(c, seen, before))
                && seen.stream().noneMatch(ChanceFailure::busy);
    }

    private static boolean failedNear(ProbeResult earlier, Probe broken) {
        return !earlier.breachedRule().isEmpty()
                && earlier.load() > NEAR * broken.plan().load();
    }

    private static boolean queueing(Criterion criterion, List<CountInterval> seen, ProbeHistory before) {
        double normal = before.baseline().p50();
        double median = seen.stream()
                .map(CountInterval::p50Seconds)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(normal);
        return median > normal + QUEUEING * (criterion.limitSeconds() - normal);
    }

    private static boolean busy(CountInterval second) {
        Double cpu = second.cpu();
        return cpu != null && cpu > BUSY_CPU;
    }
}
