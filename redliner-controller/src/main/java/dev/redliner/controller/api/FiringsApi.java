package dev.redliner.controller.api;

import dev.redliner.controller.schedule.ScheduleOverviews;
import dev.redliner.controller.schedule.StoredFiring;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The firings of schedules: those that are next, and those that were due. */
@RestController
@RequestMapping("/api/v1/schedules")
@Tag(name = "schedules")
class FiringsApi {
    private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("2200-01-01T00:00:00Z");
    private static final int USUALLY_NEXT = 5;
    private static final int MOST_NEXT = 100;
    private static final int USUALLY_PAST = 20;
    private static final int MOST_PAST = 500;

    private final ScheduleOverviews overviews;
    private final InstantSource clock = InstantSource.system();

    FiringsApi(ScheduleOverviews overviews) {
        this.overviews = overviews;
    }

    /**
     * The firings of a schedule.
     *
     * @param next the next firings, earliest first; empty if the schedule was deleted
     * @param past the firings that were due, the newest first
     */
    record FiringsView(List<PlannedFiringView> next, List<FiringView> past) {}

    @GetMapping("/{name}/firings")
    @Fails({ProblemType.UNKNOWN_SCHEDULE, ProblemType.NO_DATABASE})
    @Operation(
            summary = "The firings of a schedule: the next, and those that were due with their reasons",
            description = "The header Link has the page with earlier ones. A schedule that was deleted still has the"
                    + " firings that were due.",
            operationId = "listFirings")
    ResponseEntity<FiringsView> firings(
            @ScheduleName @PathVariable String name,
            @Parameter(
                            description = "how many of the next firings",
                            schema =
                                    @Schema(
                                            type = "integer",
                                            format = "int32",
                                            minimum = "0",
                                            maximum = "100",
                                            defaultValue = "5"))
                    @RequestParam(required = false)
                    @Nullable
                    String next,
            @Parameter(
                            description = "how many of the firings that were due",
                            schema =
                                    @Schema(
                                            type = "integer",
                                            format = "int32",
                                            minimum = "1",
                                            maximum = "500",
                                            defaultValue = "20"))
                    @RequestParam(required = false)
                    @Nullable
                    String limit,
            @Parameter(
                            description = "only firings that were due before",
                            schema = @Schema(type = "string", format = "date-time"))
                    @RequestParam(required = false)
                    @Nullable
                    String before,
            @Parameter(description = Cursor.DESCRIPTION) @RequestParam(required = false) @Nullable String cursor) {
        int planned = WholeNumber.of("next", next, USUALLY_NEXT, 0, MOST_NEXT);
        int most = WholeNumber.of("limit", limit, USUALLY_PAST, 1, MOST_PAST);
        Instant until = before == null ? LATEST : instant(before);
        var schedule = overviews.find(name, clock.instant(), planned);
        List<StoredFiring> due = Cursor.of(cursor)
                .map(from -> overviews.past(name, from.at(), slot(from), most))
                .orElseGet(() -> overviews.past(name, until, most));
        List<FiringView> past = due.stream().map(FiringView::of).toList();
        // the page after the last firing of a schedule that was deleted is empty
        if (schedule.isEmpty() && past.isEmpty() && cursor == null) {
            throw ApiProblem.noSuchSchedule(name);
        }
        ResponseEntity.BodyBuilder answer = ResponseEntity.ok();
        if (due.size() == most) {
            StoredFiring last = due.get(most - 1);
            new Cursor(last.dueAt(), last.slot().toString()).linkFrom(answer);
        }
        List<PlannedFiringView> coming = schedule.stream()
                .flatMap(it -> it.next().stream())
                .map(PlannedFiringView::of)
                .toList();
        return answer.body(new FiringsView(coming, past));
    }

    private static LocalDateTime slot(Cursor cursor) {
        try {
            return LocalDateTime.parse(cursor.name());
        } catch (DateTimeParseException e) {
            throw ApiProblem.badRequest("The parameter 'cursor' is of another list.");
        }
    }

    /** There are no firings beyond the limits, so that any instant out there means the nearest limit. */
    private static Instant instant(String value) {
        try {
            Instant instant = Instant.parse(value);
            return instant.isBefore(EARLIEST) ? EARLIEST : instant.isAfter(LATEST) ? LATEST : instant;
        } catch (DateTimeParseException e) {
            throw ApiProblem.badRequest(
                    "The parameter 'before' (" + value + ") is not an instant such as 2026-11-22T14:00:00Z.");
        }
    }
}
