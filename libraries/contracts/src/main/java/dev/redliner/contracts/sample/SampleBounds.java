package dev.redliner.contracts.sample;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;

/** Rejects implausible values, which would decode and then break arithmetic or fill memory elsewhere. */
final class SampleBounds {
    /** A collector that sends ten batches a second reaches this sequence after three thousand years. */
    private static final long MOST_SEQUENCE = 1_000_000_000_000L;

    private static final Instant EARLIEST = Instant.EPOCH;
    private static final Instant LATEST = Instant.parse("2200-01-01T00:00:00Z");
    private static final Duration LONGEST_INTERVAL = Duration.ofHours(1);
    /** A reporter's clock may be set back after it started. */
    private static final Duration EPOCH_AHEAD = Duration.ofDays(1);
    /** Highest count in one interval, of one kind. */
    private static final double MOST_REQUESTS = 1e12;

    private SampleBounds() {}

    static void check(long epoch, long sequence, Instant time, Duration interval) {
        if (sequence < 0 || sequence > MOST_SEQUENCE) {
            throw new IllegalArgumentException("sequence " + sequence + " is not within 0 to " + MOST_SEQUENCE);
        }
        if (time.isBefore(EARLIEST) || time.isAfter(LATEST)) {
            throw new IllegalArgumentException("time " + time + " is not within " + EARLIEST + " to " + LATEST);
        }
        if (epoch < 0 || epoch > time.plus(EPOCH_AHEAD).toEpochMilli()) {
            throw new IllegalArgumentException("epoch " + epoch + " is not before the batch's time " + time);
        }
        if (interval.isNegative() || interval.isZero() || interval.compareTo(LONGEST_INTERVAL) > 0) {
            throw new IllegalArgumentException(
                    "interval " + interval + " is not above zero and at most " + LONGEST_INTERVAL);
        }
    }

    static void checkRequests(Map<String, Double> counters, Map<String, LatencyHistogram> latencies) {
        Stream.of(MetricNames.REQUESTED, MetricNames.COMPLETED, MetricNames.ERRORS, MetricNames.CONNECT_FAILURES)
                .filter(name -> counters.getOrDefault(name, 0.0) > MOST_REQUESTS)
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException(name + " " + counters.get(name) + " is above " + MOST_REQUESTS);
                });
        latencies.forEach((name, histogram) -> {
            for (long count : histogram.counts()) {
                if (count > MOST_REQUESTS) {
                    throw new IllegalArgumentException(name + " has " + count + " requests in a bucket");
                }
            }
            if (histogram.sumSeconds() > MOST_REQUESTS) {
                throw new IllegalArgumentException(name + " adds up to " + histogram.sumSeconds() + " s");
            }
        });
    }
}
