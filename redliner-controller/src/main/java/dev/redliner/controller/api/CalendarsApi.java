package dev.redliner.controller.api;

import dev.redliner.controller.access.Caller;
import dev.redliner.controller.access.Right;
import dev.redliner.controller.calendar.CalendarStatus;
import dev.redliner.controller.calendar.Calendars;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The calendars that schedules refer to. They are declared in the settings of the controller. */
@RestController
@RequestMapping("/api/v1/calendars")
@Tag(name = "schedules")
class CalendarsApi {
    private static final int NEXT_OF_EACH = 1;
    private static final int NEXT_OF_ONE = 50;

    private final Calendars calendars;

    CalendarsApi(Calendars calendars) {
        this.calendars = calendars;
    }

    @GetMapping
    @Operation(summary = "All calendars, each with its next event", operationId = "listCalendars")
    List<CalendarStatus> list() {
        return calendars.list(NEXT_OF_EACH);
    }

    @GetMapping("/{name}")
    @Fails(ProblemType.UNKNOWN_CALENDAR)
    @Operation(summary = "A calendar with its next 50 events", operationId = "getCalendar")
    CalendarStatus find(@ScheduleName @PathVariable String name) {
        return calendars.find(name, NEXT_OF_ONE).orElseThrow(() -> ApiProblem.noSuchCalendar(name, calendars.names()));
    }

    @PostMapping("/{name}/read")
    @Fails({ProblemType.UNKNOWN_CALENDAR, ProblemType.NO_DATABASE})
    @Operation(
            summary = "Read a calendar from its source now",
            description = "The answer has the problem if it cannot be read.",
            operationId = "readCalendar")
    CalendarStatus read(@ScheduleName @PathVariable String name, HttpServletRequest request) {
        Caller.withEverywhere(Right.RUN, request);
        return calendars.read(name, NEXT_OF_ONE).orElseThrow(() -> ApiProblem.noSuchCalendar(name, calendars.names()));
    }
}
