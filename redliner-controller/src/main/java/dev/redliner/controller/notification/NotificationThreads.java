package dev.redliner.controller.notification;

import dev.redliner.controller.thread.DatabaseThread;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Looks for events once a second, on a thread for each destination: one that hangs delays no other. */
final class NotificationThreads implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(NotificationThreads.class);
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final List<Destination> destinations;
    private final Deliveries deliveries;
    private final InstantSource clock;
    private final MeterRegistry meters;
    private final List<ScheduledExecutorService> threads = new ArrayList<>();
    private volatile boolean running;

    NotificationThreads(
            List<Destination> destinations, Deliveries deliveries, InstantSource clock, MeterRegistry meters) {
        this.destinations = List.copyOf(destinations);
        this.deliveries = deliveries;
        this.clock = clock;
        this.meters = meters;
    }

    @Override
    public void start() {
        running = true;
        for (Destination destination : destinations) {
            var looker = new Looker(destination);
            ScheduledExecutorService thread = DatabaseThread.named("redliner-notify-" + destination.name());
            thread.scheduleWithFixedDelay(looker::look, 0, LOOK.toMillis(), TimeUnit.MILLISECONDS);
            threads.add(thread);
        }
    }

    private final class Looker {
        private final Destination destination;
        private final Counter sent;
        private final Counter givenUp;
        private final AtomicReference<@Nullable Instant> failingSince = new AtomicReference<>();
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
            Instant since = failingSince.get();
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
                failingSince.set(Optional.ofNullable(result.state()
                                .map(DestinationTable.State::failingSince)
                                .orElse(null))
                        .orElse(null));
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
        running = false;
        threads.forEach(DatabaseThread::end);
        threads.clear();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
