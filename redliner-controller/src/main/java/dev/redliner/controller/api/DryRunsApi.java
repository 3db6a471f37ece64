package dev.redliner.controller.api;

import dev.redliner.controller.access.Caller;
import dev.redliner.controller.access.Right;
import dev.redliner.controller.engine.RunOptions;
import dev.redliner.controller.engine.RunRefused;
import dev.redliner.controller.engine.Runs;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.media.Schema.RequiredMode;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Dry runs. They have a path of their own: a server that does not know them must answer 404, and not overlook a field
 * and move traffic.
 */
@RestController
@RequestMapping("/api/v1/dry-runs")
@Tag(name = "runs")
class DryRunsApi {
    private final Runs runs;

    DryRunsApi(Runs runs) {
        this.runs = runs;
    }

    /**
     * A request for a dry run.
     *
     * @param service the name of the service
     */
    record StartDryRun(@Schema(requiredMode = RequiredMode.REQUIRED, pattern = "\\S") @Nullable String service) {}

    @PostMapping
    @Operation(
            summary = "Check whether a run could begin",
            description =
                    "A dry run watches the SUT under its normal load, checks what a run checks before its first step,"
                            + " moves no traffic, and ends as READY or NOT_READY.",
            operationId = "startDryRun")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Fails({
        ProblemType.UNKNOWN_SERVICE,
        ProblemType.POOL_BUSY,
        ProblemType.DEPENDENCY_BUSY,
        ProblemType.LEVER_ENGAGED,
        ProblemType.FROZEN_CONFIGURATION,
        ProblemType.INVALID_STORED_SERVICE,
        ProblemType.NOT_READY,
        ProblemType.NO_DATABASE
    })
    ResponseEntity<RunsApi.Started> start(@RequestBody StartDryRun asked, HttpServletRequest request)
            throws RunRefused {
        String service = RunsApi.named(asked.service());
        String who = Caller.with(Right.RUN, service, request);
        String run = runs.start(service, RunOptions.DRY, who);
        return ResponseEntity.accepted()
                .location(URI.create("/api/v1/runs/" + run))
                .body(new RunsApi.Started(run, service));
    }
}
