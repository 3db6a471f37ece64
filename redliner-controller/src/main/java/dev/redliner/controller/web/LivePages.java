package dev.redliner.controller.web;

import dev.redliner.api.RunReport;
import dev.redliner.controller.engine.RunListing;
import dev.redliner.controller.engine.Runs;
import dev.redliner.controller.lever.Engaged;
import dev.redliner.controller.lever.SafetyLever;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.servlet.ModelAndView;

/** The page that an SRE keeps open next to the monitoring of production. */
@Controller
class LivePages {
    private static final int LISTED = 20;

    private final Runs runs;
    private final SafetyLever lever;

    LivePages(Runs runs, SafetyLever lever) {
        this.runs = runs;
        this.lever = lever;
    }

    /** Shows the active run, or the newest one if none is active. */
    @GetMapping("/")
    ModelAndView newest() {
        RunListing list = RunListing.of(runs, LISTED);
        Optional<RunReport> shown = list.runs().stream()
                .filter(run -> !run.state().over())
                .findFirst()
                .or(() -> list.runs().stream().findFirst());
        return page(shown.orElse(null), list, null, HttpStatus.OK);
    }

    @GetMapping("/runs/{id}")
    ModelAndView run(@PathVariable String id) {
        RunListing list = RunListing.of(runs, LISTED);
        boolean complete = list.note().isEmpty();
        Optional<RunReport> shown = complete ? runs.find(id) : list.find(id);
        HttpStatus otherwise = complete ? HttpStatus.NOT_FOUND : HttpStatus.SERVICE_UNAVAILABLE;
        return shown.map(run -> page(run, list, null, HttpStatus.OK)).orElseGet(() -> page(null, list, id, otherwise));
    }

    private ModelAndView page(@Nullable RunReport run, RunListing list, @Nullable String missing, HttpStatus status) {
        ModelAndView page = new ModelAndView("live/run", status);
        page.addObject("run", run);
        page.addObject("runs", list.runs().stream().map(RunRow::of).toList());
        page.addObject("note", list.note().orElse(null));
        page.addObject("missing", missing);
        page.addObject("lever", lever.engaged().map(Engaged::words).orElse(null));
        return page;
    }
}
