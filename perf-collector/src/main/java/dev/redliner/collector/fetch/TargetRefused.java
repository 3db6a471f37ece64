package dev.redliner.collector.fetch;

import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.contracts.sample.Gap;

/** A target that the allow-list does not permit. No request was sent to it. */
final class TargetRefused extends ReadFailed {
    private static final long serialVersionUID = 1L;

    TargetRefused(String reason) {
        super(Gap.REFUSED + reason);
    }
}
