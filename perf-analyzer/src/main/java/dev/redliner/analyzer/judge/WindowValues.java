package dev.redliner.analyzer.judge;

import dev.redliner.analyzer.window.PoolSamples;
import dev.redliner.analyzer.window.ServiceReading;
import dev.redliner.analyzer.window.ServiceWindow;
import dev.redliner.analyzer.window.Span;
import dev.redliner.contracts.pool.DependencyMetric;
import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.watch.Watch;
import dev.redliner.rules.BucketPercentile;
import dev.redliner.rules.LatencyStatistic;
import dev.redliner.rules.MetricValues;
import dev.redliner.rules.RuleNames;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of a watched pool over one window, by the names that rules use. Service metrics are counted by Envoys.
 * Host, JVM and application metrics are time-weighted means of gauges and rates per second of counters. For several
 * hosts they are the mean, if at least half of the hosts report.
 */
final class WindowValues implements MetricValues {
    private final PoolSamples samples;
    private final Watch watch;
    private final List<String> sut;
    private final Span span;
    private final Map<Scope, ServiceReading> services = new HashMap<>();
    private final Map<String, OptionalDouble> values = new HashMap<>();

    /** @param sut the hosts that count as the SUT: all hosts of the watch's SUT, or the one that is judged */
    WindowValues(PoolSamples samples, Watch watch, List<String> sut, Span span, ClosedTick tick) {
        this.samples = samples;
        this.watch = watch;
        this.sut = sut;
        this.span = span;
        ServiceReading peers = tick.peersWhole()
                ? samples.service(List.of(SampleBatch.PEERS), span)
                : new ServiceReading.Missing("an Envoy's counts of the peers are missing");
        services.put(Scope.SUT, ofSut(sut, tick));
        services.put(Scope.PEERS, peers);
        services.put(Scope.POOL, ofSut(watch.sut(), tick).plus(peers));
    }

    private ServiceReading ofSut(List<String> hosts, ClosedTick tick) {
        return tick.sutWhole()
                ? samples.service(hosts, span)
                : new ServiceReading.Missing("an Envoy's counts of the SUT are missing");
    }

    /** The length of the window. */
    Duration length() {
        return span.length();
    }

    /** The reading of the SUT in the window. */
    ServiceReading sut() {
        return Objects.requireNonNull(services.get(Scope.SUT));
    }

    @Override
    public OptionalDouble value(String name) {
        return values.computeIfAbsent(name, this::read);
    }

    /** A metric that the SUT reports, in a tick at the end of the window instead of over the window. */
    OptionalDouble inTick(String plain, Duration tick) {
        Span ofTick = new Span(span.end(), tick, span.tick());
        return sut.stream()
                .map(host -> samples.lately(host, plain, ofTick))
                .flatMapToDouble(OptionalDouble::stream)
                .average();
    }

    /** The reason for a missing metric, if there is a more specific one than that it is missing. */
    Optional<String> whyMissing(String name) {
        if (name.startsWith(RuleNames.BASELINE_PREFIX)) {
            return Optional.of("the baseline has no " + name.substring(RuleNames.BASELINE_PREFIX.length()));
        }
        if (PeerStatistic.of(name).isPresent()) {
            return Optional.of("too few of the " + watch.peers().size() + " peers report it");
        }
        Scope scope = Scope.of(name);
        if (scope == Scope.DEPENDENCY) {
            return DependencyMetric.of(name)
                    .map(it -> samples.lastSeen(it.entity()).isPresent()
                            ? "dependency " + it.dependency() + " does not report " + it.metric()
                            : "no collector reports dependency " + it.dependency());
        }
        return isService(scope.plain(name)) && services.get(scope) instanceof ServiceReading.Missing missing
                ? Optional.of(missing.reason())
                : Optional.empty();
    }

    private OptionalDouble read(String name) {
        if (name.startsWith(RuleNames.BASELINE_PREFIX)) {
            Double known = baseline(name.substring(RuleNames.BASELINE_PREFIX.length()));
            return known == null ? OptionalDouble.empty() : OptionalDouble.of(known);
        }
        Optional<PeerStatistic> statistic = PeerStatistic.of(name);
        if (statistic.isPresent()) {
            double[] peers = known(watch.peers(), statistic.get().plain(name));
            return isMost(peers, watch.peers()) ? statistic.get().of(peers) : OptionalDouble.empty();
        }
        if (name.startsWith(RuleNames.MAX_PREFIX)) {
            return highest(name.substring(RuleNames.MAX_PREFIX.length()));
        }
        Scope scope = Scope.of(name);
        String plain = scope.plain(name);
        if (!isService(plain)) {
            return BucketPercentile.of(plain)
                    .map(percentile -> known(scope, of(percentile, hosts(scope, name))))
                    .orElseGet(() -> plain(hosts(scope, name), plain));
        }
        return services.get(scope) instanceof ServiceReading.Known known
                ? service(known.window(), plain)
                : OptionalDouble.empty();
    }

    /** Of several hosts, each must report the metric: one that does not may have the highest reading. */
    private OptionalDouble highest(String plain) {
        double[] known = sut.stream()
                .map(host -> samples.highestReading(host, plain, span))
                .flatMapToDouble(OptionalDouble::stream)
                .toArray();
        return known.length < sut.size()
                ? OptionalDouble.empty()
                : Arrays.stream(known).max();
    }

    private @Nullable Double baseline(String name) {
        boolean ofOne = watch.sut().size() > 1 && sut.size() == 1 && Scope.of(name) == Scope.SUT;
        return watch.baseline().get(ofOne ? ofHost(sut.get(0), name) : name);
    }

