package dev.redliner.collector.fetch;

import dev.redliner.collector.sample.ReadFailed;

/** A target did not answer as expected. */
final class TargetFailed extends ReadFailed {
    private static final long serialVersionUID = 1L;

    private final boolean worthRetrying;

    /** @param worthRetrying whether the failure may be temporary, and there is time left for another attempt */
    TargetFailed(String reason, boolean worthRetrying, Throwable cause) {
        super(reason, cause);
        this.worthRetrying = worthRetrying;
    }

    TargetFailed(String reason) {
        super(reason);
        this.worthRetrying = false;
    }

    boolean worthRetrying() {
        return worthRetrying;
    }
}
