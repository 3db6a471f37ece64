package dev.redliner.redirector.xds;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Metrics of Envoys. */
public final class XdsMetrics {
    private final MeterRegistry registry;
    private final Counter heartbeats;
    private final Counter heartbeatsHeldBack;
    private final Timer orderToAck;
    private final AtomicInteger envoys = new AtomicInteger();

    public XdsMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.heartbeats = Counter.builder("redliner.redirector.heartbeats")
                .description("Heartbeats sent to Envoys")
                .register(registry);
        this.heartbeatsHeldBack = Counter.builder("redliner.redirector.heartbeats.held.back")
                .description("Heartbeats held back because the Envoy does not read")
                .register(registry);
        this.orderToAck = Timer.builder("redliner.redirector.order.to.ack")
                .description("Time from the receipt of an order to an Envoy's confirmation")
                .publishPercentileHistogram()
                .register(registry);
        Gauge.builder("redliner.redirector.envoys", envoys, AtomicInteger::get)
                .description("Connected Envoys")
                .register(registry);
    }

    void heartbeat() {
        heartbeats.increment();
    }

    void heartbeatHeldBack() {
        heartbeatsHeldBack.increment();
    }

    void nack(String kind) {
        Counter.builder("redliner.redirector.nacks")
                .description("Configurations rejected by Envoys, by kind")
                .tag("kind", kind)
                .register(registry)
                .increment();
    }

    void acknowledgedAfter(Duration time) {
        orderToAck.record(time);
    }

    void envoys(int connected) {
        envoys.set(connected);
    }
}
