package dev.redliner.controller.api;

import dev.redliner.controller.access.Caller;
import dev.redliner.controller.access.Right;
import dev.redliner.controller.audit.AuditAction;
import dev.redliner.controller.audit.AuditEntry;
import dev.redliner.controller.audit.AuditLog;
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
    private final AuditLog audit;

    NotificationsApi(Notifications notifications, AuditLog audit) {
        this.notifications = notifications;
        this.audit = audit;
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
        audit.record(new AuditEntry(who, AuditAction.NOTIFICATION_TESTED, "", "", name, ""));
        return taken(name, () -> notifications.test(name, who));
    }

    @GetMapping("/failures")
    @Fails({ProblemType.BAD_REQUEST, ProblemType.NO_DATABASE})
    @Operation(summary = "Events that destinations did not receive, the newest first", operationId = "listFailures")
    List<Failure> failures(
            @Parameter(
                            description = "the maximum number",
                            schema = @Schema(type = "integer", minimum = "1", maximum = "500", defaultValue = "50"))
                    @RequestParam(required = false)
                    @Nullable
                    String limit) {
        return notifications.failures(WholeNumber.of("limit", limit, USUAL, 1, MOST));
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
        audit.record(new AuditEntry(who, AuditAction.NOTIFICATION_RETRIED, "", "", name, "event of entry " + entry));
        return taken(name, () -> notifications.retry(name, entry));
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
