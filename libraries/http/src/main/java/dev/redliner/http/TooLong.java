package dev.redliner.http;

/** The answer is longer than the limit. */
public final class TooLong extends ExchangeFailed {
    private static final long serialVersionUID = 1L;

    TooLong(int maxBodyBytes) {
        super("answered with more than " + maxBodyBytes + " bytes");
    }
}
