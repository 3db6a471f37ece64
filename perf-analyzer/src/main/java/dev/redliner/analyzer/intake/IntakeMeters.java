package dev.redliner.analyzer.intake;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/** The metrics of the intake. */
final class IntakeMeters {
    final Counter batches;
    final Counter duplicates;
    final Counter late;
    final Counter undecodable;
    final Counter skewed;
    final Counter failures;
    final Counter restarts;
    private final Timer sampleLag;
    private final Timer judging;

    IntakeMeters(MeterRegistry registry) {
        batches = counter(registry, "redliner.analyzer.batches", "Sample batches received");
        duplicates = counter(registry, "redliner.analyzer.duplicates", "Duplicate sample batches, discarded");
        late = counter(registry, "redliner.analyzer.late", "Sample batches received after their tick was closed");
        undecodable = counter(registry, "redliner.analyzer.undecodable", "Unreadable records, skipped");
        skewed = counter(
                registry, "redliner.analyzer.skewed", "Sample batches not evaluated because their clock is wrong");
        failures = counter(registry, "redliner.analyzer.judge.failures", "Failed evaluations of a pool");
        restarts = counter(registry, "redliner.analyzer.consumer.restarts", "Kafka consumers recreated after an error");
        sampleLag = timer(
                registry, "redliner.analyzer.sample.lag", "Time from the end of a batch's interval to its arrival");
        judging = timer(
                registry,
                "redliner.analyzer.judge",
                "Time from the arrival of records to the sending of their verdicts");
    }

    void lag(Duration lag) {
        sampleLag.record(lag.isNegative() ? Duration.ZERO : lag);
    }

    void judged(Duration took) {
        judging.record(took);
    }

    private static Counter counter(MeterRegistry registry, String name, String description) {
        return Counter.builder(name).description(description).register(registry);
    }

    private static Timer timer(MeterRegistry registry, String name, String description) {
        return Timer.builder(name)
                .description(description)
                .publishPercentiles(0.5, 0.99)
                .register(registry);
    }
}
