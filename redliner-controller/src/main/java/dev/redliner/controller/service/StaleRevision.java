package dev.redliner.controller.service;

import java.util.OptionalLong;

/** The service was changed by another caller since it was read. Nothing was done. */
public final class StaleRevision extends Exception {
    private static final long serialVersionUID = 1;

    public StaleRevision(String name, long expected, OptionalLong found) {
        super("service " + name + " is "
                + (found.isPresent() ? "at revision " + found.getAsLong() : "not there")
                + ", not at " + expected);
    }
}
