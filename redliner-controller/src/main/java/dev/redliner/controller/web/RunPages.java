package dev.redliner.controller.web;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunSummary;
import dev.redliner.controller.engine.RunListing;
import dev.redliner.controller.engine.Runs;
import dev.redliner.controller.journal.RunSummaries;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** All runs, and the page of one that an SRE keeps open next to the monitoring of production. */
@Controller
class RunPages {
    private static final int LISTED = 100;
    private static final int SIBLINGS = 20;

    private final Frame frame;
    private final Runs runs;
    private final RunSummaries summaries;

    RunPages(Frame frame, Runs runs, RunSummaries summaries) {
        this.frame = frame;
        this.runs = runs;
        this.summaries = summaries;
    }

    /** The runs, newest first. */
    @GetMapping("/runs")
    ModelAndView all(@RequestParam(required = false) @Nullable String service) {
        Optional<String> wanted = Optional.ofNullable(service).filter(name -> !name.isBlank());
        ModelAndView page = frame.page("runs", "runs", HttpStatus.OK);
        page.addObject("service", wanted.orElse(null));
        page.addObject(
                "runs",
                summaries.newest(wanted, Optional.empty(), LISTED).stream()
                        .map(RunRow::of)
                        .toList());
        return page;
    }

    @GetMapping("/runs/{id}")
    ModelAndView run(@PathVariable String id) {
        RunListing list = RunListing.of(runs, SIBLINGS);
        boolean complete = list.note().isEmpty();
        Optional<RunReport> shown = complete ? runs.find(id) : list.find(id);
        HttpStatus otherwise = complete ? HttpStatus.NOT_FOUND : HttpStatus.SERVICE_UNAVAILABLE;
        return shown.map(run -> page(run, list, null, HttpStatus.OK)).orElseGet(() -> page(null, list, id, otherwise));
    }

    private ModelAndView page(@Nullable RunReport run, RunListing list, @Nullable String missing, HttpStatus status) {
        ModelAndView page = frame.page("live/run", "runs", status);
        page.addObject("run", run);
        page.addObject(
                "runs", list.runs().stream().map(RunSummary::of).map(RunRow::of).toList());
        page.addObject("note", list.note().orElse(null));
        page.addObject("missing", missing);
        return page;
    }
}
