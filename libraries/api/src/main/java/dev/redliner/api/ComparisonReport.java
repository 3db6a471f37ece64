package dev.redliner.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether a run carries less than a reference, by more than a margin.
 *
 * @param reference the id of the reference
 * @param run the id of the run
 * @param margin the difference that matters, as a fraction
 * @param outcome the answer
 * @param change the redline of the run divided by that of the reference, minus 1; null if one of them has no redline
 * @param low lower end of the 95% interval of {@code change}; null without {@code change}
 * @param high upper end of the 95% interval of {@code change}; null without {@code change}
 * @param worse probability that the run carries less by more than the margin; null without {@code change}
 * @param runsToTell number of runs of each that would show the margin with a probability of 80%; null without
 *     {@code change}
 * @param unfair differences between the runs other than the tested one, one sentence each; with any of them there is no
 *     answer
 * @param words the answer with its reason
 */
public record ComparisonReport(
        String reference,
        String run,
        double margin,
        Outcome outcome,
        @Nullable Double change,
        @Nullable Double low,
        @Nullable Double high,
        @Nullable Double worse,
        @Nullable Integer runsToTell,
        List<String> unfair,
        String words) {
    public ComparisonReport {
        unfair = List.copyOf(unfair);
    }

    /** The answers. */
    public enum Outcome {
        /** The run carries less by more than the margin, with a probability of at least 95%. */
        WORSE,
        /** The probability of that is at most 5%. */
        NOT_WORSE,
        /** The runs do not decide it, are not comparable, or one has no redline. */
        CANNOT_TELL
    }
}
