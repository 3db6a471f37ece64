package dev.redliner.controller.access;

/** Settings of the access with which the server does not start. */
public final class InvalidAccess extends RuntimeException {
    private static final long serialVersionUID = 1;

    public InvalidAccess(String message) {
        super(message);
    }
}