    /** The name of a metric of one host of a set, among the names for all hosts. */
    static String ofHost(String host, String name) {
        return host + "/" + name;
    }

    static boolean isService(String plain) {
        return serviceNames().anyMatch(plain::equals);
    }

    static Stream<String> serviceNames() {
        return Stream.concat(
                Arrays.stream(LatencyStatistic.values()).map(LatencyStatistic::metric),
                Stream.of(
                        RuleNames.ERROR_RATE,
                        RuleNames.ERRORS,
                        RuleNames.SAMPLES,
                        RuleNames.RPS,
                        RuleNames.RPS_REQUESTED));
    }

    static OptionalDouble service(ServiceWindow window, String plain) {
        return switch (plain) {
            case RuleNames.ERROR_RATE ->
                window.completed() > 0
                        ? OptionalDouble.of(window.errors() / window.completed())
                        : OptionalDouble.empty();
            case RuleNames.ERRORS -> OptionalDouble.of(window.errors());
            case RuleNames.SAMPLES -> OptionalDouble.of(window.completed());
            case RuleNames.RPS -> OptionalDouble.of(window.rps());
            case RuleNames.RPS_REQUESTED -> OptionalDouble.of(window.rpsRequested());
            default -> latency(window, plain);
        };
    }

    private static OptionalDouble latency(ServiceWindow window, String plain) {
        if (window.latency().count() == 0) {
            return OptionalDouble.empty();
        }
        return Arrays.stream(LatencyStatistic.values())
                .filter(statistic -> statistic.metric().equals(plain))
                .mapToDouble(statistic -> statistic.fraction().isPresent()
                        ? window.latency().quantileSeconds(statistic.fraction().getAsDouble())
                        : window.latency().meanSeconds())
                .findFirst();
    }

    private OptionalDouble plain(Collection<String> hosts, String name) {
        double[] known = known(hosts, name);
        return isMost(known, hosts) ? Arrays.stream(known).average() : OptionalDouble.empty();
    }

    /** Only a limit of the SUT is broken by a percentile of which only a lower bound is known. */
    private static OptionalDouble known(Scope scope, OptionalDouble percentile) {
        return scope == Scope.SUT || !BucketPercentile.isBeyond(percentile.orElse(0))
                ? percentile
                : OptionalDouble.empty();
    }

    /** Percentiles cannot be averaged, so the histograms of the hosts are added. */
    private OptionalDouble of(BucketPercentile percentile, Collection<String> hosts) {
        List<LatencyHistogram> natives = hosts.stream()
                .flatMap(host -> samples.histogram(host, percentile.histogram(), span).stream())
                .toList();
        // in a rolling update some hosts have only buckets
        return natives.isEmpty() || 2 * natives.size() < hosts.size()
                ? ofBuckets(percentile, hosts)
                : ofNatives(percentile, natives);
    }

    private static OptionalDouble ofNatives(BucketPercentile percentile, List<LatencyHistogram> reported) {
        LatencyHistogram sum = reported.stream().reduce(LatencyHistogram.EMPTY, LatencyHistogram::plus);
        return sum.count() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(sum.quantileSeconds(percentile.fraction()));
    }

    private OptionalDouble ofBuckets(BucketPercentile percentile, Collection<String> hosts) {
        List<SortedMap<Double, Double>> reported = hosts.stream()
                .map(host -> buckets(percentile, host))
                .filter(buckets -> !buckets.isEmpty())
                .toList();
        if (reported.isEmpty()
                || 2 * reported.size() < hosts.size()
                || reported.stream()
                        .anyMatch(it -> !it.keySet().equals(reported.get(0).keySet()))) {
            return OptionalDouble.empty();
        }
        var sum = new TreeMap<Double, Double>();
        reported.forEach(buckets -> buckets.forEach((limit, rate) -> sum.merge(limit, rate, Double::sum)));
        return percentile.of(sum);
    }

    /** The rate of values up to each limit at a host; empty if one of them is missing. */
    private SortedMap<Double, Double> buckets(BucketPercentile percentile, String host) {
        var rates = new TreeMap<Double, Double>();
        for (String name : samples.plainNames(List.of(host), percentile.bucketPrefix(), span)) {
            OptionalDouble limit = percentile.limitOf(name);
            OptionalDouble rate = samples.plain(host, name, span);
            if (limit.isEmpty() || rate.isEmpty()) {
                return new TreeMap<>();
            }
            rates.put(limit.getAsDouble(), rate.getAsDouble());
        }
        return rates;
    }

    private double[] known(Collection<String> hosts, String name) {
        return hosts.stream()
                .map(host -> BucketPercentile.of(name)
                        .map(percentile -> known(Scope.PEERS, of(percentile, List.of(host))))
                        .orElseGet(() -> samples.plain(host, name, span)))
                .flatMapToDouble(OptionalDouble::stream)
                .toArray();
    }

    private static boolean isMost(double[] known, Collection<String> hosts) {
        return known.length > 0 && 2 * known.length >= hosts.size();
    }

    private Collection<String> hosts(Scope scope, String name) {
        // an Envoy reports on the peers as one entity
        Collection<String> peers =
                scope.plain(name).startsWith(RuleNames.ENVOY_PREFIX) ? List.of(SampleBatch.PEERS) : watch.peers();
        return switch (scope) {
            case SUT -> sut;
            case PEERS -> peers;
            case POOL -> Stream.concat(watch.sut().stream(), peers.stream()).toList();
            case DEPENDENCY ->
                DependencyMetric.of(name).stream().map(DependencyMetric::entity).toList();
        };
    }
}
