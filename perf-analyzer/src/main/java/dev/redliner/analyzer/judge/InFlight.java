package dev.redliner.analyzer.judge;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.sample.SampleBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * How long the requests that one Envoy sent to one subject and that are not answered have waited at least. Of
 * {@code active} requests at a reading, {@code active - sent since an earlier reading} were sent before that one. Only
 * requests that are surely so old are counted: a healthy host answers nearly all that it got within a limit, so that it
 * has none. Ages are measured from the end of the earlier read to the beginning of this one.
 */
final class InFlight {
    private static final double LONGEST_SECONDS = 120;
    private static final int MOST_READINGS = 2_000;

    private record Reading(double endedSeconds, double sent) {}

    /**
     * What became of requests in a tick, for one limit.
     *
     * @param newly requests that became overdue
     * @param answered answers that took longer than the limit and whose requests an earlier tick counted
     * @param failed failures of requests that an earlier tick counted
     */
    record Change(double newly, double answered, double failed) {
        static final Change NONE = new Change(0, 0, 0);

        Change plus(Change other) {
            return new Change(newly + other.newly, answered + other.answered, failed + other.failed);
        }
    }

    private final Deque<Reading> readings = new ArrayDeque<>();
    /** By limit: overdue requests that were counted and are not known to have ended. */
    private final Map<Duration, Double> counted = new HashMap<>();

    private @Nullable SampleBatch newest;
    private double sent;
    private double active;
    private double beganSeconds;

    /** Takes the next batch. After one that does not follow the one before, nothing is known of earlier requests. */
    void add(SampleBatch batch) {
        Double nowActive = batch.gauges().get(MetricNames.ACTIVE);
        Double began = batch.gauges().get(MetricNames.READ_BEGAN);
        Double ended = batch.gauges().get(MetricNames.READ_ENDED);
        Double requested = batch.counters().get(MetricNames.REQUESTED);
        boolean follows = newest != null && follows(newest, batch);
        newest = batch;
        if (!follows || nowActive == null || began == null || ended == null || requested == null) {
            readings.clear();
            counted.clear();
            sent = 0;
        } else {
            sent += requested;
        }
        if (nowActive == null || began == null || ended == null || requested == null) {
            active = 0;
            return;
        }
        active = nowActive;
        beganSeconds = began;
        readings.addLast(new Reading(ended, sent));
        while (readings.size() > MOST_READINGS || readings.getFirst().endedSeconds() < began - LONGEST_SECONDS) {
            readings.removeFirst();
        }
    }

    private static boolean follows(SampleBatch before, SampleBatch batch) {
        Instant from = batch.time().minus(batch.interval());
        return before.epoch() == batch.epoch()
                && Duration.between(before.time(), from).abs().toMillis() <= 1;
    }

    /** The requests that are surely in flight for longer than this. */
    double olderThan(Duration limit) {
        Reading then = newestBefore(beganSeconds - seconds(limit));
        return then == null ? 0 : Math.max(0, active - (sent - then.sent()));
    }

    /** Adds them by the age that they surely have, in buckets beyond the limit's. */
    void addOlderThan(Duration limit, SortedMap<Integer, Long> countByBucket) {
        double before = 0;
        for (Reading then : readings) {
            double age = beganSeconds - then.endedSeconds();
            if (age < seconds(limit)) {
                return;
            }
            double older = Math.max(0, active - (sent - then.sent()));
            long more = Math.round(older) - Math.round(before);
            if (more > 0) {
                int bucket = LatencyHistogram.bucketOf(Duration.ofNanos(Math.round(age * 1e9)));
                int beyond = Math.max(bucket, LatencyHistogram.bucketOf(limit) + 1);
                countByBucket.merge(Math.min(beyond, LatencyHistogram.BUCKETS - 1), more, Long::sum);
            }
            before = Math.max(before, older);
        }
    }

    /** What the batch that was added last changed, for one limit. Each request is newly overdue once. */
    Change change(Duration limit) {
        SampleBatch batch = newest;
        if (batch == null) {
            return Change.NONE;
        }
        double open = counted.getOrDefault(limit, 0.0);
        LatencyHistogram latency = batch.latencies().getOrDefault(MetricNames.LATENCY, LatencyHistogram.EMPTY);
        double answered = Math.min(open, latency.over(limit));
        open -= answered;
        double failures = counter(batch, MetricNames.TIMEOUTS)
                + counter(batch, MetricNames.RESETS)
                + counter(batch, MetricNames.BROKEN_CONNECTIONS);
        double failed = Math.min(open, Math.min(failures, counter(batch, MetricNames.ERRORS)));
        open -= failed;
        // clients that left: their requests were bad, and are in no other count
        double left = counter(batch, MetricNames.GIVEN_UP) - counter(batch, MetricNames.TIMEOUTS);
        open = Math.min(active, Math.max(0, open - Math.max(0, left)));
        double newly = Math.max(0, olderThan(limit) - open);
        counted.put(limit, open + newly);
        return new Change(newly, answered, failed);
    }

    private @Nullable Reading newestBefore(double endedSeconds) {
        Reading found = null;
        for (Reading reading : readings) {
            if (reading.endedSeconds() > endedSeconds) {
                break;
            }
            found = reading;
        }
        return found;
    }

    private static double counter(SampleBatch batch, String name) {
        return batch.counters().getOrDefault(name, 0.0);
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
