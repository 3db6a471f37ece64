package dev.redliner.testbench.lease;

/**
 * The bounds of the model's state space.
 *
 * @param redirectors redirectors with an Envoy each
 * @param validity of an order, ticks
 * @param ttl of an override, ticks
 * @param shares number of shares above the baseline
 * @param epochs number of claims and take-overs
 * @param onTheWay number of orders on their way to one redirector
 * @param clocks ticks by which the redirectors' wall clocks may be ahead or behind; they may be set at any moment
 * @param mistake the intended mistake
 */
record Bounds(
        int redirectors, int validity, int ttl, int shares, int epochs, int onTheWay, int clocks, Mistake mistake) {
    Bounds with(Mistake other) {
        return new Bounds(redirectors, validity, ttl, shares, epochs, onTheWay, clocks, other);
    }
}
