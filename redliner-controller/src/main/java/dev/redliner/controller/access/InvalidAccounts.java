package dev.redliner.controller.access;

/** An accounts file that cannot be used. */
public final class InvalidAccounts extends Exception {
    private static final long serialVersionUID = 1;

    InvalidAccounts(String message) {
        super(message);
    }
}
