package dev.redliner.controller.schedule;

import java.time.Instant;
import java.util.Objects;

/**
 * A pause of all schedules. Unlike the safety lever, it ends no run, and runs can be started by hand.
 *
 * @param who the user who paused them
 * @param why the reason
 * @param since when they were paused
 */
public record SchedulePause(String who, String why, Instant since) {
    public SchedulePause {
        Objects.requireNonNull(who, "who");
        Objects.requireNonNull(why, "why");
        Objects.requireNonNull(since, "since");
    }

    /** A sentence with the user, the time and the reason. */
    public String words() {
        String text = "All schedules are paused by " + who + " since " + since + ": " + why;
        return text.endsWith(".") ? text : text + ".";
    }
}
