package dev.redliner.collector.otlp;

import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.collector.scrape.OtlpMetric;
import dev.redliner.collector.scrape.wire.otlp.Attribute;
import dev.redliner.collector.scrape.wire.otlp.AttributeValue;
import dev.redliner.collector.scrape.wire.otlp.Metric;
import dev.redliner.collector.scrape.wire.otlp.MetricsRequest;
import dev.redliner.collector.scrape.wire.otlp.ResourceMetrics;
import dev.redliner.collector.scrape.wire.otlp.Scope;
import dev.redliner.collector.scrape.wire.otlp.ScopeMetrics;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The newest values that were pushed. Safe for concurrent use. */
public final class OtlpInbox {
    /** Values that are not repeated within this time are no longer those of now. */
    static final Duration FRESH = Duration.ofSeconds(5);

    private static final int MOST_PROCESSES = 10;
    /** On the wire; as objects they take several times as much. */
    private static final long MOST_BYTES = 1 << 20;

    private final String service;
    private final int mostMetrics;
    private final InstantSource clock;
    private final Map<String, Process> processes = new LinkedHashMap<>();
    private @Nullable Instant newest;

    /**
     * @param service the {@code service.name} to accept; empty for any
     * @param mostMetrics highest number of metrics of a process
     */
    public OtlpInbox(String service, int mostMetrics, InstantSource clock) {
        this.service = service;
        this.mostMetrics = mostMetrics;
        this.clock = clock;
    }

    /** A metric and the time of the push that had it. */
    private record Pushed(OtlpMetric metric, Instant at) {
        int bytes() {
            return metric.metric().getSerializedSize();
        }
    }

    /** The metrics of a process by library and name. None are left when they are no longer fresh. */
    private record Process(Instant first, Map<String, Pushed> metrics) {
        boolean isActive() {
            return !metrics.isEmpty();
        }

        long bytes() {
            return metrics.values().stream().mapToLong(Pushed::bytes).sum();
        }
    }

    /**
     * The metrics of the process that pushes.
     *
     * @param since its first push
     */
    record Fresh(Instant since, List<OtlpMetric> metrics) {}

    /**
     * Takes a push. What another service pushes is left out.
     *
     * @throws ReadFailed if the metrics or the processes are too many, or a process has no id. The metrics before the
     *     error stay stored
     */
    synchronized void take(MetricsRequest request) throws ReadFailed {
        Instant now = clock.instant();
        forget(now);
        for (ResourceMetrics resource : request.getResourceMetricsList()) {
            String name = attribute(resource, "service.name");
            if (service.isEmpty() || service.equals(name)) {
                take(process(name + " " + id(resource), now), resource, now);
                newest = now;
            }
        }
    }

    /** Without an id, the totals of two processes would be taken for those of one that jumps. */
    private static String id(ResourceMetrics resource) throws ReadFailed {
        return Stream.of("service.instance.id", "process.pid")
                .map(key -> attribute(resource, key))
                .filter(value -> !value.isEmpty())
                .findFirst()
                .orElseThrow(() -> new ReadFailed("the push does not say of which process it is; set"
                        + " OTEL_RESOURCE_ATTRIBUTES=service.instance.id=... to another value at each start"));
    }

    private Process process(String name, Instant now) throws ReadFailed {
        Process known = processes.get(name);
        if (known != null) {
            return known;
        }
        if (processes.size() >= MOST_PROCESSES) {
            processes.values().removeIf(process -> !process.isActive());
        }
        if (processes.size() >= MOST_PROCESSES) {
            throw new ReadFailed("more than " + MOST_PROCESSES + " processes push metrics");
        }
        var added = new Process(now, new LinkedHashMap<>());
        processes.put(name, added);
        return added;
    }

    private void take(Process process, ResourceMetrics resource, Instant now) throws ReadFailed {
        Map<String, Pushed> metrics = process.metrics();
        long bytes = process.bytes();
        for (ScopeMetrics scoped : resource.getScopeMetricsList()) {
            Scope scope = scoped.getScope();
            String library = (scope.getName() + " " + scope.getVersion()).strip();
            for (Metric metric : scoped.getMetricsList()) {
                String key = library + '\n' + metric.getName();
                var pushed = new Pushed(new OtlpMetric(library, metric), now);
                Pushed before = metrics.get(key);
                bytes += pushed.bytes() - (before == null ? 0 : before.bytes());
                if (bytes > MOST_BYTES || before == null && metrics.size() >= mostMetrics) {
                    throw new ReadFailed("a process pushed more than " + mostMetrics
                            + " metrics (redliner.collector.max-series), or more than " + MOST_BYTES + " bytes, within "
                            + FRESH.toSeconds() + " s");
                }
                metrics.put(key, pushed);
            }
        }
    }

    private void forget(Instant now) {
        processes.values().forEach(process -> process.metrics()
                .values()
                .removeIf(pushed -> Duration.between(pushed.at(), now).compareTo(FRESH) > 0));
    }

    private static String attribute(ResourceMetrics resource, String key) {
        return resource.getResource().getAttributesList().stream()
                .filter(attribute -> attribute.getKey().equals(key))
                .map(Attribute::getValue)
                .map(OtlpInbox::text)
                .findFirst()
                .orElse("");
    }

    private static String text(AttributeValue value) {
        return value.hasIntValue() ? Long.toString(value.getIntValue()) : value.getStringValue();
    }

    /** @throws ReadFailed if nothing was pushed lately, or by several processes */
    synchronized Fresh fresh() throws ReadFailed {
        Instant now = clock.instant();
        forget(now);
        List<Process> active =
                processes.values().stream().filter(Process::isActive).toList();
        if (active.isEmpty()) {
            throw new ReadFailed(
                    newest == null
                            ? "nothing was pushed yet"
                            : "nothing was pushed for "
                                    + Duration.between(newest, now).toSeconds()
                                    + " s; push each second (OTEL_METRIC_EXPORT_INTERVAL=1000)");
        }
        if (active.size() > 1) {
            throw new ReadFailed("several processes push metrics, and one is expected: "
                    + processes.entrySet().stream()
                            .filter(process -> process.getValue().isActive())
                            .map(Map.Entry::getKey)
                            .collect(Collectors.joining(", "))
                    + " (redliner.collector.otlp.service selects a service)");
        }
        Process process = active.get(0);
        return new Fresh(
                process.first(),
                process.metrics().values().stream().map(Pushed::metric).toList());
    }
}
