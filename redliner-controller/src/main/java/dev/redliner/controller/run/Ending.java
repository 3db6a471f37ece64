package dev.redliner.controller.run;

import dev.redliner.api.EndedBy;
import dev.redliner.api.RunState;
import dev.redliner.api.UnverifiedRestore;
import org.jspecify.annotations.Nullable;

/**
 * How a run ends once its traffic is restored.
 *
 * @param state the final state
 * @param reason the explanation for users
 * @param by the limit that ended the run; null if no limit did
 * @param unverified why the run ended before its restore was verified; null if it did not
 */
record Ending(RunState state, String reason, @Nullable EndedBy by, @Nullable UnverifiedRestore unverified) {
    Ending(RunState state, String reason, @Nullable EndedBy by) {
        this(state, reason, by, null);
    }

    /** This ending, without a verified restore. The explanation is added to the reason. */
    Ending withoutVerifiedRestore(UnverifiedRestore cause, String explanation) {
        return new Ending(state, reason + " " + explanation, by, cause);
    }
}
