package dev.redliner.controller.run;

import dev.redliner.contracts.redirect.Share;

/** What a run wants of the traffic as long as nothing else is said. Whoever drives it renews this once a second. */
public sealed interface Standing {
    /** Nothing was moved and nothing is to be: send no order. */
    record Nothing() implements Standing {}

    /** This share to the SUT. */
    record Shift(Share share) implements Standing {}

    /** Back to the baseline. */
    record Restore(Share baseline) implements Standing {}
}
