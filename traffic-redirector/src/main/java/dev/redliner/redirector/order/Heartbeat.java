package dev.redliner.redirector.order;

import dev.redliner.redirector.lease.Moment;
import dev.redliner.redirector.lease.MomentSource;
import dev.redliner.redirector.xds.RuntimeHub;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drives expiry, heartbeats and reports on a separate thread that does not wait for other parts: leases expire at every
 * turn, heartbeats are sent four times in a TTL, and reports once a second.
 */
public final class Heartbeat implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);
    private static final Duration LONGEST_TURN = Duration.ofMillis(100);
    private static final Duration REPORT_INTERVAL = Duration.ofSeconds(1);
    private static final int BEATS_PER_TTL = 4;
    private static final int TURNS_PER_BEAT = 2;

    private final Duration beatInterval;
    private final MomentSource moments;
    private final OrderHandler handler;
    private final RuntimeHub hub;
    private final ScheduledExecutorService turns = Executors.newSingleThreadScheduledExecutor(task -> {
        var thread = new Thread(task, "redirector-heartbeat");
        thread.setDaemon(true);
        return thread;
    });

    private Moment lastBeat;
    private Moment lastReport;

    /** @param ttl how long an Envoy holds an override without a renewal */
    public Heartbeat(Duration ttl, MomentSource moments, OrderHandler handler, RuntimeHub hub) {
        this.beatInterval = ttl.dividedBy(BEATS_PER_TTL);
        this.moments = moments;
        this.handler = handler;
        this.hub = hub;
        this.lastBeat = moments.now();
        this.lastReport = lastBeat;
    }

    /** Starts the thread. */
    public void start() {
        Duration half = beatInterval.dividedBy(TURNS_PER_BEAT);
        long turn = (half.compareTo(LONGEST_TURN) < 0 ? half : LONGEST_TURN).toNanos();
        // a fixed delay: after a pause one turn runs, and not all the missed ones
        turns.scheduleWithFixedDelay(this::guardedTurn, turn, turn, TimeUnit.NANOSECONDS);
    }

    private void guardedTurn() {
        try {
            turn();
        } catch (RuntimeException | LinkageError | VirtualMachineError | AssertionError e) {
            // an exception would end the schedule, and with it every lease
            LOG.error("heartbeat failed; the next one follows", e);
        }
    }

    /** One turn. The thread runs it ten times a second. */
    public void turn() {
        Moment now = moments.now();
        handler.expire();
        if (now.since(lastBeat).compareTo(beatInterval) >= 0) {
            lastBeat = now;
            hub.heartbeat();
        }
        if (now.since(lastReport).compareTo(REPORT_INTERVAL) >= 0) {
            lastReport = now;
            handler.reportAll();
        }
    }

    @Override
    public void close() {
        turns.shutdownNow();
    }
}
