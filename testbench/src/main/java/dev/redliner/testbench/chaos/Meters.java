package dev.redliner.testbench.chaos;

import dev.redliner.controller.engine.DriverMeters;
import dev.redliner.redirector.order.OrderMetrics;
import dev.redliner.redirector.xds.XdsMetrics;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;

/** Metrics that the parts keep of themselves. They are never read here. */
record Meters(DriverMeters driver, OrderMetrics orders, XdsMetrics xds) {
    static Meters unread() {
        var nowhere = new CompositeMeterRegistry();
        return new Meters(new DriverMeters(nowhere), new OrderMetrics(nowhere), new XdsMetrics(nowhere));
    }
}
