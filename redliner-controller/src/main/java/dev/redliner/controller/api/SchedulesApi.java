package dev.redliner.controller.api;

import dev.redliner.controller.access.Identity;
import dev.redliner.controller.calendar.Calendars;
import dev.redliner.controller.declaration.ScheduleDeclarations;
import dev.redliner.controller.schedule.ScheduleCatalog;
import dev.redliner.controller.schedule.ScheduleCatalog.Applied;
import dev.redliner.controller.schedule.ScheduleOverviews;
import dev.redliner.controller.schedule.StoredSchedule;
import dev.redliner.controller.service.StaleRevision;
import dev.redliner.schedule.CalendarPeriods;
import dev.redliner.schedule.Firing;
import dev.redliner.schedule.Firings;
import dev.redliner.schedule.InvalidSchedule;
import dev.redliner.schedule.ScheduleDefinition;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Operations on schedules, which are declared as YAML and changed under optimistic locking. */
@RestController
@RequestMapping("/api/v1/schedules")
@Tag(name = "schedules")
class SchedulesApi {
    private static final String YAML = "application/yaml";
    private static final String TEXT_YAML = "text/yaml";
    private static final int NEXT_SHOWN = 5;

    private final ScheduleCatalog catalog;
    private final ScheduleOverviews overviews;
    private final Calendars calendars;
    private final ScheduleDeclarations declarations;
    private final InstantSource clock = InstantSource.system();

    SchedulesApi(
            ScheduleCatalog catalog,
            ScheduleOverviews overviews,
            Calendars calendars,
            ScheduleDeclarations declarations) {
        this.catalog = catalog;
        this.overviews = overviews;
        this.calendars = calendars;
        this.declarations = declarations;
    }

    @GetMapping
    @Fails(ProblemType.NO_DATABASE)
    @Operation(
            summary = "Schedules by name, each with its next firing",
            description = "The header Link has the next page.",
            operationId = "listSchedules")
    ResponseEntity<List<ScheduleView>> list(
            @NamesPage.After @RequestParam(required = false) @Nullable String after,
            @NamesPage.Limit @RequestParam(required = false) @Nullable String limit) {
        return NamesPage.answer(
                after,
                limit,
                (name, most) -> overviews.list(name, most, clock.instant(), 1).stream()
                        .map(ScheduleView::of)
                        .toList(),
                ScheduleView::name);
    }

    @GetMapping(value = "/{name}", produces = MediaType.APPLICATION_JSON_VALUE)
    @Fails({ProblemType.UNKNOWN_SCHEDULE, ProblemType.NO_DATABASE})
    @Operation(summary = "A schedule as JSON, or as the YAML it was declared with", operationId = "getSchedule")
    ResponseEntity<ScheduleView> find(@ScheduleName @PathVariable String name) {
        return answer(ResponseEntity.ok(), name);
    }

    @GetMapping(
            value = "/{name}",
            produces = {YAML, TEXT_YAML, MediaType.TEXT_PLAIN_VALUE})
    @Fails({ProblemType.UNKNOWN_SCHEDULE, ProblemType.NO_DATABASE})
    @Operation(summary = "A schedule as the YAML it was declared with", operationId = "getScheduleYaml")
    ResponseEntity<String> yaml(@ScheduleName @PathVariable String name) {
        StoredSchedule stored = catalog.stored(name).orElseThrow(() -> ApiProblem.noSuchSchedule(name));
        return ResponseEntity.ok().eTag(IfMatch.etag(stored.revision())).body(stored.text());
    }

    @PutMapping(
            value = "/{name}",
            consumes = {YAML, TEXT_YAML, MediaType.TEXT_PLAIN_VALUE})
    @Operation(
            summary = "Create or change a schedule",
            description = "It fires nothing that was due before. A paused schedule stays paused.",
            operationId = "applySchedule")
    @ApiResponse(responseCode = "200", description = "The schedule was changed.", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "201", description = "The schedule was created.", useReturnTypeSchema = true)
    @Fails({ProblemType.STALE_REVISION, ProblemType.INVALID_SCHEDULE, ProblemType.NO_DATABASE})
    ResponseEntity<ScheduleView> apply(
            @ScheduleName @PathVariable String name,
            @RequestBody String yaml,
            @Revision @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            HttpServletRequest request)
            throws InvalidSchedule, StaleRevision {
        Applied applied = declarations.apply(name, yaml, IfMatch.revision(ifMatch), Identity.of(request));
        return answer(
                applied.created()
                        ? ResponseEntity.created(URI.create("/api/v1/schedules/" + name))
                        : ResponseEntity.ok(),
                name);
    }

