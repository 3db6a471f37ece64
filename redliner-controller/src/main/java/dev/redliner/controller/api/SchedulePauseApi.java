package dev.redliner.controller.api;

import dev.redliner.controller.access.Identity;
import dev.redliner.controller.audit.Reason;
import dev.redliner.controller.declaration.ScheduleDeclarations;
import dev.redliner.controller.schedule.SchedulePause;
import dev.redliner.controller.schedule.SchedulePauses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Operations on the pause of all schedules. */
@RestController
@RequestMapping("/api/v1/schedule-pause")
@Tag(name = "schedules")
class SchedulePauseApi {
    private final SchedulePauses pauses;
    private final ScheduleDeclarations declarations;

    SchedulePauseApi(SchedulePauses pauses, ScheduleDeclarations declarations) {
        this.pauses = pauses;
        this.declarations = declarations;
    }

    /** The reason of a pause. */
    record PauseAll(@Schema(types = {"string", "number", "boolean"}) @Nullable String why) {}

    /**
     * The state of the pause.
     *
     * @param paused whether all schedules are paused
     * @param who the user who paused them; null if they are not
     * @param why the reason; null if they are not
     * @param since when they were paused; null if they are not
     */
    record PauseView(boolean paused, @Nullable String who, @Nullable String why, @Nullable Instant since) {
        static PauseView of(Optional<SchedulePause> pause) {
            return pause.map(it -> new PauseView(true, it.who(), it.why(), it.since()))
                    .orElseGet(() -> new PauseView(false, null, null, null));
        }
    }

    @GetMapping
    @Fails(ProblemType.NO_DATABASE)
    @Operation(summary = "Whether all schedules are paused", operationId = "getSchedulePause")
    PauseView show() {
        return PauseView.of(pauses.current());
    }

    @PutMapping
    @Fails(ProblemType.NO_DATABASE)
    @Operation(
            summary = "Let no schedule begin a run until they are resumed",
            description = "Firings that are due meanwhile are kept as omitted. Active runs continue, and runs can be"
                    + " started by hand. To end runs, engage the safety lever.",
            operationId = "pauseAllSchedules")
    PauseView pause(@RequestBody(required = false) @Nullable PauseAll asked, HttpServletRequest request) {
        declarations.pauseAll(Reason.of(asked == null ? null : asked.why()), Identity.of(request));
        return show();
    }

    @DeleteMapping
    @Fails(ProblemType.NO_DATABASE)
    @Operation(
            summary = "Resume the schedules that were paused together",
            description = "They fire nothing that was due meanwhile. A schedule that is paused by itself stays paused.",
            operationId = "resumeAllSchedules")
    PauseView resume(
            @Parameter(description = "why, for the record") @RequestParam(required = false) @Nullable String why,
            HttpServletRequest request) {
        declarations.resumeAll(Reason.of(why), Identity.of(request));
        return show();
    }
}
