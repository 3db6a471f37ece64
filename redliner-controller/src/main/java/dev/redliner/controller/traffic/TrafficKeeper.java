package dev.redliner.controller.traffic;

import dev.redliner.controller.thread.DatabaseThread;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Writes each completed hour to the database, and deletes hours that are too old, on a thread of its own. Every
 * controller does so, and skips the hours that another controller already wrote. Failed writes are retried every
 * minute, for an hour.
 */
public final class TrafficKeeper implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(TrafficKeeper.class);
    private static final Duration EVERY = Duration.ofMinutes(1);

    private record Key(String pool, Instant start) {}

    private final TrafficBook book;
    private final TrafficStore store;
    private final TrafficSettings settings;
    private final InstantSource clock;
    private final Map<Key, Integer> written = new HashMap<>();
    private Instant deletedAt = Instant.MIN;
    private boolean failing;
    private volatile @Nullable ScheduledExecutorService thread;

    TrafficKeeper(TrafficBook book, TrafficStore store, TrafficSettings settings, InstantSource clock) {
        this.book = book;
        this.store = store;
        this.settings = settings;
        this.clock = clock;
    }

    @Override
    public void start() {
        ScheduledExecutorService started = DatabaseThread.named("redliner-controller-traffic-keeper");
        started.scheduleWithFixedDelay(this::keep, EVERY.toSeconds(), EVERY.toSeconds(), TimeUnit.SECONDS);
        thread = started;
    }

    @Override
    public void stop() {
        ScheduledExecutorService running = thread;
        if (running != null) {
            DatabaseThread.end(running);
        }
        thread = null;
    }

    @Override
    public boolean isRunning() {
        return thread != null;
    }

    /** Writes the hours that are due. Never throws, because the executor would then not call it again. */
    synchronized void keep() {
        Instant now = clock.instant();
        try {
            book.forgetOld(now);
            List<TrafficHour> due = book.hours(now).stream()
                    .filter(hour -> hour.seconds() > written.getOrDefault(new Key(hour.pool(), hour.start()), 0))
                    .toList();
            if (!due.isEmpty()) {
                store.write(due);
                due.forEach(hour -> written.put(new Key(hour.pool(), hour.start()), hour.seconds()));
            }
            written.keySet().removeIf(key -> key.start().isBefore(now.minus(RecentTraffic.SLOTS_KEPT.multipliedBy(2))));
            delete(now);
            failing = false;
        } catch (DataAccessException | TransactionException e) {
            if (!failing) {
                log.warn("traffic could not be stored: {}; retrying every {}", e.getMessage(), EVERY);
            }
            failing = true;
        } catch (RuntimeException | Error e) {
            log.error("traffic could not be stored; retrying every {}", EVERY, e);
        }
    }

    private void delete(Instant now) {
        if (deletedAt.isBefore(now.minus(TrafficHour.LENGTH))) {
            store.deleteBefore(now.minus(settings.keptFor()));
            deletedAt = now;
        }
    }
}
