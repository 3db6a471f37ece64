package dev.redliner.collector.host;

/**
 * Measures for how long the machine of this process stood still. A thread should wake every {@value #EVERY_MS} ms; if
 * it wakes later, it was kept from running, as every other program was. Causes of stalls are a virtual machine that its
 * host holds back, a full disk cache being written, or a garbage collection of this process. The delay of a few
 * milliseconds that occurs on every busy machine is not counted.
 */
public final class Stalls {
    private static final int EVERY_MS = 20;
    private static final long SHORTEST_NANOS = 20_000_000;

    private long stalledNanos;

    /** The stalls of this process, from the first call on. Starts a separate thread for the measurement. */
    public static Stalls ofThisProcess() {
        return OfProcess.STALLS;
    }

    private static final class OfProcess {
        static final Stalls STALLS = started();

        private static Stalls started() {
            var stalls = new Stalls();
            var thread = new Thread(stalls::watch, "stalls");
            thread.setDaemon(true);
            thread.start();
            return stalls;
        }
    }

    private void watch() {
        while (!Thread.currentThread().isInterrupted()) {
            long due = System.nanoTime() + EVERY_MS * 1_000_000L;
            try {
                // the delay of this wake-up is the measurement
                Thread.sleep(EVERY_MS);
            } catch (InterruptedException e) {
                return;
            }
            woke(System.nanoTime() - due);
        }
    }

    synchronized void woke(long lateNanos) {
        if (lateNanos >= SHORTEST_NANOS) {
            stalledNanos += lateNanos;
        }
    }

    /** Seconds so far; only the difference of two readings is meaningful. */
    public synchronized double seconds() {
        return stalledNanos / 1e9;
    }
}
