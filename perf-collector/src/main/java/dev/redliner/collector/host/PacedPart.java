package dev.redliner.collector.host;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A part whose cost grows with the threads, files or connections of the service. It is read once a second at most, and
 * as rarely as needed to use 0.3% of a CPU at most. In between its values are repeated.
 */
final class PacedPart {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long SHORTEST_NANOS = Duration.ofMillis(950).toNanos();
    private static final int TIMES_COST = 330;

    private final String name;
    private final Found.Part part;
    private final LongSupplier cpuNanos;
    private @Nullable Found last;
    private long dueNanos;

    PacedPart(String name, Found.Part part) {
        this(name, part, THREADS::getCurrentThreadCpuTime);
    }

    /** @param cpuNanos the CPU time that the reading thread has used */
    PacedPart(String name, Found.Part part, LongSupplier cpuNanos) {
        this.name = name;
        this.part = part;
        this.cpuNanos = cpuNanos;
    }

    void readInto(Found into) {
        Found known = last;
        if (known == null || into.nanos() - dueNanos >= 0) {
            long before = cpuNanos.getAsLong();
            known = new Found(into.nanos());
            known.part(name, part);
            last = known;
            dueNanos = into.nanos() + Math.max(SHORTEST_NANOS, TIMES_COST * (cpuNanos.getAsLong() - before));
        }
        into.gauges().putAll(known.gauges());
        into.gaps().addAll(known.gaps());
    }
}
