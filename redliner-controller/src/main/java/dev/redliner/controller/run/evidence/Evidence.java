package dev.redliner.controller.run.evidence;

import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.verdict.Criterion;
import dev.redliner.contracts.verdict.HostCounts;
import dev.redliner.contracts.verdict.RuleVerdict;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.OnFail;
import dev.redliner.search.CountInterval;
import dev.redliner.search.LatencyCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * Collects ticks into about one second of evidence for the search, independent of the sampling interval.
 *
 * @param ticks verdicts that were not yet passed to the search
 */
public record Evidence(List<Verdict> ticks) {
    public static final Evidence NONE = new Evidence(List.of());
    private static final double ENOUGH_SECONDS = 0.9;
    private static final double NEARLY_ALL = 0.1;
    private static final double STALL = 0.5;
    /** Seconds that stand in for a missing latency limit. Rules on errors alone are broken by long stalls only. */
    private static final double WITHOUT_LIMIT = 1;

    public Evidence {
        ticks = List.copyOf(ticks);
    }

    /** This evidence with one more tick. It begins anew after a tick that is missing, because its requests are, too. */
    public Evidence plus(Verdict verdict) {
        Tick tick = tick(verdict);
        boolean next = ticks.isEmpty()
                || !tick(last()).to().plus(tick.length().dividedBy(2)).isBefore(tick.from());
        var more = new ArrayList<>(next ? ticks : List.of());
        more.add(verdict);
        return new Evidence(more);
    }

    /** The evidence as a second; empty while it is too short. */
    public Optional<CountInterval> second(Pool pool) {
        return sum(pool).filter(s -> total().seconds() >= ENOUGH_SECONDS);
    }

    /** All evidence, however short; empty if there is none. */
    public Optional<CountInterval> sum(Pool pool) {
        TickSum sum = total();
        if (!(sum.seconds() > 0)) {
            return Optional.empty();
        }
        Tick first = tick(ticks.get(0));
        Tick last = tick(ticks.get(ticks.size() - 1));
        int hosts = pool.sut().size();
        var numbers = new RuleNumbers(ticks);
        Map<String, LatencyHistogram> byHost = latencies(sum.byHost().keySet());
        Collection<LatencyHistogram> latencies = byHost.isEmpty() ? List.of(sum.latency()) : byHost.values();
        return Optional.of(new CountInterval(
                first.from(),
                last.to(),
                sum.requested() / hosts,
                sum.completed() / hosts,
                numbers.counts(),
                numbers.gauges(),
                worst(latencies, latency -> latency.quantileSeconds(0.5)),
                worst(latencies, latency -> latency.quantileSeconds(0.99)),
                worst(latencies, LatencyHistogram::meanSeconds),
                byHost.isEmpty() ? counts(sum.latency()) : LatencyCounts.NONE,
                slowest(byHost),
                sum.byHost(),
                numbers.cpu(null),
                pool.maxShare().fraction() * sum.poolRequested() / sum.seconds() / hosts,
                false,
                Set.of()));
    }

    /** The latencies of each host of a set. The sum over all hosts would hide a slow one. */
    private Map<String, LatencyHistogram> latencies(Set<String> hosts) {
        Map<String, LatencyHistogram> latencies = new LinkedHashMap<>();
        hosts.forEach(host -> latencies.put(host, latency(host)));
        return latencies;
    }

    private static @Nullable Double worst(
            Collection<LatencyHistogram> latencies, ToDoubleFunction<LatencyHistogram> value) {
        OptionalDouble worst = latencies.stream()
                .filter(latency -> latency.count() > 0)
                .mapToDouble(value)
                .max();
        return worst.isPresent() ? worst.getAsDouble() : null;
    }

    private static @Nullable String slowest(Map<String, LatencyHistogram> byHost) {
        return byHost.entrySet().stream()
                .filter(host -> host.getValue().count() > 0)
                .max(Comparator.comparingDouble(host -> host.getValue().quantileSeconds(0.5)))
                .map(Map.Entry::getKey)
                .orElse(null);
    }

    private static LatencyCounts counts(LatencyHistogram latency) {
        return new LatencyCounts(
                Arrays.stream(latency.buckets())
                        .mapToDouble(LatencyHistogram::lowerSeconds)
                        .toArray(),
                Arrays.stream(latency.buckets())
                        .mapToDouble(LatencyHistogram::upperSeconds)
                        .toArray(),
                Arrays.stream(latency.counts()).asDoubleStream().toArray());
    }

    private LatencyHistogram latency(String host) {
        LatencyHistogram sum = LatencyHistogram.EMPTY;
        for (Verdict verdict : ticks) {
            HostCounts counts = tick(verdict).hosts().get(host);
            sum = counts == null ? sum : sum.plus(counts.latency());
        }
        return sum;
    }

    /** The counts of the peers in the same time. */
    public PeerSum peers() {
        PeerSum sum = PeerSum.NONE;
        for (Verdict verdict : ticks) {
            sum = sum.plus(tick(verdict));
        }
        return sum;
    }

    /**
     * Whether a machine stood still for so long that the pause, and not the SUT, may have made requests slow. The
     * threshold is half of the tightest latency limit.
     */
    public boolean stalled() {
        double limit = tightestLimit(last()).toNanos() / 1e9;
        double seconds = ticks.stream().mapToDouble(v -> tick(v).stalled()).sum();
        return seconds > STALL * (limit > 0 ? limit : WITHOUT_LIMIT);
    }

    /** Time from the beginning of the first tick to the end of the last one; zero without ticks. */
    public Duration lasts() {
        return ticks.isEmpty()
                ? Duration.ZERO
                : Duration.between(tick(ticks.get(0)).from(), tick(last()).to());
    }

    /** The newest verdict. */
    public Verdict last() {
        return ticks.get(ticks.size() - 1);
    }

    private TickSum total() {
        TickSum sum = TickSum.NONE;
        for (Verdict verdict : ticks) {
            sum = sum.plus(tick(verdict));
        }
        return sum;
    }

    private static Tick tick(Verdict verdict) {
        return Objects.requireNonNull(verdict.tick());
    }

    /**
     * The tightest latency limit that the rules set for nearly all requests; zero if there is none. A limit that half
     * of the requests may exceed, such as that of a median, does not make a request bad.
     */
    public static Duration tightestLimit(Verdict verdict) {
        return tightestLimit(verdict.rules());
    }

    /** The fractions of slow requests that the rules with {@code back-off} allow, one for each percentile. */
    public static DoubleStream allowed(Verdict verdict) {
        return verdict.rules().stream()
                .filter(r -> r.onFail() == OnFail.BACK_OFF)
                .flatMap(r -> r.criteria().stream())
                .filter(c -> c.kind() == Criterion.Kind.FRACTION && c.metric().startsWith("latency."))
                .mapToDouble(Criterion::allowed);
    }

    public static Duration tightestLimit(List<RuleVerdict> rules) {
        return rules.stream()
                .filter(r -> r.onFail() == OnFail.BACK_OFF)
                .flatMap(r -> r.criteria().stream())
                .filter(c -> c.kind() == Criterion.Kind.FRACTION && c.metric().startsWith("latency."))
                .filter(c -> c.allowed() <= NEARLY_ALL)
                .flatMap(c -> Optional.ofNullable(c.limit()).stream())
                .min(Double::compare)
                .map(seconds -> Duration.ofNanos(Math.round(seconds * 1e9)))
                .orElse(Duration.ZERO);
    }
}
