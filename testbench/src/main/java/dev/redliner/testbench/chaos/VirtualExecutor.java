package dev.redliner.testbench.chaos;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * A thread of a {@link SimulatedProcess} in virtual time. It runs one task after the other, each after a short scheduling delay.
 */
final class VirtualExecutor extends AbstractExecutorService implements ScheduledExecutorService {
    private final SimulatedProcess machine;
    private final LongSupplier jitter;
    private final BooleanSupplier idle;
    private static final int IDLE = 5;

    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private boolean busy;

    /**
     * @param idle whether periodic tasks have nothing to do now, and can run less often
     */
    VirtualExecutor(SimulatedProcess machine, LongSupplier jitter, BooleanSupplier idle) {
        this.machine = machine;
        this.jitter = jitter;
        this.idle = idle;
    }

    @Override
    public void execute(Runnable task) {
        machine.after(jitter.getAsLong(), () -> run(task));
    }

    /** Runs a task. A task that arrives in the middle of another one waits. */
    private void run(Runnable task) {
        waiting.add(task);
        next();
    }

    private void next() {
        if (busy || waiting.isEmpty()) {
            return;
        }
        busy = true;
        try {
            waiting.remove().run();
        } finally {
            busy = false;
        }
        if (!waiting.isEmpty()) {
            machine.after(0, this::next);
        }
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        machine.after(unit.toNanos(delay), () -> run(task));
        return NOBODY_ASKS;
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long first, long delay, TimeUnit unit) {
        return schedule(
                () -> {
                    task.run();
                    scheduleWithFixedDelay(task, delay, delay, unit);
                },
                idle.getAsBoolean() ? IDLE * first : first,
                unit);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long first, long period, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void shutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return false;
    }

    @Override
    public boolean isTerminated() {
        return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return true;
    }

    private static final ScheduledFuture<?> NOBODY_ASKS = new ScheduledFuture<Void>() {
        @Override
        public long getDelay(TimeUnit unit) {
            return 0;
        }

        @Override
        public int compareTo(Delayed other) {
            return 0;
        }

        @Override
        public boolean cancel(boolean interrupt) {
            return false;
        }

        @Override
        public boolean isCancelled() {
            return false;
        }

        @Override
        public boolean isDone() {
            return false;
        }

        @Override
        public Void get() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Void get(long timeout, TimeUnit unit) {
            throw new UnsupportedOperationException();
        }
    };
}
