package dev.redliner.controller.web;

import dev.redliner.api.ConcurrencyReport;
import dev.redliner.api.StepReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A step in a report, with its figures as text. */
record StepRow(
        int number,
        String stage,
        String asked,
        String load,
        String share,
        String inFlight,
        String p99,
        String errors,
        String lasted,
        boolean counted,
        String why,
        @Nullable String ended) {
    /** The rows of all steps. A step that ended because the next one began has no reason of its own for its end. */
    static List<StepRow> all(List<StepReport> steps) {
        return IntStream.range(0, steps.size())
                .mapToObj(i ->
                        of(steps.get(i), i + 1 < steps.size() ? steps.get(i + 1).why() : null))
                .toList();
    }

    /** The same rows, the newest first. */
    static List<StepRow> newestFirst(List<StepReport> steps) {
        List<StepRow> rows = new ArrayList<>(all(steps));
        Collections.reverse(rows);
        return rows;
    }

    /** The mean number of requests at once, and the number that load and latency give if it deviates. */
    private static String inFlight(@Nullable ConcurrencyReport concurrency) {
        if (concurrency == null) {
            return Figures.NONE;
        }
        String mean = Figures.mean(concurrency.inFlight());
        return concurrency.deviates() ? mean + " (expected " + Figures.mean(concurrency.expected()) + ")" : mean;
    }

    private static StepRow of(StepReport step, @Nullable String next) {
        return new StepRow(
                step.number(),
                step.stage(),
                Figures.rps(step.askedRps()),
                Figures.rps(step.rps()),
                Figures.part(step.observedShare()),
                inFlight(step.concurrency()),
                SlowCounts.p99WithLimit(step.p99Ms(), step.basis()),
                Figures.part(step.errorRate()),
                step.to() == null ? "running" : Figures.length(Duration.between(step.from(), step.to())),
                step.counted(),
                step.why(),
                step.ended() == null || step.ended().equals(next) ? null : step.ended());
    }
}
