package dev.redliner.controller.service;

import java.util.OptionalLong;

/** A service or a schedule was changed by another caller since it was read. Nothing was done. */
public final class StaleRevision extends Exception {
    private static final long serialVersionUID = 1;

    /** @param what such as {@code service checkout} */
    public StaleRevision(String what, long expected, OptionalLong found) {
        super(what + " is "
                + (found.isPresent() ? "at revision " + found.getAsLong() : "not there")
                + ", not at " + expected);
    }
}
