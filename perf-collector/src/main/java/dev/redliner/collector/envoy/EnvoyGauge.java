package dev.redliner.collector.envoy;

import dev.redliner.collector.fetch.Target;
import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.collector.sample.Reading;
import dev.redliner.contracts.sample.Gap;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The gauges of an Envoy as a whole from a page that is read at most once a second. They are added to each reading of
 * a host of the SUT, because they concern all these hosts together. A failed read is a gap: neither an all-clear nor an
 * alarm.
 */
final class EnvoyGauge implements AutoCloseable {
    private static final Duration ASKED_EVERY = Duration.ofSeconds(1);

    private final String name;
    private final Target page;
    private final Parser parser;
    private @Nullable Instant askedAt;
    private Map<String, Double> values = Map.of();
    private @Nullable Gap gap;

    /** Reads the gauges by name from the text of the page. A gauge without a value at present is absent. */
    interface Parser {
        Map<String, Double> parse(String text) throws ReadFailed;
    }

    /** @param name the gauge that is a gap if the page cannot be read */
    EnvoyGauge(String name, Target page, Parser parser) {
        this.name = name;
        this.page = page;
        this.parser = parser;
    }

    /** Reads the page, unless it was read less than a second before. */
    void ask(Instant at, Duration limit) {
        if (askedAt == null || Duration.between(askedAt, at).abs().compareTo(ASKED_EVERY) >= 0) {
            askedAt = at;
            askNow(limit);
        }
    }

    /** The reading with the gauges added. */
    Reading addTo(Reading reading) {
        var gauges = new HashMap<>(reading.gauges());
        var gaps = new ArrayList<>(reading.gaps());
        gauges.putAll(values);
        if (gap != null) {
            gaps.add(gap);
        }
        return new Reading(reading.startedAt(), gauges, reading.counters(), reading.latencies(), gaps);
    }

    private void askNow(Duration limit) {
        values = Map.of();
        gap = null;
        try {
            values = parser.parse(page.get(limit));
        } catch (ReadFailed e) {
            gap = new Gap(name, e.reason());
        }
    }

    @Override
    public void close() {
        page.close();
    }
}
