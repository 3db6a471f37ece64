package dev.redliner.testbench.chaos;

import dev.redliner.controller.engine.DriverMeters;
import dev.redliner.redirector.order.OrderMetrics;
import dev.redliner.redirector.xds.XdsMetrics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;

/** Metrics that the parts keep of themselves. Only those of the analyzer are read here. */
record Meters(
        DriverMeters driver, OrderMetrics orders, XdsMetrics xds, MeterRegistry analyzer, Counter failedEvaluations) {
    static Meters ofThread() {
        var nowhere = new CompositeMeterRegistry();
        var analyzer = new SimpleMeterRegistry();
        return new Meters(
                new DriverMeters(nowhere),
                new OrderMetrics(nowhere),
                new XdsMetrics(nowhere),
                analyzer,
                analyzer.counter("redliner.analyzer.judge.failures"));
    }

    /** Number of sample batches that the analyzer read, and of those that were duplicates, late or of a wrong clock. */
    Map<String, Long> samples() {
        return Map.of(
                "read", count("redliner.analyzer.batches"),
                "duplicate", count("redliner.analyzer.duplicates"),
                "late", count("redliner.analyzer.late"),
                "of a wrong clock", count("redliner.analyzer.skewed"));
    }

    private long count(String counter) {
        return (long) analyzer.counter(counter).count();
    }
}
