package dev.redliner.search.estimate;

/**
 * The time after which the length of a queue no longer depends on its earlier length. At 80% of the queue's capacity it
 * is the time of some 70 requests, and at 90% of some 340 ({@code 1 / (sqrt(capacity) - sqrt(load))^2} seconds). Over a
 * shorter time, a median may move by chance.
 */
public final class QueueTime {
    private static final double REQUESTS = 200;
    /** From a hundred requests per second on, a sign takes two seconds. */
    private static final int SHORTEST = 2;

    private static final int LONGEST = 10;

    private QueueTime() {}

    /** Seconds at a load in requests per second, 2 to 10. */
    public static int seconds(double load) {
        return (int) Math.max(SHORTEST, Math.min(LONGEST, Math.ceil(REQUESTS / Math.max(1, load))));
    }
}
