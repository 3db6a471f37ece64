package dev.redliner.controller.api;

import dev.redliner.controller.access.Caller;
import dev.redliner.controller.access.Right;
import dev.redliner.controller.audit.Reason;
import dev.redliner.controller.lever.Engaged;
import dev.redliner.controller.lever.SafetyLever;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The safety lever. A request to engage it is never refused. */
@RestController
@RequestMapping("/api/v1/safety-lever")
@Tag(name = "safety lever")
class LeverApi {
    private final SafetyLever lever;

    LeverApi(SafetyLever lever) {
        this.lever = lever;
    }

    /** The reason to engage the lever. Any scalar is accepted, so that no emergency stop fails because of a type. */
    record Engage(@Schema(types = {"string", "number", "boolean"}) @Nullable String why) {}

    /**
     * The state of the lever.
     *
     * @param engaged whether the lever is engaged, so that no run may begin
     * @param who the user or part that engaged it; null while it is released
     * @param why the reason; null while it is released
     * @param since when it was engaged; null while it is released
     * @param stored whether the database has this state; if not, other controllers do not have it yet
     */
    record LeverView(
            boolean engaged, @Nullable String who, @Nullable String why, @Nullable Instant since, boolean stored) {}

    @GetMapping
    @Operation(summary = "Whether the safety lever is engaged", operationId = "getLever")
    LeverView show() {
        boolean stored = lever.stored();
        return lever.engaged()
                .map(it -> view(it, stored))
                .orElseGet(() -> new LeverView(false, null, null, null, stored));
    }

    @PutMapping
    @Operation(
            summary = "Stop and restore every run, and let none begin until it is released",
            description =
                    "Works without a database: then stored is false, and it is stored as soon as that is possible.",
            operationId = "engageLever")
    LeverView engage(@RequestBody(required = false) @Nullable Engage asked, HttpServletRequest request) {
        lever.engage(Caller.withEverywhere(Right.ABORT, request), Reason.of(asked == null ? null : asked.why()));
        return show();
    }

    @DeleteMapping
    @Fails(ProblemType.NO_DATABASE)
    @Operation(
            summary = "Release the safety lever, so that runs may begin again",
            description = "Needs the database; harmless if the lever is not engaged.",
            operationId = "releaseLever")
    LeverView release(
            @Parameter(description = "why, for the record") @RequestParam(required = false) @Nullable String why,
            HttpServletRequest request) {
        lever.release(Caller.withEverywhere(Right.RUN, request), Reason.of(why));
        return show();
    }

    private static LeverView view(Engaged engaged, boolean stored) {
        return new LeverView(true, engaged.who(), engaged.why(), engaged.since(), stored);
    }
}
