package dev.redliner.standalone.traffic;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * Calls at the due times, from its own thread that parks until the next one. A shared timer with a tick would bunch the
 * requests, and so cause bursts in the queue that real users do not cause.
 *
 * <p>Calls that are slightly late are made up for at once, which keeps the rate. After a longer stall (this process was
 * not given the CPU) the missed calls are left out. A host near its redline would need many seconds to recover from
 * such a burst.
 */
final class Pacer implements AutoCloseable {
    private static final long RATE_STEP_NANOS = 1_000_000_000;
    private static final long STALL_NANOS = 20_000_000;

    private final RateCurve curve;
    private final PoissonArrivals arrivals;
    private final LongConsumer send;
    private final Thread thread;
    private final long startNanos = System.nanoTime();
    private volatile double rps;
    private volatile boolean closed;
    // written by the pacer's thread only
    private volatile long stalledNanos;

    /**
     * @param send called with the due time of each request; must not block
     */
    Pacer(LoadSettings settings, LongConsumer send) {
        this.rps = settings.rps();
        this.curve = new RateCurve(settings, settings.seed());
        this.arrivals = new PoissonArrivals(settings.rps(), startNanos, settings.seed() + 1);
        this.send = send;
        this.thread = new Thread(this::run, "traffic-pacer");
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    void rps(double newRps) {
        rps = newRps;
        LockSupport.unpark(thread);
    }

    double rps() {
        return rps;
    }

    /** Total time without traffic because this thread was not given the CPU. */
    long stalledNanos() {
        return stalledNanos;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void run() {
        double factor = curve.nextFactor(0);
        double current = rps * factor;
        arrivals.rate(current, startNanos);
        long nextStep = startNanos + RATE_STEP_NANOS;
        while (!closed) {
            long now = System.nanoTime();
            if (now - arrivals.dueNanos() > STALL_NANOS) {
                stalledNanos += now - arrivals.dueNanos();
                arrivals.rate(current, now);
            }
            while (arrivals.dueNanos() <= now) {
                send.accept(arrivals.dueNanos());
                arrivals.sent();
            }
            if (now >= nextStep) {
                factor = curve.nextFactor((now - startNanos) / 1e9);
                nextStep += RATE_STEP_NANOS;
            }
            if (rps * factor != current) {
                current = rps * factor;
                arrivals.rate(current, now);
            }
            LockSupport.parkNanos(this, Math.min(arrivals.dueNanos(), nextStep) - System.nanoTime());
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
