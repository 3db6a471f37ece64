package dev.redliner.controller.web;

import dev.redliner.controller.access.BrowserSession;
import dev.redliner.controller.access.Caller;
import dev.redliner.controller.access.Right;
import dev.redliner.controller.audit.Reason;
import dev.redliner.controller.engine.AbortAnswer;
import dev.redliner.controller.engine.RunOptions;
import dev.redliner.controller.engine.RunRefused;
import dev.redliner.controller.engine.Runs;
import dev.redliner.controller.lever.SafetyLever;
import dev.redliner.controller.restore.RestoreResult;
import dev.redliner.controller.restore.Restorer;
import dev.redliner.service.Expectation;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;

/**
 * The forms of the pages, for browsers that run no script, or have not loaded it yet. Scripts send the same requests to
 * the API instead, and show the answer on the page. The guard admits forms of this server's pages only.
 */
@Controller
class FormPages {
    /** Only for this type the guard requires the origin of the request. */
    static final String FORM = MediaType.APPLICATION_FORM_URLENCODED_VALUE;

    private static final String BY_FORM = "aborted on the page";

    private final Frame frame;
    private final Runs runs;
    private final SafetyLever lever;
    private final Restorer restorer;

    FormPages(Frame frame, Runs runs, SafetyLever lever, Restorer restorer) {
        this.frame = frame;
        this.runs = runs;
        this.lever = lever;
        this.restorer = restorer;
    }

    /** Starts a run, and leads to its page. */
    @PostMapping(value = "/services/{name}/runs", consumes = FORM)
    ModelAndView start(
            @PathVariable String name,
            @RequestParam(defaultValue = "") String profile,
            @RequestParam(defaultValue = "false") boolean cold,
            @RequestParam(defaultValue = "") String redline,
            @RequestParam(defaultValue = "") String latency,
            @RequestParam(defaultValue = "") String recovered,
            @RequestParam(defaultValue = "") String target,
            HttpServletRequest request)
            throws RunRefused {
        String who = Caller.with(Right.RUN, name, request);
        RunOptions options = options(
                profile.isEmpty() ? null : profile,
                cold,
                ExpectationForm.parse(redline, latency, recovered),
                target(target.strip()));
        return SeeOther.to("/runs/{id}", runs.start(name, options, who));
    }

    /** Starts a dry run, and leads to its page. */
    @PostMapping(value = "/services/{name}/dry-runs", consumes = FORM)
    ModelAndView dryRun(@PathVariable String name, HttpServletRequest request) throws RunRefused {
        String who = Caller.with(Right.RUN, name, request);
        return SeeOther.to("/runs/{id}", runs.start(name, RunOptions.DRY, who));
    }

    private static RunOptions options(
            @Nullable String profile, boolean cold, @Nullable Expectation expect, @Nullable Double target) {
        RunOptions.problem(profile, target).ifPresent(problem -> {
            throw wrong(problem);
        });
        return new RunOptions(profile, cold, expect, target);
    }

    private static @Nullable Double target(String text) {
        try {
            return text.isEmpty() ? null : Double.valueOf(text);
        } catch (NumberFormatException e) {
            throw wrong("The target '" + text + "' is no number. Enter requests per second, such as 5000.");
        }
    }

    static ResponseStatusException wrong(String reason) {
        return new ResponseStatusException(HttpStatus.BAD_REQUEST, reason);
    }

    /** Aborts a run, and answers with a page: that of the run may take a moment to show it. */
    @PostMapping(value = "/runs/{id}/abort", consumes = FORM)
    ModelAndView abort(
            @PathVariable String id, @RequestParam(defaultValue = "") String why, HttpServletRequest request) {
        String who = Caller.with(Right.ABORT, Runs.poolOf(id), request);
        AbortAnswer answer = runs.abortAndWait(id, who, Reason.of(why.isBlank() ? BY_FORM : why.strip()));
        return switch (answer) {
            case TAKEN -> answer(id, "The abort was taken", "The traffic of the run goes back to its baseline.");
            case TAKEN_BEFORE_TRAFFIC -> answer(id, "The abort was taken", AbortAnswer.BEFORE_TRAFFIC);
            case OVER -> answer(id, "Nothing to abort", AbortAnswer.OVER_ALREADY);
            case UNDELIVERED ->
                throw new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE, AbortAnswer.undelivered(id));
            case NO_SUCH_RUN -> throw noSuchRun(id);
        };
    }

    /** Ends a run whose restore cannot be seen, on the word of a person. */
    @PostMapping(value = "/runs/{id}/dismissal", consumes = FORM)
    ModelAndView dismiss(
            @PathVariable String id, @RequestParam(defaultValue = "") String why, HttpServletRequest request)
            throws RunRefused {
        String who = Caller.with(Right.RUN, Runs.poolOf(id), request);
        if (why.isBlank()) {
            throw wrong("A reason is needed, such as: the pool was scaled to zero.");
        }
        if (!runs.dismiss(id, who, Reason.of(why))) {
            throw noSuchRun(id);
        }
        return SeeOther.to("/runs/{id}", id);
    }

    private static ResponseStatusException noSuchRun(String id) {
        return new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no run '" + id + "'.");
    }

    private ModelAndView answer(String run, String title, String text) {
        ModelAndView page = frame.page("message", "runs", HttpStatus.OK);
        page.addObject("title", title);
        page.addObject("text", text);
        page.addObject("run", run);
        return page;
    }

    /** The safety lever, with a field for the reason. */
    @GetMapping("/lever")
    ModelAndView lever() {
        return frame.page("lever", "", HttpStatus.OK);
    }

    /**
     * Engages or releases the safety lever, and leads to the overview.
     *
     * @param action engage or release, and not the opposite of the present state: that may have changed since the form
     *     was shown
     */
    @PostMapping(value = "/lever", consumes = FORM)
    ModelAndView lever(
            @RequestParam(defaultValue = "") String action,
            @RequestParam(defaultValue = "") String why,
            HttpServletRequest request) {
        switch (action) {
            case "engage" -> lever.engage(Caller.withEverywhere(Right.ABORT, request), Reason.of(why));
            case "release" -> lever.release(Caller.withEverywhere(Right.RUN, request), Reason.of(why));
            default -> throw wrong("The form has no action. It is engage or release.");
        }
        return SeeOther.to("/");
    }

    /** Restores every pool, and shows the outcome of each. It waits up to ten seconds for the confirmations. */
    @PostMapping(value = "/restore", consumes = FORM)
    ModelAndView restore(HttpServletRequest request) {
        String who = Caller.withEverywhere(Right.ABORT, request);
        RestoreResult result = restorer.restore(who, Reason.of("restored on the page"));
        return frame.page("restored", "", HttpStatus.OK).addObject("result", result);
    }

    /** Ends the session. */
    @PostMapping(value = "/logout", consumes = FORM)
    ModelAndView logout(HttpServletRequest request) {
        BrowserSession.end(request);
        return SeeOther.to("/login");
    }
}
