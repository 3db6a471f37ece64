package dev.redliner.http;

/** The address is not allowed. No request was sent to it. */
public final class AddressRefused extends ExchangeFailed {
    private static final long serialVersionUID = 1L;

    AddressRefused(String reason) {
        super(reason);
    }
}
