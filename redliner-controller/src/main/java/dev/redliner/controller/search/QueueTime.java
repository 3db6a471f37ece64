package dev.redliner.controller.search;

/**
 * The time after which a queue has nothing left of how long it was: at 80% of its capacity that of some 70 requests, at
 * 90% of some 340 ({@code 1 / (sqrt(capacity) - sqrt(load))^2} seconds). Over less, a median that moved may be chance.
 */
final class QueueTime {
    private static final double REQUESTS = 200;
    /** At a hundred requests per second and more a sign takes two seconds. */
    private static final int SHORTEST = 2;

    private static final int LONGEST = 10;

    private QueueTime() {}

    /** Seconds at a load in requests per second, 2 to 10. */
    static int seconds(double load) {
        return (int) Math.max(SHORTEST, Math.min(LONGEST, Math.ceil(REQUESTS / Math.max(1, load))));
    }
}
