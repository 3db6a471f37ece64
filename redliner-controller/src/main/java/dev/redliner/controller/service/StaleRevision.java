package dev.redliner.controller.service;

import java.util.OptionalLong;

/** A service or a schedule was changed by another caller since it was read. Nothing was done. */
public final class StaleRevision extends Exception {
    private static final long serialVersionUID = 1;

    private StaleRevision(String message) {
        super(message);
    }

    /**
     * Throws if the revision is not the expected one.
     *
     * @param what such as {@code service checkout}
     * @param expected the expected revision; 0: there must be none; empty: any
     * @param found the revision; empty if it does not exist
     */
    public static void require(String what, OptionalLong expected, OptionalLong found) throws StaleRevision {
        if (expected.isEmpty() || expected.getAsLong() == found.orElse(0)) {
            return;
        }
        if (expected.getAsLong() == 0) {
            throw new StaleRevision("there is a " + what + " already, at revision " + found.orElse(0));
        }
        throw new StaleRevision(what + " is "
                + (found.isPresent() ? "at revision " + found.getAsLong() : "not there")
                + ", not at " + expected.getAsLong());
    }
}
