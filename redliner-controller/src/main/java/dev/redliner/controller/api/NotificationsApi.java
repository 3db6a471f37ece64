package dev.redliner.controller.api;

import dev.redliner.controller.access.Caller;
import dev.redliner.controller.access.Right;
import dev.redliner.controller.notification.Notifications;
import dev.redliner.controller.notification.Notifications.Failure;
import dev.redliner.controller.notification.Notifications.NotFound;
import dev.redliner.controller.notification.Notifications.NotTaken;
import dev.redliner.controller.notification.Notifications.Status;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The destinations of notifications. They are declared in the settings of the controller. */
@RestController
@RequestMapping("/api/v1/notifications")
@Tag(name = "notifications")
class NotificationsApi {
    private static final String NAME = "^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$";
    private static final int USUAL = 50;
    private static final int MOST = 500;

    private final Notifications notifications;

    NotificationsApi(Notifications notifications) {
        this.notifications = notifications;
    }

    /** The answer if a destination took an event. */
    record Taken(String destination, boolean taken) {}

    @GetMapping
    @Fails(ProblemType.NO_DATABASE)
    @Operation(summary = "All destinations, and whether they work", operationId = "listDestinations")
    List<Status> list() {
        return notifications.list();
    }

    @PostMapping("/{name}/test")
    @Fails({ProblemType.UNKNOWN_DESTINATION, ProblemType.NOT_TAKEN, ProblemType.NO_DATABASE})
    @Operation(
            summary = "Send a test to a destination",
            description = "The answer comes after that of the destination.",
            operationId = "testDestination")
    Taken test(
            @Parameter(schema = @Schema(type = "string", pattern = NAME)) @PathVariable String name,
            HttpServletRequest request) {
        String who = Caller.withEverywhere(Right.ADMINISTER, request);
        return taken(name, () -> notifications.test(name, who));
    }

    @GetMapping("/failures")
    @Fails({ProblemType.BAD_REQUEST, ProblemType.NO_DATABASE})
    @Operation(
            summary = "Events that destinations did not receive, the newest first",
            description = "The header Link has the page with earlier ones.",
            operationId = "listFailures")
    ResponseEntity<List<Failure>> failures(
            @Parameter(
                            description = "the maximum number",
                            schema = @Schema(type = "integer", minimum = "1", maximum = "500", defaultValue = "50"))
                    @RequestParam(required = false)
                    @Nullable
                    String limit,
            @Parameter(description = Cursor.DESCRIPTION) @RequestParam(required = false) @Nullable String cursor) {
        int most = WholeNumber.of("limit", limit, USUAL, 1, MOST);
        List<Failure> found =
                Cursor.of(cursor).map(it -> after(it, most + 1)).orElseGet(() -> notifications.failures(most + 1));
        List<Failure> page = found.subList(0, Math.min(most, found.size()));
        ResponseEntity.BodyBuilder answer = ResponseEntity.ok();
        if (found.size() > most) {
            Failure last = page.get(most - 1);
            new Cursor(last.failedAt(), last.seq() + " " + last.destination()).linkFrom(answer);
        }
        return answer.body(page);
    }

    private List<Failure> after(Cursor place, int most) {
        String[] parts = place.name().split(" ", 2);
        return notifications.failuresAfter(place.at(), entry(parts[0]), parts.length > 1 ? parts[1] : "", most);
    }

    @PostMapping("/{name}/failures/{seq}/retry")
    @Fails({ProblemType.BAD_REQUEST, ProblemType.UNKNOWN_DESTINATION, ProblemType.NOT_TAKEN, ProblemType.NO_DATABASE})
    @Operation(summary = "Send an event again that was given up", operationId = "retryFailure")
    Taken retry(
            @Parameter(schema = @Schema(type = "string", pattern = NAME)) @PathVariable String name,
            @Parameter(schema = @Schema(type = "integer", format = "int64", minimum = "1")) @PathVariable String seq,
            HttpServletRequest request) {
        String who = Caller.withEverywhere(Right.ADMINISTER, request);
        long entry = entry(seq);
        return taken(name, () -> notifications.retry(name, entry, who));
    }

    private static long entry(String seq) {
        try {
            return Long.parseLong(seq);
        } catch (NumberFormatException e) {
            throw ApiProblem.badRequest("The number of an event (" + seq + ") is a whole number, such as 41.");
        }
    }

    private interface Attempt {
        void make() throws NotFound, NotTaken;
    }

    private static Taken taken(String name, Attempt attempt) {
        try {
            attempt.make();
            return new Taken(name, true);
        } catch (NotFound e) {
            throw ApiProblem.noSuchDestination(String.valueOf(e.getMessage()));
        } catch (NotTaken e) {
            throw ApiProblem.notTaken(String.valueOf(e.getMessage()));
        }
    }
}
