package dev.redliner.controller.audit;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Supplier;

/** Metrics of the audit log. */
final class AuditMeters {
    private final Counter stored;
    private final Counter unspooled;
    private final Counter lost;

    AuditMeters(MeterRegistry registry, Supplier<Number> pending) {
        stored = Counter.builder("redliner.audit.entries")
                .description("Audit entries written to the database")
                .register(registry);
        unspooled = Counter.builder("redliner.audit.unspooled")
                .description("Audit entries not accepted by the disk, which wait for the database in memory only")
                .register(registry);
        lost = Counter.builder("redliner.audit.lost")
                .description("Audit entries present only in the log of this process")
                .register(registry);
        Gauge.builder("redliner.audit.pending", pending)
                .description("Audit entries waiting for the database")
                .register(registry);
    }

    void stored(int entries) {
        stored.increment(entries);
    }

    void unspooled(int entries) {
        unspooled.increment(entries);
    }

    void lost(int entries) {
        lost.increment(entries);
    }
}
