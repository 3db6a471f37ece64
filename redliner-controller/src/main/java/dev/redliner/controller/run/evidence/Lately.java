package dev.redliner.controller.run.evidence;

import dev.redliner.contracts.verdict.Overdue;
import dev.redliner.contracts.verdict.Tick;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Counts of the last seconds. A guard uses them to decide whether the answers are evidence of the load.
 *
 * @param requested requests sent to the SUT
 * @param completed requests that the SUT answered
 * @param left requests to the SUT that clients left
 * @param peersRequested requests sent to the peers
 * @param peersLeft requests to the peers that clients left
 */
public record Lately(double requested, double completed, double left, double peersRequested, double peersLeft) {
    /** Long enough for most answers of a host that is slow but healthy. */
    public static final Duration OVER = Duration.ofSeconds(3);

    /** @param recent ticks, oldest first */
    public static Lately of(List<Tick> recent) {
        Lately sum = new Lately(0, 0, 0, 0, 0);
        if (recent.isEmpty()) {
            return sum;
        }
        Instant from = recent.get(recent.size() - 1).to().minus(OVER);
        for (Tick tick : recent) {
            sum = tick.from().isBefore(from) ? sum : sum.plus(tick);
        }
        return sum;
    }

    private Lately plus(Tick tick) {
        Overdue peers = tick.peerOverdue();
        return new Lately(
                requested + tick.requested(),
                completed + tick.completed(),
                left + tick.overdue().left(),
                peersRequested + tick.poolRequested() - tick.requested(),
                peersLeft + peers.left());
    }
}
