package dev.redliner.controller.lever;

import dev.redliner.contracts.StopOrder;
import dev.redliner.controller.audit.AuditAction;
import dev.redliner.controller.audit.AuditEntry;
import dev.redliner.controller.audit.AuditLog;
import dev.redliner.controller.thread.DatabaseThread;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessResourceFailureException;

/**
 * The lever that all controllers on a database share. The state of this controller is in memory, so that queries never
 * wait. A single thread keeps it in sync with the database.
 */
public final class SharedLever implements SafetyLever, SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(SharedLever.class);
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    /**
     * The state of the lever in this controller.
     *
     * @param engaged the engagement; empty: the lever is released
     * @param stored whether the database has this state
     */
    private record Known(Optional<Engaged> engaged, boolean stored) {}

    private static final Known RELEASED = new Known(Optional.empty(), true);

    private final LeverTable table;
    private final LeverFile note;
    private final AuditLog audit;
    private final InstantSource clock;
    private final Supplier<Stream<LeverListener>> listeners;
    private final ScheduledExecutorService keeper = DatabaseThread.named("redliner-lever");
    private volatile Known known = RELEASED;
    private volatile boolean running;
    private boolean databaseAnswers = true;

    /** @param listeners the listeners to notify; looked up each time, because they may be created later */
    SharedLever(
            LeverTable table,
            LeverFile note,
            AuditLog audit,
            InstantSource clock,
            Supplier<Stream<LeverListener>> listeners) {
        this.table = table;
        this.note = note;
        this.audit = audit;
        this.clock = clock;
        this.listeners = listeners;
    }

    @Override
    public Optional<Engaged> engaged() {
        return known.engaged();
    }

    @Override
    public boolean stored() {
        return known.stored();
    }

    @Override
    public boolean engage(String who, String why) {
        Engaged lever = engageHere(who, why);
        notifyListeners(listener -> listener.engaged(lever));
        try {
            return within(new AtomicBoolean(true), () -> {
                agree();
                return known.stored();
            });
        } catch (RuntimeException e) {
            log.error("the safety lever is engaged, but could not be stored yet: {}", e.getMessage());
            return false;
        }
    }

    private synchronized Engaged engageHere(String who, String why) {
        Optional<Engaged> before = known.engaged();
        Engaged lever =
                before.orElseGet(() -> new Engaged(who, why, clock.instant().truncatedTo(ChronoUnit.MILLIS)));
        audit.record(new AuditEntry(
                who, AuditAction.LEVER_ENGAGED, "", before.map(Engaged::words).orElse("released"), lever.words(), why));
        if (before.isEmpty()) {
            log.warn("{}; every run is stopped and restored; new runs are refused", lever.words());
        }
        // also if it is already engaged: a concurrent release must detect the new request to engage
        note.write(lever);
        known = new Known(Optional.of(lever), false);
        return lever;
    }

    @Override
    public boolean release(String who, String why) {
        // the first to clear the flag decides: the release when it is done, or the caller when its wait times out
        var undecided = new AtomicBoolean(true);
        return within(undecided, () -> {
            Known before = known;
            Optional<Engaged> lever = before.engaged().or(table::read);
            table.release();
            if (!undecided.getAndSet(false)) {
                log.warn("the release by {} arrived too late and was answered as failed; the lever stays engaged", who);
                lever.ifPresent(table::engage);
                return false;
            }
            lever.ifPresent(it -> {
                log.warn("the safety lever is released by {}: {}", who, why);
                audit.record(new AuditEntry(who, AuditAction.LEVER_RELEASED, "", it.words(), "released", why));
            });
            if (become(before, RELEASED)) {
                note.remove();
            } else {
                agree();
            }
            return lever.isPresent();
        });
    }

    /**
     * Executes a task on the lever's thread, and waits at most for the patience.
     *
     * @param undecided true until either the task or the timeout decides whether the task counts
     */
    private boolean within(AtomicBoolean undecided, Callable<Boolean> task) {
        Future<Boolean> done = keeper.submit(task);
        try {
            return done.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            undecided.set(false);
            done.cancel(false);
            throw new DataAccessResourceFailureException("the database is unavailable", e);
        } catch (ExecutionException e) {
            throw new DataAccessResourceFailureException("the database is unavailable", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DataAccessResourceFailureException("interrupted", e);
        }
    }

    private void look() {
        try {
            agree();
            if (!databaseAnswers) {
                log.info("the safety lever is synchronized with the database again");
            }
            databaseAnswers = true;
        } catch (RuntimeException | Error e) {
            // a transaction without a connection does not fail with a DataAccessException, so all exceptions are caught
            if (databaseAnswers) {
                log.warn("the safety lever is not synchronized with the database: {}", e.getMessage());
            }
            databaseAnswers = false;
        }
        known.engaged().ifPresent(lever -> notifyListeners(listener -> listener.stillEngaged(lever)));
    }

    /** Synchronizes memory and database. An engagement that is not stored yet is written first. */
    private void agree() {
        Known before = known;
        if (!before.stored()) {
            before.engaged().ifPresent(table::engage);
        }
        Optional<Engaged> stored = table.read();
        if (become(before, new Known(stored, true))) {
            if (!before.stored()) {
                note.remove();
            }
            if (before.engaged().isEmpty() && stored.isPresent()) {
                log.warn(
                        "{}; every run is stopped and restored; new runs are refused",
                        stored.get().words());
                notifyListeners(listener -> listener.engaged(stored.get()));
            } else if (before.engaged().isPresent() && stored.isEmpty()) {
                log.warn("the safety lever was released");
            }
        }
    }

    /** Changes the state, unless the lever was engaged in this controller meanwhile. */
    private synchronized boolean become(Known expected, Known next) {
        if (known != expected) {
            return false;
        }
        known = next;
        return true;
    }

    private synchronized void become(Known next) {
        known = next;
    }

    private void notifyListeners(Consumer<LeverListener> news) {
        listeners.get().forEach(listener -> {
            try {
                news.accept(listener);
            } catch (RuntimeException | Error e) {
                log.error(
                        "{} failed to apply the safety lever",
                        listener.getClass().getSimpleName(),
                        e);
            }
        });
    }

    /** Reads the state of the lever. The driver starts later, so it begins with the correct state. */
    @Override
    public void start() {
        running = true;
        note.read().ifPresent(lever -> {
            log.warn("{}; it was not stored in the database yet", lever.words());
            become(new Known(Optional.of(lever), false));
        });
        look();
        keeper.scheduleWithFixedDelay(this::look, LOOK.toMillis(), LOOK.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void stop() {
        running = false;
        DatabaseThread.end(keeper);
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return StopOrder.CONTROLLER;
    }
}
