package dev.redliner.collector.envoy;

import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.contracts.sample.Gap;
import dev.redliner.contracts.sample.MetricNames;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * How busy the worker threads of an Envoy are. Each has an event loop. Envoy counts for each loop how long it handled
 * events, and how long after a timer was due it ran. Only an Envoy with {@code enable_dispatcher_stats: true} in its
 * bootstrap has these counts.
 */
final class EnvoyWorkers {
    private static final String SUM = "_sum{";
    private static final String WORKER = "envoy_worker_id=\"";
    private static final String UPTIME = "envoy_server_uptime{";
    private static final double MICROSECONDS = 1e6;

    private final WorkerLoad load = new WorkerLoad();
    private final Freshness freshness = new Freshness();
    private long nanosBefore;

    /** The gauge {@link MetricNames#ENVOY_BUSY}; empty while it has no value. */
    Map<String, Double> gauges(String text) throws ReadFailed {
        OptionalDouble busiest = busiest(text);
        return busiest.isPresent() ? Map.of(MetricNames.ENVOY_BUSY, busiest.getAsDouble()) : Map.of();
    }

    /**
     * The fraction of the time for which the busiest worker was busy since the read before.
     *
     * @param text the page, read about a second after the one before
     * @return empty without counts, and at the first reads
     * @throws ReadFailed if the page cannot be read, or is not of the moment at which it was read
     */
    private OptionalDouble busiest(String text) throws ReadFailed {
        Map<String, Double> seconds = secondsByWorker(text);
        Freshness.State state = freshness.of(uptime(text));
        long now = System.nanoTime();
        OptionalDouble busiest = load.busiest(seconds, (now - nanosBefore) / 1e9);
        nanosBefore = now;
        if (busiest.isPresent() && state == Freshness.State.OLD) {
            throw new ReadFailed(Gap.OLD_STATISTICS);
        }
        return state == Freshness.State.FRESH ? busiest : OptionalDouble.empty();
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
}
