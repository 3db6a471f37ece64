package dev.redliner.controller.web;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.api.RunSummary;
import dev.redliner.controller.engine.RunListing;
import dev.redliner.controller.engine.Runs;
import dev.redliner.controller.journal.RunSummaries;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.util.UriComponentsBuilder;

/** All runs, and the page of one that an SRE keeps open next to the monitoring of production. */
@Controller
class RunPages {
    private static final int LISTED = 100;

    private static final List<RunState> ENDS = List.of(
            RunState.COMPLETED, RunState.INCONCLUSIVE, RunState.ABORTED, RunState.INTERRUPTED, RunState.REFUSED);

    /** A state to choose, and its name on pages. */
    record Choice(String name, String words) {}

    private final Frame frame;
    private final Runs runs;
    private final RunSummaries summaries;

    RunPages(Frame frame, Runs runs, RunSummaries summaries) {
        this.frame = frame;
        this.runs = runs;
        this.summaries = summaries;
    }

    /**
     * The runs, newest first.
     *
     * @param service only runs of this service
     * @param state only runs that ended so; another text selects all
     * @param before a run: those that began before it, which is how the older ones are reached
     */
    @GetMapping("/runs")
    ModelAndView all(
            @RequestParam(required = false) @Nullable String service,
            @RequestParam(required = false) @Nullable String state,
            @RequestParam(required = false) @Nullable String before) {
        Optional<String> wanted = Optional.ofNullable(service).filter(name -> !name.isBlank());
        ModelAndView page = frame.page("runs", "runs", HttpStatus.OK);
        Optional<RunState> inState =
                ENDS.stream().filter(it -> it.name().equals(state)).findFirst();
        List<RunSummary> listed = before == null || before.isBlank()
                ? summaries.newest(wanted, inState, LISTED)
                : before(wanted, inState, before);
        page.addObject("service", wanted.orElse(null));
        page.addObject("state", inState.map(Enum::name).orElse(null));
        page.addObject(
                "states",
                ENDS.stream()
                        .map(it -> new Choice(it.name(), Sign.of(it).words()))
                        .toList());
        page.addObject("runs", listed.stream().map(RunRow::of).toList());
        page.addObject("before", before);
        page.addObject("newest", link(wanted, inState, Optional.empty()));
        page.addObject(
                "older",
                listed.size() < LISTED
                        ? null
                        : link(
                                wanted,
                                inState,
                                Optional.of(listed.get(LISTED - 1).id())));
        return page;
    }

    private static String link(Optional<String> service, Optional<RunState> state, Optional<String> before) {
        return UriComponentsBuilder.fromPath("/runs")
                .queryParamIfPresent("service", service)
                .queryParamIfPresent("state", state)
                .queryParamIfPresent("before", before)
                .encode()
                .toUriString();
    }

    private List<RunSummary> before(Optional<String> service, Optional<RunState> state, String id) {
        Instant start = summaries
                .start(id)
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND, "No run is called '" + id + "'."));
        return summaries.before(service, state, start, id, LISTED);
    }

    /** The page of a run: live while it is active, its report afterwards. */
    @GetMapping("/runs/{id}")
    ModelAndView run(@PathVariable String id) {
        RunListing list = RunListing.of(runs, 1);
        boolean complete = list.note().isEmpty();
        Optional<RunReport> found = complete ? runs.find(id) : list.find(id);
        HttpStatus otherwise = complete ? HttpStatus.NOT_FOUND : HttpStatus.SERVICE_UNAVAILABLE;
        ModelAndView page = frame.page("run", "runs", found.isPresent() ? HttpStatus.OK : otherwise);
        page.addObject("note", list.note().orElse(null));
        page.addObject("missing", id);
        found.ifPresent(run -> show(page, run));
        return page;
    }

    /** The report of a run that has just ended, for a page that showed it live. */
    @GetMapping("/parts/runs/{id}/report")
    ModelAndView report(@PathVariable String id) {
        RunReport run = runs.find(id)
                .filter(it -> it.state().over())
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
        return new ModelAndView("report :: report", "report", ReportView.of(run));
    }

    private static void show(ModelAndView page, RunReport run) {
        page.addObject("run", run);
        page.addObject("state", Sign.of(run.state()));
        page.addObject("startedAt", Figures.iso(run.startedAt()));
        page.addObject("report", run.state().over() ? ReportView.of(run) : null);
    }
}
