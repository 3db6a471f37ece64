package dev.redliner.controller.api;

import dev.redliner.api.ComparisonReport;
import dev.redliner.api.RunReport;
import dev.redliner.controller.engine.Runs;
import dev.redliner.controller.report.Comparisons;
import dev.redliner.controller.report.RunComparison;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Compares runs, such as one before and one after a deploy. */
@RestController
@RequestMapping("/api/v1/runs")
@Tag(name = "runs")
class ComparisonApi {
    private final Runs runs;

    ComparisonApi(Runs runs) {
        this.runs = runs;
    }

    @GetMapping("/{id}/comparison")
    @Operation(
            summary = "Whether a run carries less than another",
            description = "The redlines are compared with their intervals and with the scatter of runs on one host."
                    + " Runs of different hosts, rules or loads are not comparable, and the answer says why.",
            operationId = "compareRuns")
    @Fails({ProblemType.UNKNOWN_RUN, ProblemType.NO_DATABASE})
    ComparisonReport compare(
            @RunId @PathVariable String id,
            @RunId @RequestParam String reference,
            @Parameter(
                            description = "the difference that matters, percent",
                            schema = @Schema(type = "number", minimum = "0.1", maximum = "50", defaultValue = "3"))
                    @RequestParam(required = false)
                    @Nullable
                    String margin) {
        double percent = margin(margin);
        return Comparisons.of(run(reference), run(id), percent / 100);
    }

    private RunReport run(String id) {
        return runs.find(id).orElseThrow(() -> ApiProblem.noSuchRun(id));
    }

    /** Spring would treat an empty parameter as a missing one. */
    private static double margin(@Nullable String text) {
        if (text == null) {
            return RunComparison.USUAL_PERCENT;
        }
        try {
            double margin = Double.parseDouble(text);
            if (margin >= RunComparison.LEAST_PERCENT && margin <= RunComparison.MOST_PERCENT) {
                return margin;
            }
        } catch (NumberFormatException e) {
            // answered in the same way as a number out of range
        }
        throw ApiProblem.badRequest("The parameter 'margin' (" + text + ") is not a number from "
                + RunComparison.LEAST_PERCENT + " to " + Math.round(RunComparison.MOST_PERCENT) + ".");
    }
}
