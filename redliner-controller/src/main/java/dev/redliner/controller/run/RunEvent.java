package dev.redliner.controller.run;

import dev.redliner.contracts.redirect.RedirectReport;
import dev.redliner.contracts.verdict.Verdict;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An event that a run receives. All events are journalled, so that a run can be replayed. */
public sealed interface RunEvent {

    /** Whether the event leads towards the baseline, so that it is carried out before it is journalled. */
    default boolean bringsRelief() {
        return this instanceof AbortAsked
                || this instanceof Dismissed
                || this instanceof PartFailed
                || this instanceof Stalled
                || this instanceof Recovered;
    }

    /**
     * The run holds the pool.
     *
     * @param who the person that asked for the run
     * @param beginning how the search begins; null to follow the settings of the run
     * @param dryRun whether the run ends before its first step; null in journals of earlier versions means false
     * @param remarks remarks on the result that are known from the start; null in journals of earlier versions means
     *     none
     */
    record Begun(
            String who, @Nullable WarmStartRequest beginning, @Nullable Boolean dryRun, @Nullable List<String> remarks)
            implements RunEvent {
        public Begun(String who) {
            this(who, null, false);
        }

        public Begun(String who, @Nullable WarmStartRequest beginning, @Nullable Boolean dryRun) {
            this(who, beginning, dryRun, List.of());
        }
    }

    /** The analyzer sent a verdict. */
    record VerdictArrived(Verdict verdict) implements RunEvent {}

    /** A redirector sent a report. */
    record ReportArrived(RedirectReport report) implements RunEvent {}

    /** Time passed. */
    record TimePassed() implements RunEvent {}

    /** A person asked to end the run. */
    record AbortAsked(String who, String why) implements RunEvent {}

    /** The controller could not decide for a while, so its data is stale. */
    record Stalled(long seconds) implements RunEvent {}

    /** A person checked the run and asked to end it although its restore was not seen. */
    record Dismissed(String who, String why) implements RunEvent {}

    /** A part that the run cannot work without failed. */
    record PartFailed(String what, String why) implements RunEvent {}

    /**
     * The controller of the run died. Another controller, or the same one started again, only restores the traffic.
     *
     * @param who the controller that took over the run
     * @param token the new fencing token of the run
     * @param drivenUntil end of the journal; null if none of it could be read
     * @param lost the reason why some of the evidence is missing; empty if all of it was read
     */
    record Recovered(String who, long token, @Nullable Instant drivenUntil, String lost) implements RunEvent {}
}
