package dev.redliner.http;

import java.io.IOException;

/** No whole answer came. */
public class ExchangeFailed extends IOException {
    private static final long serialVersionUID = 1L;

    private final String reason;

    ExchangeFailed(String reason) {
        super(reason);
        this.reason = reason;
    }

    ExchangeFailed(String reason, Throwable cause) {
        super(reason, cause);
        this.reason = reason;
    }

    /** For a person. */
    public String reason() {
        return reason;
    }
}
