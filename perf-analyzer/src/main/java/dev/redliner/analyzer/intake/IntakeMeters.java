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
        batches = counter(registry, "redliner.analyzer.batches", "Sample batches taken in");
        duplicates = counter(registry, "redliner.analyzer.duplicates", "Sample batches that came again");
        late = counter(registry, "redliner.analyzer.late", "Sample batches whose tick was closed already");
        undecodable = counter(registry, "redliner.analyzer.undecodable", "Records set aside as unreadable");
        skewed = counter(registry, "redliner.analyzer.skewed", "Sample batches of a wrong clock, not judged");
        failures = counter(registry, "redliner.analyzer.judge.failures", "Pools that could not be judged");
        restarts = counter(registry, "redliner.analyzer.consumer.restarts", "Kafka consumers made anew after an error");
        sampleLag =
                timer(registry, "redliner.analyzer.sample.lag", "From the end of a batch's interval to its arrival");
        judging = timer(registry, "redliner.analyzer.judge", "From a record's arrival to its verdicts being sent");
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
