package dev.redliner.testbench.faults;

import java.time.Duration;

/**
 * The longest time for which an Envoy may hold a share after a fault. This is the arithmetic of decision 0014 with the
 * default settings, for the rows of the fault matrix and for the campaign on real processes.
 */
public final class RestoreBound {
    /** Order validity: a redirector ends its lease this long after the last order. */
    public static final Duration VALIDITY = Duration.ofSeconds(3);

    /** An Envoy drops its override this long after the redirector's last heartbeat. */
    public static final Duration TTL = Duration.ofSeconds(3);

    /** Time until Envoy's keepalive gives up a connection without traffic. */
    public static final Duration IN_A_CUT_CONNECTION = Duration.ofSeconds(4);

    /** Allowance for a busy machine, on which processes wait for a processor. */
    public static final Duration SLACK = Duration.ofSeconds(4);

    private RestoreBound() {}

    /** After a fault that stops the orders: validity, TTL and slack, counted from the last order. */
    public static Duration ofSilence() {
        return VALIDITY.plus(TTL).plus(SLACK);
    }

    /**
     * After a fault that the run itself must notice: the run's patience, and then as after silence.
     *
     * @param unknownFor how long the run holds without data, by {@code limits.unknownFor}
     */
    public static Duration ofPatience(Duration unknownFor) {
        return unknownFor.plus(ofSilence());
    }
}
