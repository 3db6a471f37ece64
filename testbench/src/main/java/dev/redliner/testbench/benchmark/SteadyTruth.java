package dev.redliner.testbench.benchmark;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;

/**
 * The true redline of a real host, from steady runs at loads around it. Each further run makes it more exact.
 *
 * @param runs all steady runs so far
 * @param rough approximate redline for the first run, requests per second
 */
record SteadyTruth(List<SteadyRun> runs, double rough) {
    /** The logarithm of each load, from that of the redline. Mixed, so that a slow change of the machine is no slope. */
    private static final double[] AROUND = {-0.02, 0.02, 0, -0.04, 0.03, -0.01, 0.01, -0.03, 0.04, 0};
    /** Step to a redline that all loads so far are below, or above; a logarithm. */
    private static final double STEP = 0.06;

    /** Number of the last runs that show where the redline is while the line does not. Earlier ones may be wrong. */
    private static final int LAST = 6;
    /** With a larger standard error the line does not show where the next runs belong. */
    private static final double LARGEST_ERROR_PERCENT = 2;

    SteadyTruth {
        runs = List.copyOf(runs);
    }

    /**
     * The redline with its standard error, or empty if too few runs are near it. The error comes from the distances of the
     * runs to a straight line. It does not contain that the line may be bent.
     */
    Optional<LongRunTruth> redline() {
        LongRunTruth slow = CountLine.crossing(
                runs.stream().map(SteadyRun::slowCount).toList(), RealService.ALLOWED_SLOW, "latency");
        LongRunTruth failed = CountLine.crossing(
                runs.stream().map(SteadyRun::failedCount).toList(), RealService.ALLOWED_ERRORS, "errors");
        LongRunTruth first = slow.rps() <= failed.rps() ? slow : failed;
        return Double.isFinite(first.rps()) && first.standardErrorPercent() <= LARGEST_ERROR_PERCENT
                ? Optional.of(first)
                : Optional.empty();
    }

    /** The load of the next run, requests per second. */
    double next() {
        return middle() * Math.exp(AROUND[runs.size() % AROUND.length]);
    }

    private double middle() {
        return redline().map(LongRunTruth::rps).orElseGet(this::edge);
    }

    /** Between the loads that kept the limits and those that did not, or a step beyond them. */
    private double edge() {
        if (runs.isEmpty()) {
            return rough;
        }
        DoubleSummaryStatistics kept = loads(true);
        DoubleSummaryStatistics broken = loads(false);
        if (broken.getCount() == 0) {
            return kept.getMax() * Math.exp(STEP);
        }
        return kept.getCount() == 0 ? broken.getMin() * Math.exp(-STEP) : Math.sqrt(kept.getMax() * broken.getMin());
    }

    private DoubleSummaryStatistics loads(boolean kept) {
        return runs.subList(Math.max(0, runs.size() - LAST), runs.size()).stream()
                .filter(run -> run.worst() <= 1 == kept)
                .mapToDouble(SteadyRun::rps)
                .summaryStatistics();
    }
}
