package dev.redliner.collector.host;

/**
 * For how long the machine that this process runs on stood still: a thread that should wake every {@value #EVERY_MS} ms and
 * wakes later was kept from running, as every other program was. A virtual machine that its host holds back, a full disk
 * cache that is written, or a collection of garbage of this process stalls it. The lateness that every busy machine has, a few
 * milliseconds, is not counted.
 */
public final class Stalls {
    private static final int EVERY_MS = 20;
    private static final long SHORTEST_NANOS = 20_000_000;

    private long stalledNanos;

    /** Of this process, from the first call on. Starts a thread that does nothing else. */
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
                // how much too late this ends is what is measured
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

    /** Seconds so far; only the difference of two readings means something. */
    public synchronized double seconds() {
        return stalledNanos / 1e9;
    }
}
