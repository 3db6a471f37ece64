package dev.redliner.controller.notification;

import dev.redliner.api.ExpectationReport;
import dev.redliner.api.MetCheck;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An event for destinations.
 *
 * @param id unique, and the same at each attempt to send it
 * @param who the actor: a person or a part of Redliner
 * @param service the service; empty if the event is about all of them
 * @param run the run; empty if the event is about none
 * @param before the state before; may be empty
 * @param after the state after; may be empty
 * @param reason may be empty
 * @param report the report of a run that ended; null for other events, and if the report cannot be read
 */
record LifecycleEvent(
        String id,
        EventType type,
        Instant at,
        String who,
        String service,
        String run,
        String before,
        String after,
        String reason,
        @Nullable RunReport report) {

    static LifecycleEvent test(String id, String who, Instant at) {
        return new LifecycleEvent(id, EventType.TEST, at, who, "", "", "", "", "", null);
    }

    /** Whether the event is the end of a dry run. */
    boolean endsDryRun() {
        return type == EventType.RUN_ENDED
                && Arrays.stream(RunState.values())
                        .anyMatch(it -> it.ofDryRun() && it.name().equals(after));
    }

    /** Whether a run ended with a result that is not the expected one. */
    boolean missesExpectation() {
        ExpectationReport expectation = report == null ? null : report.expectation();
        return expectation != null && expectation.outcome() == MetCheck.NOT_MET;
    }

    /** Whether the event may require an action. Runs that start, go on and complete as planned do not. */
    boolean trouble() {
        return switch (type) {
            case RUN_ENDED ->
                !after.equals(RunState.COMPLETED.name()) && !endsDryRun()
                        || report != null && report.unverified() != null
                        || missesExpectation();
            case RUN_ACCEPTED, RUN_STATE -> false;
            case RUN_REFUSED, TRAFFIC_NOT_RESTORED, TRAFFIC_RESTORED, LEVER_ENGAGED, LEVER_RELEASED, TEST -> true;
        };
    }
}
