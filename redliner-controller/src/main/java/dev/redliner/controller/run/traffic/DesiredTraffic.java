package dev.redliner.controller.run.traffic;

import dev.redliner.contracts.redirect.Share;

/**
 * The demand of a run on the traffic. It stands until the run changes it. The driver of the run renews it once a
 * second.
 */
public sealed interface DesiredTraffic {
    /** No traffic was moved and none is to be moved: no order is sent. */
    record Nothing() implements DesiredTraffic {}

    /** The SUT gets this share. */
    record Shift(Share share) implements DesiredTraffic {}

    /** The traffic returns to the baseline. */
    record Restore(Share baseline) implements DesiredTraffic {}
}
