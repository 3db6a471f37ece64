package dev.redliner.controller.api;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.api.RunSummary;
import dev.redliner.controller.access.Caller;
import dev.redliner.controller.access.Right;
import dev.redliner.controller.audit.AuditEntry;
import dev.redliner.controller.audit.Reason;
import dev.redliner.controller.engine.AbortAnswer;
import dev.redliner.controller.engine.RunListing;
import dev.redliner.controller.engine.RunOptions;
import dev.redliner.controller.engine.RunRefused;
import dev.redliner.controller.engine.Runs;
import dev.redliner.controller.journal.RunFilter;
import dev.redliner.controller.journal.RunSummaries;
import dev.redliner.controller.journal.StartKey;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.media.Schema.RequiredMode;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Operations to start, read and abort runs. */
@RestController
@RequestMapping("/api/v1/runs")
@Tag(name = "runs")
class RunsApi {
    private static final int USUALLY_LISTED = 20;
    private static final int MOST_LISTED = 200;
    private static final int LONGEST_KEY = 200;

    private final Runs runs;
    private final RunSummaries summaries;

    RunsApi(Runs runs, RunSummaries summaries) {
        this.runs = runs;
        this.summaries = summaries;
    }

    /**
     * A request to start a run.
     *
     * @param service the name of the service
     * @param profile the search profile; null: the profile of the service
     * @param cold true: the run must not begin from the result of an earlier run
     * @param expect the result that is expected, in place of the service's {@code expect}
     * @param targetRps the load in requests per second to plan hosts for, in place of the service's
     */
    record StartRun(
            @Schema(requiredMode = RequiredMode.REQUIRED, pattern = "\\S") @Nullable String service,
            @Schema(allowableValues = {"default", "gentle", "quick"}) @Nullable String profile,
            @Nullable Boolean cold,
            @Nullable ExpectedResult expect,
            @Schema(minimum = "0.001", maximum = "1000000000") @Nullable Double targetRps) {
        RunOptions options() {
            RunOptions.problem(profile, targetRps).ifPresent(problem -> {
                throw ApiProblem.badRequest(problem);
            });
            return new RunOptions(
                    profile, Boolean.TRUE.equals(cold), expect == null ? null : expect.parsed(), targetRps);
        }
    }

    /** A run that was accepted. */
    record Started(String id, String service) {}

    /** The reason to end a run. Any scalar is accepted, so that no emergency stop fails because of a type. */
    record AbortRun(@Schema(types = {"string", "number", "boolean"}) @Nullable String why) {}

    /** The reason of a person to end a run whose restore cannot be observed. */
    record DismissRun(@Schema(requiredMode = RequiredMode.REQUIRED, pattern = "\\S") @Nullable String why) {}

    /**
     * The result of a request to abort. If the order was accepted, the run restores its traffic and then ends.
     *
     * @param note further information; null if there is none
     */
    record Aborting(String id, @Nullable String note) {}

    @PostMapping
    @Operation(summary = "Start a run", operationId = "startRun")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Fails({
        ProblemType.UNKNOWN_SERVICE,
        ProblemType.POOL_BUSY,
        ProblemType.DEPENDENCY_BUSY,
        ProblemType.LEVER_ENGAGED,
        ProblemType.FROZEN_CONFIGURATION,
        ProblemType.INVALID_STORED_SERVICE,
        ProblemType.KEY_REUSED,
        ProblemType.NOT_READY,
        ProblemType.NO_DATABASE
    })
    ResponseEntity<Started> start(
            @RequestBody StartRun asked,
            @Parameter(
                            description = "asking again with the same key starts nothing new; kept for a week",
                            schema = @Schema(type = "string", minLength = 1, maxLength = 200, pattern = "\\S"))
                    @RequestHeader(name = "Idempotency-Key", required = false)
                    @Nullable
                    String key,
            HttpServletRequest request)
            throws RunRefused {
        String service = named(asked.service());
        RunOptions options = asked.options();
        String who = Caller.with(Right.RUN, service, request);
        String run = runs.start(service, options, who, startKey(key, options));
        return ResponseEntity.accepted()
                .location(URI.create("/api/v1/runs/" + run))
                .body(new Started(run, service));
    }

    /** The service that a body names. */
    static String named(@Nullable String service) {
        if (service == null || service.isBlank()) {
            throw ApiProblem.badRequest("The body does not name the service. Send {\"service\": \"checkout\"}.");
        }
        if (!service.matches(ServiceName.PATTERN)) {
            // some texts cannot even be used in a query of the database
            throw ApiProblem.noSuchService(service);
        }
        return service;
    }

    private static @Nullable StartKey startKey(@Nullable String key, RunOptions options) {
        if (key == null) {
            return null;
        }
        if (key.isBlank() || key.length() > LONGEST_KEY) {
            throw ApiProblem.badRequest(
                    "The header Idempotency-Key has 1 to " + LONGEST_KEY + " characters, and one that is not blank.");
        }
        return new StartKey(key, words(options));
    }

    /** Only what differs from the usual, so that a version with more options reads a repeated request as the same. */
    private static String words(RunOptions options) {
        return Stream.of(
                        options.profile() == null ? "" : "profile " + options.profile(),
                        options.cold() ? "cold" : "",
                        options.expect() == null ? "" : "expect " + options.expect(),
                        options.targetRps() == null ? "" : "target " + options.targetRps())
                .filter(word -> !word.isEmpty())
                .collect(Collectors.joining(", "));
    }

