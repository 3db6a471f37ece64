package dev.redliner.controller.capacity;

import dev.redliner.controller.traffic.PeakTraffic.Peak;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The peak load of a pool against the load that it carries safely.
 *
 * @param peak the busiest five minutes of the last days
 * @param safe hosts of the pool times the safe rate of one host, requests per second
 */
public record Headroom(Peak peak, double safe) {
    /** Below this fraction somebody should act. */
    private static final double LITTLE = 0.1;

    /**
     * Empty if one of the three is not known: a value would be a good or a bad one.
     *
     * @param safeRate of one host, requests per second; null if not known
     * @param hosts 0 if not known
     */
    public static Optional<Headroom> of(Optional<Peak> peak, int hosts, @Nullable Double safeRate) {
        return safeRate == null || hosts == 0 || safeRate <= 0
                ? Optional.empty()
                : peak.map(it -> new Headroom(it, hosts * safeRate));
    }

    /** The part of the safe capacity that is left at the peak; negative if the peak is above it. */
    public double left() {
        return 1 - peak.rps() / safe;
    }

    public boolean little() {
        return left() < LITTLE;
    }
}
