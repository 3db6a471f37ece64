package dev.redliner.controller.web;

import dev.redliner.api.StepReport;
import org.jspecify.annotations.Nullable;

/** A step in an exported report, with its figures as text. */
record StepRow(
        int number,
        String stage,
        String asked,
        String load,
        String share,
        String p99,
        String errors,
        boolean counted,
        String why,
        @Nullable String ended) {
    static StepRow of(StepReport step) {
        return new StepRow(
                step.number(),
                step.stage(),
                Figures.rps(step.askedRps()),
                Figures.rps(step.rps()),
                Figures.percent(step.observedShare()),
                Figures.millis(step.p99Ms()),
                Figures.percent(step.errorRate()),
                step.counted(),
                step.why(),
                step.ended());
    }
}
