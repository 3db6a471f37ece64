package dev.redliner.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A run in a list.
 *
 * @param id the run
 * @param service the service that it measures
 * @param state its state
 * @param reason why the run ended or is ending; null before
 * @param startedAt when it was accepted
 * @param endedAt when it was over; null before
 * @param redline the measured redline; null if the run has not measured one
 * @param expectation whether the result is the expected one; null without an expectation, before the end, and of a run
 *     that an earlier version recorded
 */
public record RunSummary(
        String id,
        String service,
        RunState state,
        @Nullable String reason,
        Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable RedlineReport redline,
        @Nullable MetCheck expectation) {

    public static RunSummary of(RunReport run) {
        ExpectationReport expectation = run.expectation();
        return new RunSummary(
                run.id(),
                run.service(),
                run.state(),
                run.reason(),
                run.startedAt(),
                run.endedAt(),
                run.redline(),
                expectation == null ? null : expectation.outcome());
    }

    /** The measured redline; null without one. The estimate of a run that did not complete is no result. */
    public @Nullable RedlineReport result() {
        return state == RunState.COMPLETED ? redline : null;
    }
}
