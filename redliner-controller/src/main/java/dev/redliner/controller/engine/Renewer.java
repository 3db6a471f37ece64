package dev.redliner.controller.engine;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews orders and watches, but only while the run thread is alive. The leases of a controller that can no longer
 * decide therefore expire.
 */
final class Renewer {
    private static final Logger log = LoggerFactory.getLogger(Renewer.class);
    private static final long LOOK_MS = 100;
    private static final Duration ALIVE_EVERY = Duration.ofSeconds(2);
    private static final Duration SHOW_EVERY = Duration.ofSeconds(1);

    private final ActiveRuns runs;
    private final RunEventLoop loop;
    private final DriverMeters meters;
    private final InstantSource clock;
    private final Consumer<Instant> retry;
    private final Consumer<Instant> alive;
    private final Consumer<Instant> show;
    private final ScheduledExecutorService renewer;
    private Instant kept = Instant.EPOCH;
    private Instant shown = Instant.EPOCH;

    /**
     * @param retry called at every check, whether the run thread is responsive or not; must not block
     * @param alive called every two seconds while the run thread is responsive; must not block
     * @param show called every second while the run thread is responsive; must not block
     */
    Renewer(
            ActiveRuns runs,
            RunEventLoop loop,
            DriverMeters meters,
            InstantSource clock,
            Consumer<Instant> retry,
            Consumer<Instant> alive,
            Consumer<Instant> show,
            ScheduledExecutorService renewer) {
        this.renewer = renewer;
        this.runs = runs;
        this.loop = loop;
        this.meters = meters;
        this.clock = clock;
        this.retry = retry;
        this.alive = alive;
        this.show = show;
    }

    void start() {
        renewer.scheduleWithFixedDelay(this::renew, LOOK_MS, LOOK_MS, TimeUnit.MILLISECONDS);
    }

    void stop() {
        renewer.shutdownNow();
    }

    /** Catches every failure: a scheduled task that throws is never executed again. */
    private void renew() {
        try {
            renewAll(clock.instant());
        } catch (RuntimeException | LinkageError | VirtualMachineError | AssertionError e) {
            log.error("leases could not be renewed: {}", e.getMessage(), e);
        }
    }

    private void renewAll(Instant now) {
        retry.accept(now);
        if (!loop.isResponsive()) {
            log.warn("the run thread is blocked; leases are not renewed");
            return;
        }
        for (ActiveRun run : runs.active()) {
            if (run.due(now)) {
                loop.dispatch().renew(run, now);
                loop.dispatch().watch(run, now);
                meters.renewed();
            }
        }
        if (kept.plus(ALIVE_EVERY).isBefore(now)) {
            kept = now;
            alive.accept(now);
        }
        if (!shown.plus(SHOW_EVERY).isAfter(now)) {
            shown = now;
            show.accept(now);
        }
    }
}
