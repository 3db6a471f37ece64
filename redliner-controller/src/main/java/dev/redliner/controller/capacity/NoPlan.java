package dev.redliner.controller.capacity;

/** Hosts cannot be planned. The message is a sentence with the reason. */
public final class NoPlan extends Exception {
    private static final long serialVersionUID = 1;

    NoPlan(String message) {
        super(message);
    }
}
