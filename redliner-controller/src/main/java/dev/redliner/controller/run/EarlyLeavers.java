package dev.redliner.controller.run;

import dev.redliner.contracts.verdict.Tick;
import dev.redliner.controller.run.evidence.Baseline;
import dev.redliner.controller.run.evidence.HarmNormal;
import dev.redliner.controller.run.evidence.Lately;
import dev.redliner.controller.run.message.HoldMessages;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Detects that more clients than usual leave before their answers arrive. The requests of impatient clients never
 * become slow: if a host hangs, only its fast answers are counted. The fraction of clients that leaves in the baseline,
 * or that leaves the peers at the same time, is normal.
 *
 * <p>False alarms: 0 to 13 of 7,200 ticks of 500 ms, at 10, 100 and 1,000 rps, with 0 to 10% of the clients leaving in
 * any case ({@code EarlyLeaversTest}). Requests and leaving clients come in bursts there, with a variance of twice the
 * mean. A false alarm makes the run hold its share for that tick, and does not end the run.
 */
final class EarlyLeavers {
    private static final double FEWEST = 10;
    /** With fewer requests at the peers, their leaving clients do not count as normal. */
    private static final double ENOUGH_OF_PEERS = 100;
    /** Number of standard deviations that chance does not explain. */
    private static final double CERTAIN = 4;

    private EarlyLeavers() {}

    /** The reason why the answers are no evidence of the load; empty if no more clients leave than usual. */
    static Optional<String> unknown(@Nullable Baseline baseline, List<Tick> recent) {
        if (baseline == null || !(baseline.seen().requested() > 0)) {
            return Optional.empty();
        }
        Lately lately = Lately.of(recent);
        double known = baseline.seen().requested();
        double normal = Math.max((baseline.seen().overdue().left() + 1) / known, peers(lately));
        double expected = normal * lately.requested();
        double variance = HarmNormal.DISPERSION * Math.max(1, expected) * (1 + lately.requested() / known);
        return lately.left() >= FEWEST && lately.left() - expected > CERTAIN * Math.sqrt(variance)
                ? Optional.of(HoldMessages.clientsLeave(lately.left(), lately.requested(), Lately.OVER, normal))
                : Optional.empty();
    }

    private static double peers(Lately lately) {
        return lately.peersRequested() >= ENOUGH_OF_PEERS ? lately.peersLeft() / lately.peersRequested() : 0;
    }
}
