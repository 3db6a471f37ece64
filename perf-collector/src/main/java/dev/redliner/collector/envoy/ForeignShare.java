package dev.redliner.collector.envoy;

import dev.redliner.collector.fetch.Target;
import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.collector.sample.Reading;
import dev.redliner.contracts.sample.Gap;
import dev.redliner.contracts.sample.MetricNames;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Detects a pool share that another owner than Redliner holds in an Envoy. The runtime is read at most once a second.
 * The share is added to each reading of a host of the SUT, because it is the share of all these hosts together. A
 * failed read is a gap: neither an all-clear nor an alarm.
 */
final class ForeignShare implements AutoCloseable {
    private static final Duration ASKED_EVERY = Duration.ofSeconds(1);

    private final Target runtime;
    private final String key;
    private @Nullable Instant askedAt;
    private OptionalDouble share = OptionalDouble.empty();
    private @Nullable Gap gap;

    ForeignShare(Target runtime, String key) {
        this.runtime = runtime;
        this.key = key;
    }

    /** Reads the runtime, unless it was read less than a second before. */
    void ask(Instant at, Duration limit) {
        if (askedAt == null || Duration.between(askedAt, at).abs().compareTo(ASKED_EVERY) >= 0) {
            askedAt = at;
            askNow(limit);
        }
    }

    /** The reading with the foreign share of the runtime added. */
    Reading addTo(Reading reading) {
        var gauges = new HashMap<>(reading.gauges());
        var gaps = new ArrayList<>(reading.gaps());
        share.ifPresent(value -> gauges.put(MetricNames.FOREIGN_SHARE, value));
        if (gap != null) {
            gaps.add(gap);
        }
        return new Reading(reading.startedAt(), gauges, reading.counters(), reading.latencies(), gaps);
    }

    private void askNow(Duration limit) {
        share = OptionalDouble.empty();
        gap = null;
        try {
            share = RuntimeShare.foreign(runtime.get(limit), key);
        } catch (ReadFailed e) {
            gap = new Gap(MetricNames.FOREIGN_SHARE, e.reason());
        }
    }

    @Override
    public void close() {
        runtime.close();
    }
}
