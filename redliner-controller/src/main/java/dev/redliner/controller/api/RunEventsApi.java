package dev.redliner.controller.api;

import dev.redliner.controller.engine.Runs;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** The events of a run, as a stream. */
@RestController
@RequestMapping("/api/v1/runs")
@Tag(name = "runs")
class RunEventsApi {
    private static final String EVENT = "^[0-9]{0,18}$";

    private final Runs runs;
    private final EventStreams streams;

    RunEventsApi(Runs runs, EventStreams streams) {
        this.runs = runs;
        this.streams = streams;
    }

    @GetMapping(value = "/{id}/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    @Operation(
            summary = "What a run does, as it happens",
            description = "Server-sent events: tick, step, state, end. Their ids count up from 1 without a gap.",
            operationId = "followRun")
    @ApiResponse(
            responseCode = "200",
            description = "The events, until the run ends.",
            content = @Content(mediaType = MediaType.TEXT_EVENT_STREAM_VALUE))
    @Fails({ProblemType.UNKNOWN_RUN, ProblemType.TOO_MANY_READERS, ProblemType.NO_DATABASE})
    ResponseEntity<SseEmitter> follow(
            @RunId @PathVariable String id,
            @Parameter(
                            description = "only what came after this event",
                            schema = @Schema(type = "string", pattern = EVENT))
                    @RequestHeader(name = "Last-Event-ID", required = false)
                    @Nullable
                    String lastEventId,
            @Parameter(
                            description = "the same, for clients that cannot send that header; the header goes first",
                            schema = @Schema(type = "string", pattern = EVENT))
                    @RequestParam(required = false)
                    @Nullable
                    String after) {
        long header = sequence("header Last-Event-ID", lastEventId);
        long parameter = sequence("parameter 'after'", after);
        long from = lastEventId == null ? parameter : header;
        if (runs.find(id).isEmpty()) {
            throw ApiProblem.noSuchRun(id);
        }
        return ResponseEntity.ok()
                .header("Cache-Control", "no-store")
                .header("X-Accel-Buffering", "no")
                .body(streams.open(id, from));
    }

    private static long sequence(String where, @Nullable String event) {
        if (event == null || event.isEmpty()) {
            return 0;
        }
        if (!event.matches(EVENT)) {
            throw ApiProblem.badRequest(
                    "The " + where + " (" + event + ") is not the number of an event, which has 18 digits at most.");
        }
        return Long.parseLong(event);
    }
}
