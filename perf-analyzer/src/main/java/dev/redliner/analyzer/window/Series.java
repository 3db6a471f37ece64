package dev.redliner.analyzer.window;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.rules.Coverage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The batches of one reporter about one host, by the end of their intervals. Batches may arrive in any order. */
final class Series {
    /** A reading of a host may miss a tick, and is of the tick's load nevertheless. */
    private static final Duration LATELY = Duration.ofSeconds(3);

    /** With its name and the entry of a map. */
    private static final int BYTES_OF_VALUE = 100;

    private final List<SampleBatch> batches = new ArrayList<>();
    private long values;

    void add(SampleBatch batch) {
        int at = batches.size();
        while (at > 0 && batches.get(at - 1).time().isAfter(batch.time())) {
            at--;
        }
        batches.add(at, batch);
        values += values(batch);
    }

    /** Number of gauges, counters and latency buckets in the series. Long texts count as several. */
    long values() {
        return values;
    }

    private static long values(SampleBatch batch) {
        // the batch itself takes about as much memory as ten values
        return 10L
                + batch.gauges().size()
                + batch.counters().size()
                + batch.properties().values().stream()
                        .mapToLong(text -> 1 + text.length() / BYTES_OF_VALUE)
                        .sum()
                + batch.latencies().values().stream()
                        .mapToLong(LatencyHistogram::size)
                        .sum();
    }

    void evictBefore(Instant oldest) {
        List<SampleBatch> gone = batches.subList(0, firstEndingAfter(oldest));
        gone.forEach(batch -> values -= values(batch));
        gone.clear();
    }

    boolean isEmpty() {
        return batches.isEmpty();
    }

    Instant oldest() {
        return batches.get(0).time();
    }

    Instant newest() {
        return batches.get(batches.size() - 1).time();
    }

    Optional<Instant> newestRead() {
        for (int i = batches.size() - 1; i >= 0; i--) {
            if (holdsValues(batches.get(i))) {
                return Optional.of(batches.get(i).time());
            }
        }
        return Optional.empty();
    }

    private static boolean holdsValues(SampleBatch batch) {
        return !(batch.gauges().isEmpty()
                && batch.counters().isEmpty()
                && batch.latencies().isEmpty());
    }

    boolean countsRequests() {
        return batches.stream().anyMatch(SampleBatch::countsRequests);
    }

    /** The batches that end within the span, oldest first. */
    List<SampleBatch> within(Span span) {
        return batches.subList(firstEndingAfter(span.start()), firstEndingAfter(span.end()));
    }

    boolean covers(Span span, List<SampleBatch> within, double coveredSeconds) {
        if (within.isEmpty()) {
            return false;
        }
        SampleBatch oldest = batches.get(0);
        SampleBatch newest = within.get(within.size() - 1);
        Instant began = oldest.time().minus(oldest.interval());
        return span.isCovered(coveredSeconds, began, newest.time(), newest.interval());
    }

    /**
     * A gauge's mean, weighted by the intervals, or a counter's increase per second; empty if its readings cover too
     * little of the span.
     */
    OptionalDouble mean(String name, Span span) {
        double weighted = 0;
        double seconds = 0;
        List<SampleBatch> within = within(span);
        for (SampleBatch batch : within) {
            double total = total(batch, name);
            if (!Double.isNaN(total)) {
                weighted += total;
                seconds += Span.seconds(batch.interval());
            }
        }
        return covers(span, within, seconds) ? OptionalDouble.of(weighted / seconds) : OptionalDouble.empty();
    }

    /**
     * The highest reading of a gauge or increase per second of a counter, if its readings cover enough of the span.
     * Readings are combined to a second at least: the highest of shorter ones would be higher at the same host.
     */
    OptionalDouble highest(String name, Span span) {
        double highest = Double.NEGATIVE_INFINITY;
        double weighted = 0;
        double length = 0;
        double seconds = 0;
        List<SampleBatch> within = within(span);
        for (SampleBatch batch : within) {
            double total = total(batch, name);
            if (Double.isNaN(total)) {
                continue;
            }
            weighted += total;
            length += Span.seconds(batch.interval());
            seconds += Span.seconds(batch.interval());
            if (length >= Coverage.READING_SECONDS) {
                highest = Math.max(highest, weighted / length);
                weighted = 0;
                length = 0;
            }
        }
        if (!covers(span, within, seconds)) {
            return OptionalDouble.empty();
        }
        // a span of less than a second has no whole reading
        return OptionalDouble.of(Double.isInfinite(highest) ? weighted / length : highest);
    }

    /**
     * A gauge's mean or a counter's increase per second over the readings that end in a tick. Without any, that of the
     * last reading in the seconds before the end of the tick. A reading over a longer time is left out, because it is
     * also of earlier loads.
     */
    OptionalDouble lately(String name, Span tick) {
        Duration longest = tick.length().compareTo(LATELY) > 0 ? tick.length() : LATELY;
        List<SampleBatch> recent = within(new Span(tick.end(), longest, tick.tick()));
        double weighted = 0;
        double seconds = 0;
        for (int i = recent.size() - 1; i >= 0; i--) {
            SampleBatch batch = recent.get(i);
            if (seconds > 0 && !batch.time().isAfter(tick.start())) {
                break;
            }
            double total = total(batch, name);
            if (!Double.isNaN(total) && batch.interval().compareTo(longest) <= 0) {
                weighted += total;
                seconds += Span.seconds(batch.interval());
            }
        }
        return seconds > 0 ? OptionalDouble.of(weighted / seconds) : OptionalDouble.empty();
    }

    /** The values of a histogram that the service reports; empty if its readings cover too little of the span. */
    Optional<LatencyHistogram> histogram(String name, Span span) {
        var sum = new HistogramSum();
        double seconds = 0;
        List<SampleBatch> within = within(span);
        for (SampleBatch batch : within) {
            LatencyHistogram values = batch.latencies().get(name);
            if (values != null) {
                sum.add(values);
                seconds += Span.seconds(batch.interval());
            }
        }
        return seconds > 0 && covers(span, within, seconds) ? Optional.of(sum.total()) : Optional.empty();
    }

    /** A gauge times the seconds of its interval, or the increase of a counter; NaN if the batch has neither. */
    private static double total(SampleBatch batch, String name) {
        Double gauge = batch.gauges().get(name);
        if (gauge != null) {
            return gauge * Span.seconds(batch.interval());
        }
        Double counter = batch.counters().get(name);
        return counter == null ? Double.NaN : counter;
    }

    /** The last reading of a gauge within the given time before the end. */
    OptionalDouble last(String gauge, Instant end, Duration within) {
        List<SampleBatch> recent = within(new Span(end, within, within));
        for (int i = recent.size() - 1; i >= 0; i--) {
            Double value = recent.get(i).gauges().get(gauge);
            if (value != null) {
                return OptionalDouble.of(value);
            }
        }
        return OptionalDouble.empty();
    }

    /** A gauge in the newest batch within the given time before the end; earlier batches are ignored. */
    OptionalDouble newest(String gauge, Instant end, Duration within) {
        List<SampleBatch> recent = within(new Span(end, within, within));
        Double value =
                recent.isEmpty() ? null : recent.get(recent.size() - 1).gauges().get(gauge);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    private int firstEndingAfter(Instant instant) {
        int low = 0;
        int high = batches.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (batches.get(middle).time().isAfter(instant)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
