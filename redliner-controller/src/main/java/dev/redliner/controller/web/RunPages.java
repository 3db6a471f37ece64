package dev.redliner.controller.web;

import dev.redliner.api.RunReport;
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

/** All runs, and the page of one that an SRE keeps open next to the monitoring of production. */
@Controller
class RunPages {
    private static final int LISTED = 100;

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
     * @param before a run: those that began before it, which is how the older ones are reached
     */
    @GetMapping("/runs")
    ModelAndView all(
            @RequestParam(required = false) @Nullable String service,
            @RequestParam(required = false) @Nullable String before) {
        Optional<String> wanted = Optional.ofNullable(service).filter(name -> !name.isBlank());
        ModelAndView page = frame.page("runs", "runs", HttpStatus.OK);
        List<RunSummary> listed = before == null || before.isBlank()
                ? summaries.newest(wanted, Optional.empty(), LISTED)
                : before(wanted, before);
        page.addObject("service", wanted.orElse(null));
        page.addObject("runs", listed.stream().map(RunRow::of).toList());
        page.addObject("before", before);
        page.addObject(
                "older", listed.size() < LISTED ? null : listed.get(LISTED - 1).id());
        return page;
    }

    private List<RunSummary> before(Optional<String> service, String id) {
        Instant start = summaries
                .start(id)
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND, "No run is called '" + id + "'."));
        return summaries.before(service, start, id, LISTED);
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
