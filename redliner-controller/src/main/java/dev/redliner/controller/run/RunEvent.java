package dev.redliner.controller.run;

import dev.redliner.contracts.redirect.RedirectReport;
import dev.redliner.contracts.verdict.Verdict;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a run may hear of. All of it is journalled, so that a run can be replayed. */
public sealed interface RunEvent {

    /** Whether it leads towards the baseline, so that it is done before it is written down. */
    default boolean bringsRelief() {
        return this instanceof AbortAsked
                || this instanceof Dismissed
                || this instanceof PartFailed
                || this instanceof Stalled
                || this instanceof Recovered;
    }

    /**
     * The pool is the run's own.
     *
     * @param who who asked for it
     * @param beginning how its search begins; null: as the run's settings say
     */
    record Begun(String who, @Nullable Beginning beginning) implements RunEvent {
        public Begun(String who) {
            this(who, null);
        }
    }

    /** The analyzer spoke. */
    record VerdictArrived(Verdict verdict) implements RunEvent {}

    /** A redirector spoke. */
    record ReportArrived(RedirectReport report) implements RunEvent {}

    /** Time went by. */
    record TimePassed() implements RunEvent {}

    /** Somebody wants it to end. */
    record AbortAsked(String who, String why) implements RunEvent {}

    /** The controller could not decide for a while: what it believed is old. */
    record Stalled(long seconds) implements RunEvent {}

    /** Somebody looked, and wants it to end although its restore was not seen. */
    record Dismissed(String who, String why) implements RunEvent {}

    /** A part that the run cannot do without failed. */
    record PartFailed(String what, String why) implements RunEvent {}

    /**
     * Its controller died; another one, or the same one started again, only puts the traffic back.
     *
     * @param who the controller that took it over
     * @param token the run's new fencing token
     * @param drivenUntil when its journal ends; null if nothing of it could be read
     * @param lost why some of its evidence is missing; empty if all of it was read
     */
    record Recovered(String who, long token, @Nullable Instant drivenUntil, String lost) implements RunEvent {}
}
