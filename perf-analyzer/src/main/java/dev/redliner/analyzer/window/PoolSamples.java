package dev.redliner.analyzer.window;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.sample.SampleBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/** The recent samples of a pool. Not safe for concurrent use. */
public final class PoolSamples {
    /** About 100 MB; a pool of 20 hosts with 150 metrics each produces 3,000 values a tick. */
    private static final long MOST_VALUES = 1_000_000;

    /** By host and source; sorted, so that sums of doubles do not depend on the order of arrival. */
    private final Map<String, Map<String, Series>> byHost = new TreeMap<>();

    public void add(SampleBatch batch) {
        byHost.computeIfAbsent(batch.host(), host -> new TreeMap<>())
                .computeIfAbsent(batch.source(), source -> new Series())
                .add(batch);
    }

    /**
     * Drops the oldest batches of a pool that has more values than may be kept: half of the kept time, repeatedly until
     * the rest fits. A window that reaches back further then has the values of the kept time.
     *
     * @return the start of the kept time; empty if there were not too many values
     */
    public Optional<Instant> evictTooMuch() {
        Optional<Instant> oldest = Optional.empty();
        while (values() > MOST_VALUES && !isEmpty()) {
            Instant newest = all().map(Series::newest).max(Instant::compareTo).orElseThrow();
            Instant first = all().map(Series::oldest).min(Instant::compareTo).orElseThrow();
            oldest = Optional.of(first.plus(Duration.between(first, newest).dividedBy(2)));
            evictBefore(oldest.get());
        }
        return oldest;
    }

    /** Number of kept gauges, counters and latency buckets. */
    long values() {
        return all().mapToLong(Series::values).sum();
    }

    private Stream<Series> all() {
        return byHost.values().stream().flatMap(byReporter -> byReporter.values().stream());
    }

    /** Drops batches that ended at this instant or before. */
    public void evictBefore(Instant oldest) {
        byHost.values().forEach(byReporter -> {
            byReporter.values().forEach(series -> series.evictBefore(oldest));
            byReporter.values().removeIf(Series::isEmpty);
        });
        byHost.values().removeIf(Map::isEmpty);
    }

    public boolean isEmpty() {
        return byHost.isEmpty();
    }

    /** The hosts, peers as a whole and dependencies that batches are about, sorted. */
    public Collection<String> hosts() {
        return Collections.unmodifiableSet(byHost.keySet());
    }

    /** The newest end of a batch about the host. */
    public Optional<Instant> lastSeen(String host) {
        return series(host).map(Series::newest).max(Instant::compareTo);
    }

    /** The newest end of a batch about the host that holds more than gaps. */
    public Optional<Instant> lastRead(String host) {
        return series(host).flatMap(series -> series.newestRead().stream()).max(Instant::compareTo);
    }

    /** The newest end of any batch. */
    public Optional<Instant> newest() {
        return byHost.keySet().stream().flatMap(host -> lastSeen(host).stream()).max(Instant::compareTo);
    }

    /** The Envoys' counts of these hosts together. */
    public ServiceReading service(Collection<String> hosts, Span span) {
        var sum = new ServiceSum(span);
        for (String host : hosts) {
            byHost.getOrDefault(host, Map.of()).forEach((reporter, series) -> sum.add(series, host, reporter));
        }
        return sum.reading();
    }

    /** A gauge's mean or a counter's increase per second at a host; the mean of several reporters. */
    public OptionalDouble plain(String host, String name, Span span) {
        return mean(host, series -> series.mean(name, span));
    }

    /** The values of a histogram that a host's service reports, of all reporters; empty if none covers the span. */
    public Optional<LatencyHistogram> histogram(String host, String name, Span span) {
        return series(host)
                .flatMap(series -> series.histogram(name, span).stream())
                .reduce(LatencyHistogram::plus);
    }

    /**
     * The highest reading of a gauge, or the highest increase per second of a counter between two readings, at a host;
     * the highest of several reporters.
     */
    public OptionalDouble highestReading(String host, String name, Span span) {
        return series(host)
                .map(series -> series.highest(name, span))
                .flatMapToDouble(OptionalDouble::stream)
                .max();
    }

    /**
     * A gauge or a counter's increase per second at a host in a tick, or its last reading shortly before the end of the
     * tick; the mean of several reporters.
     */
    public OptionalDouble lately(String host, String name, Span tick) {
        return mean(host, series -> series.lately(name, tick));
    }

    /** The last reading of a gauge at a host within the given time before {@code end}. */
    public OptionalDouble last(String host, String gauge, Instant end, Duration within) {
        return mean(host, series -> series.last(gauge, end, within));
    }

    /**
     * The last reading of a gauge at a host, the highest of several reporters. The highest one does not change when
     * other reporters come and go, unless it is affected itself.
     */
    public OptionalDouble highest(String host, String gauge, Instant end, Duration within) {
        return series(host)
                .map(series -> series.last(gauge, end, within))
                .flatMapToDouble(OptionalDouble::stream)
                .max();
    }

    /**
     * A gauge in the newest batch of each reporter of a host within the given time; absent if that batch does not
     * contain it.
     */
    public Map<String, Double> newest(String host, String gauge, Instant end, Duration within) {
        var byReporter = new TreeMap<String, Double>();
        byHost.getOrDefault(host, Map.of()).forEach((reporter, series) -> series.newest(gauge, end, within)
                .ifPresent(value -> byReporter.put(reporter, value)));
        return byReporter;
    }

    /** The batches of all reporters about a host that end within the span; oldest first for each reporter. */
    public List<SampleBatch> within(String host, Span span) {
        return series(host).flatMap(series -> series.within(span).stream()).toList();
    }

    /** The names of gauges and counters of these hosts in the span that begin with the prefix, sorted. */
    public Collection<String> plainNames(Collection<String> hosts, String prefix, Span span) {
        return names(
                hosts,
                prefix,
                span,
                batch -> Stream.concat(batch.gauges().keySet().stream(), batch.counters().keySet().stream()));
    }

    /** The names of histograms of these hosts in the span that begin with the prefix, sorted. */
    public Collection<String> histogramNames(Collection<String> hosts, String prefix, Span span) {
        return names(hosts, prefix, span, batch -> batch.latencies().keySet().stream());
    }

    private Collection<String> names(
            Collection<String> hosts, String prefix, Span span, Function<SampleBatch, Stream<String>> of) {
        var names = new TreeSet<String>();
        hosts.stream()
                .flatMap(this::series)
                .flatMap(series -> series.within(span).stream())
                .flatMap(of)
                .filter(name -> name.startsWith(prefix))
                .forEach(names::add);
        return names;
    }

    private OptionalDouble mean(String host, Function<Series, OptionalDouble> value) {
        return series(host).map(value).flatMapToDouble(OptionalDouble::stream).average();
    }

    private Stream<Series> series(String host) {
        return byHost.getOrDefault(host, Map.of()).values().stream();
    }
}
