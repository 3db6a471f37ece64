package dev.redliner.search.estimate;

import dev.redliner.search.CountInterval.Criterion;

/**
 * How much the two preceding seconds still matter. A queue accumulates the excess load, and slow requests were sent some
 * time earlier. Errors occur at once.
 */
final class CarriedLoad {
    /** The weight for a limit near zero. The limit in seconds adds to it, because slow requests were sent earlier. */
    private static final double OF_SLOW = 0.25;
    /** Upper limit of the weight (docs/search.md). */
    private static final double MOST = 0.6;

    private static final double OF_FAILED = 0.1;

    private CarriedLoad() {}

    /** The weight of the preceding seconds, 0.1 to 0.6. */
    static double part(Criterion criterion) {
        return criterion.latency() ? Math.min(MOST, OF_SLOW + criterion.limitSeconds()) : OF_FAILED;
    }
}
