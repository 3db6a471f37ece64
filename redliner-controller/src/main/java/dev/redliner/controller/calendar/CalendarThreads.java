package dev.redliner.controller.calendar;

import dev.redliner.contracts.StopOrder;
import dev.redliner.controller.thread.DatabaseThread;
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

/** Looks at the calendars every few seconds, with as many threads as calendars: one that hangs delays no other. */
final class CalendarThreads implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(CalendarThreads.class);
    private static final Duration LOOK = Duration.ofSeconds(5);
    private static final int MOST_THREADS = 16;

    private final Calendars calendars;
    private final InstantSource clock;
    private final MeterRegistry meters;
    private volatile @Nullable ScheduledExecutorService threads;

    CalendarThreads(Calendars calendars, InstantSource clock, MeterRegistry meters) {
        this.calendars = calendars;
        this.clock = clock;
        this.meters = meters;
    }

    @Override
    public void start() {
        List<String> names = calendars.names();
        if (names.isEmpty()) {
            return;
        }
        ScheduledExecutorService started =
                DatabaseThread.several("redliner-calendars", Math.min(MOST_THREADS, names.size()));
        for (String name : names) {
            Gauge.builder("redliner.calendar.failing", () -> failingSeconds(name))
                    .description("Time since the calendar cannot be read, 0 while it can")
                    .tag("calendar", name)
                    .baseUnit("seconds")
                    .register(meters);
            started.scheduleWithFixedDelay(() -> look(name), 0, LOOK.toMillis(), TimeUnit.MILLISECONDS);
        }
        threads = started;
    }

    private double failingSeconds(String name) {
        Instant since = calendars.failingSince(name);
        return since == null
                ? 0
                : Math.max(0, Duration.between(since, clock.instant()).toMillis() / 1_000.0);
    }

    /** Catches all errors, because a scheduled task that throws is never run again. */
    private void look(String name) {
        try {
            calendars.look(name);
        } catch (RuntimeException | Error e) {
            log.warn("calendar={} the copy cannot be stored or read: {}", name, e.toString());
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

    /** After the driver: a source that hangs must not delay the restore of runs. */
    @Override
    public int getPhase() {
        return StopOrder.CONTROLLER;
    }
}
