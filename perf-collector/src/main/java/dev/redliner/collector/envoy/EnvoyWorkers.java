package dev.redliner.collector.envoy;

import dev.redliner.collector.fetch.Target;
import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.collector.sample.Reading;
import dev.redliner.contracts.sample.Gap;
import dev.redliner.contracts.sample.MetricNames;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * How busy the worker threads of an Envoy are. Each has an event loop. Envoy counts for each loop how long it handled
 * events, and how long after a timer was due it ran. The counts are read at most once a second. Only an Envoy with
 * {@code enable_dispatcher_stats: true} in its bootstrap has them; without them the metric is absent. A failed read is
 * a gap.
 */
final class EnvoyWorkers implements AutoCloseable {
    /** In this format each histogram has its exact sum; in JSON it would be the larger part of a reading. */
    static final String PAGE = "/stats?format=prometheus&filter="
            + URLEncoder.encode(
                    "^(server\\.uptime|listener_manager\\.worker_[0-9]+\\.dispatcher\\.(loop_duration|poll_delay)_us)$",
                    StandardCharsets.UTF_8);

    private static final Duration ASKED_EVERY = Duration.ofSeconds(1);
    private static final String SUM = "_sum{";
    private static final String WORKER = "envoy_worker_id=\"";
    private static final String UPTIME = "envoy_server_uptime{";
    private static final double MICROSECONDS = 1e6;
    private static final String OLD =
            "Envoy's statistics are older than a second; its bootstrap needs" + " stats_flush_on_admin: true";

    private final Target page;
    private @Nullable Instant askedAt;
    private final WorkerLoad load = new WorkerLoad();
    private final Freshness freshness = new Freshness();
    private long nanosBefore;
    private OptionalDouble busiest = OptionalDouble.empty();
    private @Nullable Gap gap;

    EnvoyWorkers(Target page) {
        this.page = page;
    }

    /** Reads the counts, unless they were read less than a second before. */
    void ask(Instant at, Duration limit) {
        if (askedAt == null || Duration.between(askedAt, at).abs().compareTo(ASKED_EVERY) >= 0) {
            askedAt = at;
            askNow(limit);
        }
    }

    /** The reading with the busiest worker added. */
    Reading addTo(Reading reading) {
        var gauges = new HashMap<>(reading.gauges());
        var gaps = new ArrayList<>(reading.gaps());
        busiest.ifPresent(value -> gauges.put(MetricNames.ENVOY_BUSY, value));
        if (gap != null) {
            gaps.add(gap);
        }
        return new Reading(reading.startedAt(), gauges, reading.counters(), reading.latencies(), gaps);
    }

    private void askNow(Duration limit) {
        busiest = OptionalDouble.empty();
        gap = null;
        try {
            String text = page.get(limit);
            long now = System.nanoTime();
            OptionalDouble all = load.busiest(secondsByWorker(text), (now - nanosBefore) / 1e9);
            nanosBefore = now;
            switch (freshness.of(uptime(text))) {
                case FRESH -> busiest = all;
                case OLD -> gap = all.isEmpty() ? null : new Gap(MetricNames.ENVOY_BUSY, OLD);
                case UNKNOWN -> {
                    // the first reads
                }
            }
        } catch (ReadFailed e) {
            gap = new Gap(MetricNames.ENVOY_BUSY, e.reason());
        }
    }

    /** The seconds for which each worker was at work or late, since its start. */
    static Map<String, Double> secondsByWorker(String text) throws ReadFailed {
        var seconds = new HashMap<String, Double>();
        for (String line : text.lines().toList()) {
            int worker = line.indexOf(WORKER);
            if (line.contains(SUM) && worker > 0) {
                int from = worker + WORKER.length();
                seconds.merge(line.substring(from, line.indexOf('"', from)), value(line) / MICROSECONDS, Double::sum);
            }
        }
        return seconds;
    }

    /** Seconds since the start of the Envoy, as old as the statistics; below zero if the page has none. */
    private static double uptime(String text) throws ReadFailed {
        return value(
                text.lines().filter(line -> line.startsWith(UPTIME)).findFirst().orElse("-1"));
    }

    private static double value(String line) throws ReadFailed {
        try {
            double value = Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new ReadFailed("not a number: " + line, e);
        }
        throw new ReadFailed("not a number: " + line);
    }

    @Override
    public void close() {
        page.close();
    }
}
