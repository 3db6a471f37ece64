package dev.redliner.controller.lever;

import java.time.Instant;
import java.util.Objects;

/**
 * That the safety lever is engaged.
 *
 * @param who who engaged it
 * @param why why
 * @param since when
 */
public record Engaged(String who, String why, Instant since) {
    public Engaged {
        Objects.requireNonNull(who, "who");
        Objects.requireNonNull(why, "why");
        Objects.requireNonNull(since, "since");
    }

    /** In words: who, why, since when. */
    public String words() {
        return "the safety lever is engaged by " + who + " since " + since + ": " + why;
    }
}
