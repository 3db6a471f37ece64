package dev.redliner.analyzer.judge;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.sample.SampleBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The requests that one Envoy sent to one entity, from when they are sent until they are answered, fail, or their
 * clients leave. For each limit a request counts once: as overdue, or as one whose client left before it was overdue.
 *
 * <p>The results are bounds where ages are unknown:
 * <ul>
 * <li>Requests in flight at the very first batch, such as open streams, are not charged if they are still in flight
 * when a limit has passed. At most as many requests as were in flight then go uncharged.
 * <li>After a batch that does not follow its predecessor, counted requests stay counted. If some of them ended in the
 * lost batches, at most as many new ones are not counted, and never more than are in flight.
 * <li>A batch that arrives more than a limit later than its successor may contain ends of requests that are no longer
 * tracked. These requests then count a second time as slow answers.
 * </ul>
 */
final class InFlight {

    /**
     * Requests that became overdue or ended in a tick, for one limit.
     *
     * @param newly requests that became overdue
     * @param answered answers that took longer than the limit, to requests that an earlier tick counted
     * @param failed failures of requests that an earlier tick counted
     * @param left requests whose clients left and that no tick counts as overdue
     */
    record Change(double newly, double answered, double failed, double left) {
        static final Change NONE = new Change(0, 0, 0, 0);

        /** Whether no request became overdue and no overdue request ended. */
        boolean isNone() {
            return newly == 0 && answered == 0 && failed == 0;
        }

        Change plus(Change other) {
            return new Change(newly + other.newly, answered + other.answered, failed + other.failed, left + other.left);
        }
    }

    private final Ages ages = new Ages();
    /** By limit: overdue requests that were counted and for which no end was observed. */
    private final Map<Duration, Double> counted = new HashMap<>();

    private final ReporterLives lives = new ReporterLives();
    private long newestLife;
    private @Nullable SampleBatch newest;

    /** Takes a batch and returns its changes by limit. A batch that arrives late adds only the ends of requests. */
    Map<Duration, Change> add(SampleBatch batch, Set<Duration> limits) {
        long life = lives.numberOf(batch);
        boolean late =
                newest != null && (life < newestLife || life == newestLife && batch.sequence() < newest.sequence());
        if (!late) {
            newestLife = life;
            if (newest == null || !follows(newest, batch)) {
                ages.restart();
            }
            ages.add(batch);
            newest = batch;
        }
        var changes = new HashMap<Duration, Change>();
        limits.forEach(limit -> changes.put(limit, change(batch, limit, late)));
        return changes;
    }

    private static boolean follows(SampleBatch before, SampleBatch batch) {
        Instant from = batch.time().minus(batch.interval());
        return before.epoch() == batch.epoch()
                && Duration.between(before.time(), from).abs().toMillis() <= 1;
    }

    /** Adds the requests that wait for longer than this by their certain age, in buckets above the limit's bucket. */
    void addOlderThan(Duration limit, SortedMap<Integer, Long> countByBucket) {
        ages.addOlderThan(limit, countByBucket);
    }

    private Change change(SampleBatch batch, Duration limit, boolean late) {
        Double before = counted.get(limit);
        double open = before == null ? 0 : before;
        LatencyHistogram latency = batch.latencies().getOrDefault(MetricNames.LATENCY, LatencyHistogram.EMPTY);
        double answered = Math.min(open, latency.over(limit));
        open -= answered;
        double failures = failures(batch);
        double errors = Math.min(failures, counter(batch, MetricNames.ERRORS));
        double failed = Math.min(open, errors);
        // Envoy's counts do not treat an answer that breaks off in its body as an error
        open -= failed + Math.min(open - failed, failures - errors);
        double older = ages.olderThan(limit);
        double left = Math.max(0, counter(batch, MetricNames.GIVEN_UP) - counter(batch, MetricNames.TIMEOUTS));
        // keeps at least the requests that are certainly in flight: clients of younger requests leave too
        double gone = Math.min(left, Math.max(0, open - older));
        open -= gone;
        if (late || !ages.reach(limit)) {
            if (before != null) {
                // not yet capped by the requests in flight: a late batch may contain the ends of some
                counted.put(limit, open);
            }
            return new Change(0, answered, failed, left - gone);
        }
        open = Math.min(ages.active(), before == null ? ages.perhapsSinceFirst() : open);
        double newly = Math.max(0, older - open);
        counted.put(limit, open + newly);
        return new Change(newly, answered, failed, left - gone);
    }

    private static double failures(SampleBatch batch) {
        return counter(batch, MetricNames.TIMEOUTS)
                + counter(batch, MetricNames.RESETS)
                + counter(batch, MetricNames.BROKEN_CONNECTIONS);
    }

    private static double counter(SampleBatch batch, String name) {
        return batch.counters().getOrDefault(name, 0.0);
    }
}
