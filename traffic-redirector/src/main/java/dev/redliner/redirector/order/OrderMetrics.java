package dev.redliner.redirector.order;

import dev.redliner.redirector.lease.Refusal;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Metrics of orders. */
public final class OrderMetrics {
    private final MeterRegistry registry;
    private final Counter renewals;
    private final Counter expirations;
    private final Counter setAside;
    private final Counter reportsDropped;

    public OrderMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.renewals = Counter.builder("redliner.redirector.lease.renewals")
                .description("Orders that opened or renewed a lease")
                .register(registry);
        this.expirations = Counter.builder("redliner.redirector.lease.expirations")
                .description("Leases that expired without renewal")
                .register(registry);
        this.setAside = Counter.builder("redliner.redirector.records.set.aside")
                .description("Undecodable records, skipped")
                .register(registry);
        this.reportsDropped = Counter.builder("redliner.redirector.reports.dropped")
                .description("Reports not accepted by Kafka")
                .register(registry);
    }

    void renewed() {
        renewals.increment();
    }

    void expired() {
        expirations.increment();
    }

    void refused(Refusal why) {
        Counter.builder("redliner.redirector.orders.refused")
                .description("Refused orders, by reason")
                .tag("reason", why.label())
                .register(registry)
                .increment();
    }

    void setAside() {
        setAside.increment();
    }

    void reportDropped() {
        reportsDropped.increment();
    }
}
