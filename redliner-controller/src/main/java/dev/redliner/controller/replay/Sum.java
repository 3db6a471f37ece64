package dev.redliner.controller.replay;

/**
 * A sum of ticks.
 *
 * @param seconds their length
 * @param requested requests sent
 * @param completed requests answered
 * @param errors failures among them
 * @param waiting requests that became overdue, less those that ended and became overdue before
 * @param latencySeconds sum of the latencies
 */
record Sum(double seconds, double requested, double completed, double errors, double waiting, double latencySeconds) {
    static final Sum NONE = new Sum(0, 0, 0, 0, 0, 0);

    /** @param sign 1 to add the tick, -1 to take it away */
    Sum plus(Counts tick, int sign) {
        return new Sum(
                seconds + sign * tick.seconds(),
                requested + sign * tick.requested(),
                completed + sign * tick.completed(),
                errors + sign * tick.errors(),
                waiting + sign * (tick.overdue().newly() - tick.overdue().ended()),
                latencySeconds + sign * tick.latency().sumSeconds());
    }
}
