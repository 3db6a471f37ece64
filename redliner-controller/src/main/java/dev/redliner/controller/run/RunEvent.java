package dev.redliner.controller.run;

import dev.redliner.contracts.redirect.RedirectReport;
import dev.redliner.contracts.verdict.Verdict;
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

    /** Its controller died; another one, or the same one started again, only puts the traffic back. */
    record Recovered(String who) implements RunEvent {}
}
