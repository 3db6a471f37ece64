package dev.redliner.controller.replay;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.rules.LatencyStatistic;
import dev.redliner.rules.RuleNames;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The counts of some hosts in the past that a rule covers, as sums over the recorded ticks. */
final class CountWindow {
    /** As in a run, a window with less than this fraction of its time has no value. */
    private static final double LEAST_COVERED = 0.8;

    private static final int LEAST_TICKS = 2;

    private final Duration length;
    private final Deque<Counts> ticks = new ArrayDeque<>();
    private Sum sum = Sum.NONE;
    private final long[] buckets = new long[LatencyHistogram.BUCKETS];
    private @Nullable Instant began;
    private @Nullable Instant end;
    private @Nullable LatencyHistogram latency;

    CountWindow(Duration length) {
        this.length = length;
    }

    /** Adds a tick, later than all before. */
    void add(Counts tick) {
        began = began == null ? tick.from() : began;
        ticks.addLast(tick);
        sum = sum.plus(tick, 1);
        count(tick.latency(), 1);
    }

    /** Ends the window at a moment, later than all before. */
    void end(Instant at) {
        end = at;
        latency = null;
        Instant start = at.minus(length);
        while (!ticks.isEmpty() && !ticks.getFirst().to().isAfter(start)) {
            Counts left = ticks.removeFirst();
            sum = ticks.isEmpty() ? Sum.NONE : sum.plus(left, -1);
            count(left.latency(), -1);
        }
    }

    private void count(LatencyHistogram histogram, int sign) {
        int[] in = histogram.buckets();
        long[] counts = histogram.counts();
        for (int i = 0; i < in.length; i++) {
            buckets[in[i]] += sign * counts[i];
        }
    }

    /** The value of a metric of the requests by its name without a prefix; empty if too little was recorded. */
    OptionalDouble value(String name) {
        return isCovered() ? known(name) : OptionalDouble.empty();
    }

    private OptionalDouble known(String name) {
        return switch (name) {
            case RuleNames.ERRORS -> OptionalDouble.of(sum.errors());
            case RuleNames.SAMPLES -> OptionalDouble.of(completed());
            case RuleNames.ERROR_RATE ->
                completed() > 0 ? OptionalDouble.of(sum.errors() / completed()) : OptionalDouble.empty();
            case RuleNames.RPS -> OptionalDouble.of(sum.completed() / sum.seconds());
            case RuleNames.RPS_REQUESTED -> OptionalDouble.of(sum.requested() / sum.seconds());
            default -> latency(name);
        };
    }

    private OptionalDouble latency(String name) {
        LatencyHistogram all = latencies();
        if (all.count() == 0) {
            return OptionalDouble.empty();
        }
        return Arrays.stream(LatencyStatistic.values())
                .filter(statistic -> statistic.metric().equals(name))
                .mapToDouble(statistic -> statistic.fraction().isPresent()
                        ? all.quantileSeconds(statistic.fraction().getAsDouble())
                        : all.meanSeconds())
                .findFirst();
    }

    /** The mean CPU, weighted by the length of the ticks; empty if too little of it was recorded. */
    OptionalDouble cpu() {
        double weighted = 0;
        double seconds = 0;
        for (Counts tick : ticks) {
            Double cpu = tick.cpu();
            if (cpu != null) {
                weighted += cpu * tick.seconds();
                seconds += tick.seconds();
            }
        }
        return isCovered() && seconds >= LEAST_COVERED * sum.seconds()
                ? OptionalDouble.of(weighted / seconds)
                : OptionalDouble.empty();
    }

    /** Requests that took longer, or have waited for longer; empty if too little was recorded. */
    OptionalDouble over(Duration limit) {
        return isCovered() ? OptionalDouble.of(latencies().over(limit)) : OptionalDouble.empty();
    }

    private boolean isCovered() {
        if (end == null || began == null || ticks.size() < LEAST_TICKS) {
            return false;
        }
        Duration since = Duration.between(began, end);
        Duration due = since.compareTo(length) < 0 ? since : length;
        return sum.seconds() >= LEAST_COVERED * due.toNanos() / 1e9;
    }

    /** Each request counts once: when it became overdue, and not again when it ended. */
    private double completed() {
        return Math.max(0, sum.completed() + Math.round(sum.waiting()));
    }

    /** The latencies, with the requests that wait for an answer in the bucket of the time that they waited at least. */
    private LatencyHistogram latencies() {
        if (latency == null) {
            long waiting = Math.round(sum.waiting());
            LatencyHistogram answered = LatencyHistogram.of(counted(), Math.max(0, sum.latencySeconds()));
            latency = waiting <= 0 || ticks.isEmpty()
                    ? answered.withoutSlowest(-waiting)
                    : answered.plus(ticks.getLast().waited(waiting));
        }
        return latency;
    }

    private SortedMap<Integer, Long> counted() {
        var counted = new TreeMap<Integer, Long>();
        for (int bucket = 0; bucket < buckets.length; bucket++) {
            if (buckets[bucket] > 0) {
                counted.put(bucket, buckets[bucket]);
            }
        }
        return counted;
    }
}
