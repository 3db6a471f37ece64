package dev.redliner.controller.run;

import dev.redliner.contracts.verdict.Tick;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether more clients leave before their answers are there than leave anyway. The requests of impatient clients never
 * become slow: of a host that hangs only those answers are counted that are fast. A part of the clients that leaves in the
 * baseline, or that leaves the peers at the same time, is normal.
 *
 * <p>False alarms, if the requests and the leaving clients come in bursts whose variance is twice the mean: at 10, 100 and
 * 1,000 rps, with 0 to 10% of the clients leaving anyway, 0 to 13 of 7,200 ticks of 500 ms ({@code EarlyLeaversTest}). Such
 * a tick is held, and ends no run.
 */
final class EarlyLeavers {
    private static final double FEWEST = 10;
    /** Fewer of the peers' requests excuse nothing. */
    private static final double ENOUGH_OF_PEERS = 100;
    /** Standard deviations that are no chance. */
    private static final double CERTAIN = 4;

    private EarlyLeavers() {}

    /** Why nothing can be said of the load; empty if no more clients leave than usual. */
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
                ? Optional.of(RunMessages.clientsLeave(lately.left(), lately.requested(), Lately.OVER, normal))
                : Optional.empty();
    }

    private static double peers(Lately lately) {
        return lately.peersRequested() >= ENOUGH_OF_PEERS ? lately.peersLeft() / lately.peersRequested() : 0;
    }
}
