package dev.redliner.controller.live;

import dev.redliner.controller.drive.Runs;
import dev.redliner.controller.lever.Engaged;
import dev.redliner.controller.lever.SafetyLever;
import dev.redliner.controller.report.RunReport;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.servlet.ModelAndView;

/** The page that an SRE keeps open beside production. */
@Controller
class LivePages {
    private static final int LISTED = 20;

    private final Runs runs;
    private final SafetyLever lever;

    LivePages(Runs runs, SafetyLever lever) {
        this.runs = runs;
        this.lever = lever;
    }

    /** The active run, or the newest. */
    @GetMapping("/")
    ModelAndView newest() {
        List<RunReport> list = runs.list(LISTED);
        Optional<RunReport> shown = list.stream()
                .filter(run -> !run.state().over())
                .findFirst()
                .or(() -> list.stream().findFirst());
        return page(shown.orElse(null), list, null, HttpStatus.OK);
    }

    @GetMapping("/runs/{id}")
    ModelAndView run(@PathVariable String id) {
        List<RunReport> list = runs.list(LISTED);
        return runs.find(id)
                .map(run -> page(run, list, null, HttpStatus.OK))
                .orElseGet(() -> page(null, list, id, HttpStatus.NOT_FOUND));
    }

    private ModelAndView page(
            @Nullable RunReport run, List<RunReport> list, @Nullable String missing, HttpStatus status) {
        ModelAndView page = new ModelAndView("live/run", status);
        page.addObject("run", run);
        page.addObject("runs", list.stream().map(RunRow::of).toList());
        page.addObject("missing", missing);
        page.addObject("lever", lever.engaged().map(Engaged::words).orElse(null));
        return page;
    }
}
