package dev.redliner.controller.lever;

import java.time.Instant;
import java.util.Objects;

/**
 * The engagement of the safety lever.
 *
 * @param who the user or part that engaged it
 * @param why the reason
 * @param since when it was engaged
 */
public record Engaged(String who, String why, Instant since) {
    public Engaged {
        Objects.requireNonNull(who, "who");
        Objects.requireNonNull(why, "why");
        Objects.requireNonNull(since, "since");
    }

    /** A sentence with the user or part that engaged the lever, the time and the reason. */
    public String words() {
        return "the safety lever is engaged by " + who + " since " + since + ": " + why;
    }
}
