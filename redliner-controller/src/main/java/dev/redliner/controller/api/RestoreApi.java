package dev.redliner.controller.api;

import dev.redliner.controller.access.Caller;
import dev.redliner.controller.access.Right;
import dev.redliner.controller.audit.Reason;
import dev.redliner.controller.restore.RestoreResult;
import dev.redliner.controller.restore.Restorer;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.media.Schema.RequiredMode;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Restores the traffic of all pools. */
@RestController
@RequestMapping("/api/v1/restore")
@Tag(name = "restore")
class RestoreApi {
    private final Restorer restorer;

    RestoreApi(Restorer restorer) {
        this.restorer = restorer;
    }

    /** The pools to restore ({@code all}) and the reason. Any scalar is accepted as the reason. */
    record Restore(
            @Schema(requiredMode = RequiredMode.REQUIRED, allowableValues = "all") @Nullable String pools,
            @Schema(types = {"string", "number", "boolean"}) @Nullable String why) {}

    @PostMapping
    @Operation(
            summary = "End every run and put the traffic of every pool back on its baseline",
            description = "Waits up to ten seconds until every Envoy confirmed it, and says which pools were seen to be"
                    + " back. Doing it again is harmless.",
            operationId = "restoreAll")
    RestoreResult restore(@RequestBody Restore asked, HttpServletRequest request) {
        if (!"all".equals(asked.pools())) {
            throw ApiProblem.badRequest(
                    "The body does not name the pools. Send {\"pools\": \"all\"}, with a reason as \"why\".");
        }
        return restorer.restore(Caller.withEverywhere(Right.ABORT, request), Reason.of(asked.why()));
    }
}
