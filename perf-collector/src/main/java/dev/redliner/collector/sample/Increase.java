package dev.redliner.collector.sample;

import dev.redliner.contracts.sample.Gap;
import dev.redliner.contracts.sample.LatencyHistogram;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The increase between two readings of a source. A counter that fell, or that has no reading directly before, is a gap:
 * never negative, never a spike. The increase of a counter that fell is unknown, because its value right before the
 * reset was not read.
 */
record Increase(Map<String, Double> counters, Map<String, LatencyHistogram> latencies, List<Gap> gaps) {
    static final String FIRST = "first reading";
    static final String RESET = "counter was reset";
    static final String IMPLAUSIBLE = "more values than a service can have had";
    static final String RESTARTED = "process was restarted";
    static final String OLDER = "an older process answers; does a page belong to several?";

    private static final double MOST_IN_ONE_READING = 1e12;

    /** Start times are often derived from whole seconds of uptime, so they jitter. */
    private static final Duration START_TOLERANCE = Duration.ofSeconds(2);

    static Increase between(@Nullable Reading before, Reading after) {
        var increase = new Increase(new HashMap<>(), new HashMap<>(), new ArrayList<>());
        Optional<String> another =
                before == null ? Optional.empty() : anotherProcess(before.startedAt(), after.startedAt());
        String missing = another.orElse(FIRST);
        Reading since = another.isEmpty() ? before : null;
        Map<String, Double> counters = since == null ? Map.of() : since.counters();
        after.counters().forEach((name, total) -> increase.addCounter(name, counters.get(name), total, missing));
        Map<String, SortedMap<Integer, Long>> latencies = since == null ? Map.of() : since.latencies();
        after.latencies().forEach((name, totals) -> increase.addLatency(name, latencies.get(name), totals, missing));
        return increase;
    }

    static String notANumber(double value) {
        return "value is " + value;
    }

    private void addCounter(String name, @Nullable Double before, double after, String missing) {
        if (!Double.isFinite(after)) {
            gaps.add(new Gap(name, notANumber(after)));
        } else if (before == null || !Double.isFinite(before)) {
            gaps.add(new Gap(name, missing));
        } else if (after < before) {
            gaps.add(new Gap(name, RESET));
        } else {
            counters.put(name, after - before);
        }
    }

    private void addLatency(
            String name, @Nullable SortedMap<Integer, Long> before, SortedMap<Integer, Long> after, String missing) {
        if (before == null) {
            gaps.add(new Gap(name, missing));
        } else if (fell(before, after)) {
            gaps.add(new Gap(name, RESET));
        } else {
            LatencyHistogram increase = difference(before, after);
            if (isPlausible(increase)) {
                latencies.put(name, increase);
            } else {
                gaps.add(new Gap(name, IMPLAUSIBLE));
            }
        }
    }

    /** A batch with more is refused as a whole, and the readings of other sources with it. */
    private static boolean isPlausible(LatencyHistogram increase) {
        return increase.sumSeconds() <= MOST_IN_ONE_READING
                && LongStream.of(increase.counts()).allMatch(count -> count <= MOST_IN_ONE_READING);
    }

    /** The reason why readings of two processes have no increase; empty for one process, and if it is not known. */
    private static Optional<String> anotherProcess(@Nullable Instant before, @Nullable Instant after) {
        if (before == null || after == null) {
            return Optional.empty();
        }
        Duration later = Duration.between(before, after);
        return later.abs().compareTo(START_TOLERANCE) <= 0
                ? Optional.empty()
                : Optional.of(later.isNegative() ? OLDER : RESTARTED);
    }

    private static boolean fell(SortedMap<Integer, Long> before, SortedMap<Integer, Long> after) {
        return before.entrySet().stream().anyMatch(e -> after.getOrDefault(e.getKey(), 0L) < e.getValue());
    }

    /** The sum of the latencies is calculated from the middles of the buckets; its error is at most 5%. */
    private static LatencyHistogram difference(SortedMap<Integer, Long> before, SortedMap<Integer, Long> after) {
        var increase = new TreeMap<Integer, Long>();
        double sumSeconds = 0;
        for (var entry : after.entrySet()) {
            long count = entry.getValue() - before.getOrDefault(entry.getKey(), 0L);
            increase.put(entry.getKey(), count);
            sumSeconds += count * LatencyHistogram.middleSeconds(entry.getKey());
        }
        return LatencyHistogram.of(increase, sumSeconds);
    }
}