    /**
     * The answer to a check of a schedule without mistakes. Mistakes are answered with a problem.
     *
     * @param next when its next firings would be due
     */
    record CheckedSchedule(String schedule, String service, List<Instant> next) {}

    @PostMapping(
            value = "/check",
            consumes = {YAML, TEXT_YAML, MediaType.TEXT_PLAIN_VALUE})
    @Operation(summary = "Check a schedule and store nothing", operationId = "checkSchedule")
    @Fails(ProblemType.INVALID_SCHEDULE)
    CheckedSchedule check(@RequestBody String yaml) throws InvalidSchedule {
        ScheduleDefinition schedule = declarations.parsed(yaml);
        List<Instant> next = new Firings(schedule.with(new CalendarPeriods(calendars)))
                .after(clock.instant(), NEXT_SHOWN).stream().map(Firing::due).toList();
        return new CheckedSchedule(schedule.name(), schedule.service(), next);
    }

    /** Answers as the API describes this path. The other methods of the path apply to a schedule that is named check. */
    @RequestMapping(path = "/check", method = RequestMethod.OPTIONS)
    @Operation(hidden = true)
    ResponseEntity<Void> checkOptions() {
        return ResponseEntity.ok().allow(HttpMethod.POST, HttpMethod.OPTIONS).build();
    }

    @DeleteMapping("/{name}")
    @Operation(
            summary = "Remove a schedule",
            description = "Its firings are kept. A run that it began goes on.",
            operationId = "deleteSchedule")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Fails({ProblemType.UNKNOWN_SCHEDULE, ProblemType.STALE_REVISION, ProblemType.NO_DATABASE})
    void delete(
            @ScheduleName @PathVariable String name,
            @Revision @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            HttpServletRequest request)
            throws StaleRevision {
        if (!declarations.delete(name, IfMatch.revision(ifMatch), Identity.of(request))) {
            throw ApiProblem.noSuchSchedule(name);
        }
    }

    @PostMapping("/{name}/pause")
    @Operation(
            summary = "Let a schedule fire nothing until it is resumed",
            description = "Firings that are due meanwhile are kept as omitted. A run that it began goes on.",
            operationId = "pauseSchedule")
    @Fails({ProblemType.UNKNOWN_SCHEDULE, ProblemType.NO_DATABASE})
    ResponseEntity<ScheduleView> pause(@ScheduleName @PathVariable String name, HttpServletRequest request) {
        return pause(name, true, Identity.of(request));
    }

    @PostMapping("/{name}/resume")
    @Operation(
            summary = "Resume a paused schedule",
            description = "It fires nothing that was due while it was paused.",
            operationId = "resumeSchedule")
    @Fails({ProblemType.UNKNOWN_SCHEDULE, ProblemType.NO_DATABASE})
    ResponseEntity<ScheduleView> resume(@ScheduleName @PathVariable String name, HttpServletRequest request) {
        return pause(name, false, Identity.of(request));
    }

    private ResponseEntity<ScheduleView> pause(String name, boolean paused, Identity caller) {
        if (!declarations.pause(name, paused, caller)) {
            throw ApiProblem.noSuchSchedule(name);
        }
        return answer(ResponseEntity.ok(), name);
    }

    private ResponseEntity<ScheduleView> answer(ResponseEntity.BodyBuilder answer, String name) {
        ScheduleView view = overviews
                .find(name, clock.instant(), NEXT_SHOWN)
                .map(ScheduleView::of)
                .orElseThrow(() -> ApiProblem.noSuchSchedule(name));
        return answer.eTag(IfMatch.etag(view.revision())).body(view);
    }
}
