package dev.redliner.controller.capacity;

import dev.redliner.api.RedlineReport;
import dev.redliner.api.RunReport;
import dev.redliner.controller.journal.RunJournal;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The capacity of one host of each service, as measured by its newest completed run. Read from the stored reports, so
 * that it is equal at every controller and survives the loss of all of them.
 */
public final class CapacityMeters {
    private final RunJournal journal;
    private final Supplier<Set<String>> services;
    private final MultiGauge rps;
    private final MultiGauge measuredAt;
    private final Map<String, Known> known = new HashMap<>();

    /**
     * @param began when the run began
     * @param capacity empty if the run's report states no usable capacity
     */
    private record Known(Instant began, Optional<Capacity> capacity) {}

    /** @param safe null if the report states none */
    private record Capacity(String kind, double rps, @Nullable Double safe, Instant at) {}

    /**
     * @param services the names of all existing services
     */
    public CapacityMeters(RunJournal journal, Supplier<Set<String>> services, MeterRegistry meters) {
        this.journal = journal;
        this.services = services;
        this.rps = MultiGauge.builder("redliner.capacity.rps")
                .description("Capacity of one host of the service in requests per second, by its newest completed run."
                        + " kind=redline: the safe rate below the measured redline. kind=at_least: the highest load"
                        + " that passed; the redline was not reached, and no certainty is claimed")
                .register(meters);
        this.measuredAt = MultiGauge.builder("redliner.capacity.measured.timestamp")
                .description("End of the run that measured redliner_capacity_rps, in seconds since 1970")
                .baseUnit("seconds")
                .register(meters);
    }

    /** Reads new results. Throws if the database is unavailable; all values then stay as they were. */
    public synchronized void refresh() {
        Set<String> there = services.get();
        Map<String, Instant> last = journal.lastCompleted();
        known.keySet().retainAll(there);
        for (String service : there) {
            Instant began = last.get(service);
            Known before = known.get(service);
            if (began != null && (before == null || !before.began().equals(began))) {
                known.put(service, new Known(began, newest(service)));
            }
        }
        publish();
    }

    /** The safe rate of one host of a service, requests per second, as its newest completed run reports it. */
    public synchronized Optional<Double> safeRate(String service) {
        return Optional.ofNullable(known.get(service))
                .flatMap(Known::capacity)
                .flatMap(capacity -> Optional.ofNullable(capacity.safe()));
    }

    private Optional<Capacity> newest(String service) {
        return journal.measured(service, 1).stream()
                .findFirst()
                .map(RunJournal.Measured::report)
                .flatMap(CapacityMeters::capacity);
    }

    /** Only the claims of the report itself. */
    private static Optional<Capacity> capacity(RunReport report) {
        RedlineReport redline = report.redline();
        Instant at = report.endedAt();
        if (redline == null || at == null) {
            return Optional.empty();
        }
        Double safe = redline.safe();
        if (redline.atLeast()) {
            return Optional.of(new Capacity("at_least", redline.rps(), safe, at));
        }
        return safe == null ? Optional.empty() : Optional.of(new Capacity("redline", safe, safe, at));
    }

    private void publish() {
        List<Row<?>> rates = new ArrayList<>();
        List<Row<?>> times = new ArrayList<>();
        known.forEach((service, one) -> one.capacity().ifPresent(it -> {
            Tags tags = Tags.of("service", service, "kind", it.kind());
            rates.add(Row.of(tags, it.rps()));
            times.add(Row.of(tags, it.at().toEpochMilli() / 1000.0));
        }));
        rps.register(rates, true);
        measuredAt.register(times, true);
    }
}
