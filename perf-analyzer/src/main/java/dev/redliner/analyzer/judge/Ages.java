package dev.redliner.analyzer.judge;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.sample.SampleBatch;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Lower bounds for the waiting time of requests in flight. Of {@code active} requests at a reading,
 * {@code active - sent since an earlier reading} were sent before that earlier reading. Only requests that are
 * certainly this old are counted. A healthy host answers nearly all its requests within a limit, so it has no such
 * requests. Ages are measured from the end of the earlier read to the beginning of this one.
 */
final class Ages {
    private static final double LONGEST_SECONDS = 120;
    private static final int MOST_READINGS = 2_000;

    private record Reading(double endedSeconds, double sent) {}

    private final Deque<Reading> readings = new ArrayDeque<>();
    private double sent;
    private double active;
    private double beganSeconds;
    private double activeAtFirst;

    /** Starts again: the ages of requests that are in flight now are unknown. */
    void restart() {
        readings.clear();
        sent = 0;
        active = 0;
    }

    /** Takes the batch that follows the previous one, or the first one after a restart. */
    void add(SampleBatch batch) {
        Double nowActive = batch.gauges().get(MetricNames.ACTIVE);
        Double began = batch.gauges().get(MetricNames.READ_BEGAN);
        Double ended = batch.gauges().get(MetricNames.READ_ENDED);
        Double requested = batch.counters().get(MetricNames.REQUESTED);
        if (nowActive == null || began == null || ended == null || requested == null) {
            restart();
            return;
        }
        activeAtFirst = readings.isEmpty() ? nowActive : activeAtFirst;
        sent += readings.isEmpty() ? 0 : requested;
        active = nowActive;
        beganSeconds = began;
        readings.addLast(new Reading(ended, sent));
        while (readings.size() > MOST_READINGS || readings.getFirst().endedSeconds() < began - LONGEST_SECONDS) {
            readings.removeFirst();
        }
    }

    /** Requests in flight, of any age. */
    double active() {
        return active;
    }

    /** Whether there was a reading at least this long ago. */
    boolean reach(Duration limit) {
        return newestBefore(beganSeconds - seconds(limit)) != null;
    }

    /** The requests that are certainly in flight for longer than this. */
    double olderThan(Duration limit) {
        Reading then = newestBefore(beganSeconds - seconds(limit));
        return then == null ? 0 : olderThan(then);
    }

    /** The requests that may be in flight since the first kept reading. */
    double perhapsSinceFirst() {
        return Math.min(active, activeAtFirst);
    }

    private double olderThan(Reading then) {
        return Math.max(0, active - (sent - then.sent()));
    }

    /** Adds these requests by their certain age, in buckets above the limit's bucket. */
    void addOlderThan(Duration limit, SortedMap<Integer, Long> countByBucket) {
        double before = 0;
        for (Reading then : readings) {
            double age = beganSeconds - then.endedSeconds();
            if (age < seconds(limit)) {
                return;
            }
            double older = olderThan(then);
            long more = Math.round(older) - Math.round(before);
            if (more > 0) {
                int bucket = LatencyHistogram.bucketOf(Duration.ofNanos(Math.round(age * 1e9)));
                int beyond = Math.max(bucket, LatencyHistogram.bucketOf(limit) + 1);
                countByBucket.merge(Math.min(beyond, LatencyHistogram.BUCKETS - 1), more, Long::sum);
            }
            before = Math.max(before, older);
        }
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

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
