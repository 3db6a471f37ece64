package dev.redliner.controller.run.traffic;

import dev.redliner.contracts.verdict.Tick;
import java.time.Instant;

/** The beginning of a tick on the clock of the controller, which also times the steps. */
public final class TickBegin {
    private TickBegin() {}

    /**
     * The beginning of a tick by the earlier of two clocks, because clocks differ and ticks arrive with a delay.
     *
     * @param now when the tick arrived
     */
    public static Instant of(Tick tick, Instant now) {
        Instant arrived = now.minus(tick.length());
        return tick.from().isBefore(arrived) ? tick.from() : arrived;
    }
}
