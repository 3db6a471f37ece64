package dev.redliner.search;

import dev.redliner.search.CountInterval.Count;
import dev.redliner.search.CountInterval.Criterion;
import dev.redliner.search.CountInterval.Gauge;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link CountInterval} of one second. All its requests are answered, 1,000 requests per second could be
 * brought, and no latency is known unless a test says otherwise.
 */
public final class IntervalBuilder {
    private static final Instant START = Instant.ofEpochSecond(1_800_000_000L);

    private final int at;
    private final double requested;
    private final List<Count> counts = new ArrayList<>();
    private final List<Gauge> gauges = new ArrayList<>();
    private final Map<String, Double> byHost = new HashMap<>();
    private @Nullable Double p50Seconds;
    private @Nullable Double p99Seconds;
    private @Nullable Double meanSeconds;
    private @Nullable Double cpu;
    private double available = 1_000;

    private IntervalBuilder(int at, double requested) {
        this.at = at;
        this.requested = requested;
    }

    /** The second that begins so many seconds after the start of the test, with this many requests. */
    public static IntervalBuilder second(int at, double requested) {
        return new IntervalBuilder(at, requested);
    }

    /** So many of the requests that were answered in it are bad by a criterion. */
    public IntervalBuilder bad(Criterion criterion, double bad, double answered) {
        counts.add(new Count(criterion, bad, answered));
        return this;
    }

    /** So many of all its requests are bad by a criterion. */
    public IntervalBuilder bad(Criterion criterion, double bad) {
        counts.add(new Count(criterion, bad, requested));
        return this;
    }

    public IntervalBuilder gauge(String rule, double value, double limit) {
        gauges.add(new Gauge(rule, "host.cpu", value, limit, null));
        return this;
    }

    public IntervalBuilder host(String host, double requests) {
        byHost.put(host, requests);
        return this;
    }

    /** Median, 99th percentile and mean of the latency. */
    public IntervalBuilder latency(double seconds) {
        return latency(seconds, seconds);
    }

    /** The median, which is also the mean, and the 99th percentile of the latency. */
    public IntervalBuilder latency(double median, double p99) {
        p50Seconds = median;
        meanSeconds = median;
        p99Seconds = p99;
        return this;
    }

    public IntervalBuilder cpu(double fraction) {
        cpu = fraction;
        return this;
    }

    public IntervalBuilder available(double rps) {
        available = rps;
        return this;
    }

    public CountInterval build() {
        return new CountInterval(
                START.plusSeconds(at),
                START.plusSeconds(at + 1),
                requested,
                requested,
                counts,
                gauges,
                p50Seconds,
                p99Seconds,
                meanSeconds,
                LatencyCounts.NONE,
                null,
                byHost,
                cpu,
                available,
                false,
                Set.of());
    }
}
