package dev.redliner.collector.sample;

import org.jspecify.annotations.Nullable;

/** A source could not be read. */
public class ReadFailed extends Exception {
    private static final long serialVersionUID = 1L;

    private final String reason;

    /** @param reason for a person, and for the resulting gap */
    public ReadFailed(String reason) {
        this(reason, null);
    }

    public ReadFailed(String reason, @Nullable Throwable cause) {
        super(reason, cause);
        this.reason = reason;
    }

    public String reason() {
        return reason;
    }
}