    @GetMapping
    @Operation(
            summary = "Runs, the newest first",
            description =
                    "While the database is unavailable, these are the runs that this controller has in memory, and the"
                            + " header Redliner-Incomplete says so; runs of a service, in a state or of a starter need the database."
                            + " The header Link has the next page.",
            operationId = "listRuns")
    @Fails(ProblemType.NO_DATABASE)
    ResponseEntity<List<RunSummary>> list(
            @ServiceName @RequestParam(required = false) @Nullable String service,
            @Parameter(
                            description = "only runs in this state",
                            schema = @Schema(type = "string", implementation = RunState.class))
                    @RequestParam(required = false)
                    @Nullable
                    String state,
            @Parameter(description = "only runs that this account, address or schedule started")
                    @RequestParam(required = false)
                    @Nullable
                    String by,
            @Parameter(
                            schema =
                                    @Schema(
                                            type = "integer",
                                            format = "int32",
                                            minimum = "1",
                                            maximum = "200",
                                            defaultValue = "20"))
                    @RequestParam(required = false)
                    @Nullable
                    String limit,
            @Parameter(description = Cursor.DESCRIPTION) @RequestParam(required = false) @Nullable String cursor) {
        int most = WholeNumber.of("limit", limit, USUALLY_LISTED, 1, MOST_LISTED);
        ResponseEntity.BodyBuilder answer = ResponseEntity.ok();
        RunFilter filter = new RunFilter(
                Optional.ofNullable(service).map(RunsApi::service),
                Optional.ofNullable(state).map(RunsApi::state),
                AuditEntry.searched(by));
        List<RunSummary> page = Cursor.of(cursor)
                .map(from -> summaries.before(filter, from.at(), from.name(), most))
                .orElseGet(() -> filter.isAll() ? newest(most, answer) : summaries.newest(filter, most));
        if (page.size() == most) {
            RunSummary last = page.get(most - 1);
            new Cursor(last.startedAt(), last.id()).linkFrom(answer);
        }
        return answer.body(page);
    }

    private static String service(String name) {
        if (!name.matches(ServiceName.PATTERN)) {
            throw ApiProblem.badRequest(
                    "The parameter 'service' (" + name + ") is not a name that a service can have.");
        }
        return name;
    }

    private static RunState state(String name) {
        return Arrays.stream(RunState.values())
                .filter(state -> state.name().equals(name))
                .findFirst()
                .orElseThrow(() -> ApiProblem.badRequest("The parameter 'state' (" + name + ") is none of "
                        + Arrays.stream(RunState.values()).map(Enum::name).collect(Collectors.joining(", ")) + "."));
    }

    private List<RunSummary> newest(int most, ResponseEntity.BodyBuilder answer) {
        RunListing listing = RunListing.of(runs, most);
        listing.note().ifPresent(note -> answer.header("Redliner-Incomplete", note));
        return listing.runs().stream().map(RunSummary::of).toList();
    }

    @GetMapping("/{id}")
    @Fails({ProblemType.UNKNOWN_RUN, ProblemType.NO_DATABASE})
    @Operation(summary = "Everything a run has to show", operationId = "getRun")
    RunReport find(@RunId @PathVariable String id) {
        return runs.find(id).orElseThrow(() -> ApiProblem.noSuchRun(id));
    }

    @PostMapping("/{id}/abort")
    @Operation(
            summary = "End a run and restore its traffic, whatever else is broken",
            description = "202 if the order was taken; 200 with a note if the run is over already.",
            operationId = "abortRun")
    @ApiResponse(responseCode = "200", description = "The run was over already.", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "202", description = "The run restores, and then ends.", useReturnTypeSchema = true)
    @Fails({ProblemType.UNKNOWN_RUN, ProblemType.ABORT_UNDELIVERED, ProblemType.NO_DATABASE})
    ResponseEntity<Aborting> abort(
            @RunId @PathVariable String id,
            @RequestBody(required = false) @Nullable AbortRun asked,
            HttpServletRequest request) {
        String why = Reason.of(asked == null ? null : asked.why());
        String who = Caller.with(Right.ABORT, Runs.poolOf(id), request);
        return switch (runs.abortAndWait(id, who, why)) {
            case TAKEN -> ResponseEntity.accepted().body(new Aborting(id, null));
            case TAKEN_BEFORE_TRAFFIC -> ResponseEntity.accepted().body(new Aborting(id, AbortAnswer.BEFORE_TRAFFIC));
            case OVER -> ResponseEntity.ok(new Aborting(id, AbortAnswer.OVER_ALREADY));
            case UNDELIVERED -> throw ApiProblem.undelivered(id);
            case NO_SUCH_RUN -> throw ApiProblem.noSuchRun(id);
        };
    }

    @PostMapping("/{id}/dismissal")
    @Operation(
            summary = "End a run whose restore cannot be seen, on a person's word",
            description =
                    "Look at the Envoys first. The lease is over in any case; this is for traffic that no longer is"
                            + " there to show it.",
            operationId = "dismissRun")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Fails({ProblemType.UNKNOWN_RUN, ProblemType.NOT_RESTORING, ProblemType.NO_DATABASE})
    Aborting dismiss(@RunId @PathVariable String id, @RequestBody DismissRun asked, HttpServletRequest request)
            throws RunRefused {
        String why = asked.why();
        if (why == null || why.isBlank()) {
            throw ApiProblem.badRequest("The body has no reason. Send {\"why\": \"the pool was scaled to zero\"}.");
        }
        String who = Caller.with(Right.RUN, Runs.poolOf(id), request);
        if (!runs.dismiss(id, who, Reason.of(why))) {
            throw ApiProblem.noSuchRun(id);
        }
        return new Aborting(id, null);
    }
}
