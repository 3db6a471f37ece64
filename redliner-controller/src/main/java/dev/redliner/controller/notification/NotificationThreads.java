package dev.redliner.controller.notification;

import dev.redliner.contracts.StopOrder;
import dev.redliner.controller.thread.DatabaseThread;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Reads the events once a second, with as many threads as destinations: one that hangs delays no other. */
final class NotificationThreads implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(NotificationThreads.class);
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final List<Destination> destinations;
    private final Deliveries deliveries;
    private final InstantSource clock;
    private final MeterRegistry meters;
    private volatile @Nullable ScheduledExecutorService threads;

    NotificationThreads(
            List<Destination> destinations, Deliveries deliveries, InstantSource clock, MeterRegistry meters) {
        this.destinations = List.copyOf(destinations);
        this.deliveries = deliveries;
        this.clock = clock;
        this.meters = meters;
    }

    @Override
    public void start() {
        ScheduledExecutorService started =
                DatabaseThread.several("redliner-notifications", Math.max(1, destinations.size()));
        for (Destination destination : destinations) {
            var looker = new Looker(destination);
            started.scheduleWithFixedDelay(looker::look, 0, LOOK.toMillis(), TimeUnit.MILLISECONDS);
        }
        threads = started;
    }

    private final class Looker {
        private final Destination destination;
        private final Counter sent;
        private final Counter givenUp;
        private volatile @Nullable Instant failingSince;
        private boolean databaseAnswers = true;

        Looker(Destination destination) {
            this.destination = destination;
            String name = destination.name();
            sent = Counter.builder("redliner.notifications.sent")
                    .description("Events that the destination took from this controller")
                    .tag("destination", name)
                    .register(meters);
            givenUp = Counter.builder("redliner.notifications.given.up")
                    .description("Events that the destination refused, or did not take in time")
                    .tag("destination", name)
                    .register(meters);
            Gauge.builder("redliner.notifications.failing", this::failingSeconds)
                    .description("Time since the destination began to fail, 0 while it works")
                    .tag("destination", name)
                    .baseUnit("seconds")
                    .register(meters);
        }

        private double failingSeconds() {
            Instant since = failingSince;
            return since == null
                    ? 0
                    : Math.max(0, Duration.between(since, clock.instant()).toMillis() / 1_000.0);
        }

        /** Catches all errors, because a scheduled task that throws is never run again. */
        void look() {
            try {
                Deliveries.Result result = deliveries.send(destination);
                sent.increment(result.sent());
                givenUp.increment(result.givenUp());
                failingSince = result.state().failingSince();
                databaseAnswers = true;
            } catch (RuntimeException | Error e) {
                if (databaseAnswers) {
                    log.warn("destination={} events cannot be read: {}", destination.name(), e.toString());
                }
                databaseAnswers = false;
            }
        }
    }

    @Override
    public void stop() {
        ScheduledExecutorService started = threads;
        threads = null;
        if (started != null) {
            DatabaseThread.end(started);
        }
    }

    @Override
    public boolean isRunning() {
        return threads != null;
    }

    /** After the driver: a destination that hangs must not delay the restore of its runs. */
    @Override
    public int getPhase() {
        return StopOrder.CONTROLLER;
    }
}
