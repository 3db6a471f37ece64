package dev.redliner.controller.engine;

import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.RunEvent;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** Metrics of the controller. */
public final class DriverMeters {
    private final MeterRegistry registry;
    private final Counter renewals;
    private final Timer reaction;

    public DriverMeters(MeterRegistry registry) {
        this.registry = registry;
        this.renewals = Counter.builder("redliner.controller.lease.renewals")
                .description("Renewals of orders and watches")
                .register(registry);
        this.reaction = Timer.builder("redliner.controller.reaction")
                .description("Time from the end of the samples behind a verdict to the resulting order")
                .publishPercentileHistogram()
                .register(registry);
    }

    void renewed() {
        renewals.increment();
    }

    void decided(Run before, Run after, RunEvent event, Instant now) {
        boolean ordered = !before.standing().equals(after.standing());
        if (ordered) {
            Counter.builder("redliner.controller.decisions")
                    .description("Changes of the traffic ordered, by state of the run")
                    .tag("state", after.state().name().toLowerCase(Locale.ROOT))
                    .register(registry)
                    .increment();
        }
        if (ordered && event instanceof RunEvent.VerdictArrived arrived) {
            Duration took = Duration.between(arrived.verdict().at(), now);
            reaction.record(took.isNegative() ? Duration.ZERO : took);
        }
        if (!before.state().over() && after.state().over()) {
            ended(after);
        }
    }

    private void ended(Run run) {
        Counter.builder("redliner.controller.runs")
                .description("Finished runs, by final state")
                .tag("state", run.state().name().toLowerCase(Locale.ROOT))
                .register(registry)
                .increment();
    }
}
