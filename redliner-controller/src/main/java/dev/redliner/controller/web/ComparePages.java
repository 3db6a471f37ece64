package dev.redliner.controller.web;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.api.RunSummary;
import dev.redliner.controller.engine.Runs;
import dev.redliner.controller.journal.RunFilter;
import dev.redliner.controller.journal.RunSummaries;
import dev.redliner.controller.report.RunComparison;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** Two to four runs compared, chosen in the address, so that a comparison can be sent to a colleague. */
@Controller
class ComparePages {
    private static final double PERCENT = 100;
    private static final int OFFERED = 100;

    private final Frame frame;
    private final Runs runs;
    private final RunSummaries summaries;

    ComparePages(Frame frame, Runs runs, RunSummaries summaries) {
        this.frame = frame;
        this.runs = runs;
        this.summaries = summaries;
    }

    /**
     * The page.
     *
     * @param ids one to four runs, as several parameters or separated by commas; the first is the reference
     * @param margin the difference that matters, in percent
     * @param oldestFirst whether the oldest run is the reference, in whichever order the runs are given
     */
    @GetMapping("/compare")
    ModelAndView compare(
            @RequestParam(name = "runs", defaultValue = "") List<String> ids,
            @RequestParam(defaultValue = "" + RunComparison.USUAL_PERCENT) double margin,
            @RequestParam(defaultValue = "false") boolean oldestFirst) {
        double used = margin >= RunComparison.LEAST_PERCENT && margin <= RunComparison.MOST_PERCENT
                ? margin
                : RunComparison.USUAL_PERCENT;
        Set<String> wanted = new LinkedHashSet<>();
        ids.forEach(text -> Arrays.stream(text.split(","))
                .map(String::strip)
                .filter(id -> !id.isEmpty())
                .forEach(wanted::add));
        List<RunReport> found = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        wanted.stream().limit(Compared.MOST).forEach(id -> runs.find(id)
                .ifPresentOrElse(found::add, () -> missing.add(id)));
        if (oldestFirst) {
            found.sort(Comparator.comparing(RunReport::startedAt));
        }
        ModelAndView page = frame.page("compare", "compare", missing.isEmpty() ? HttpStatus.OK : HttpStatus.NOT_FOUND);
        page.addObject("margin", used);
        page.addObject("missing", missing);
        page.addObject("tooMany", wanted.size() > Compared.MOST);
        page.addObject("chosen", found.stream().map(RunReport::id).toList());
        page.addObject("compared", found.size() < 2 ? null : Compared.of(found, used / PERCENT));
        page.addObject("offered", offered(found));
        return page;
    }

    /** The chosen runs, and completed runs to choose from: of the same service if one is chosen. */
    private List<RunRow> offered(List<RunReport> chosen) {
        Optional<String> service = chosen.stream().map(RunReport::service).findFirst();
        RunFilter completed = new RunFilter(service, Optional.of(RunState.COMPLETED), Optional.empty());
        Set<String> ids = chosen.stream().map(RunReport::id).collect(Collectors.toSet());
        return Stream.concat(
                        chosen.stream().map(RunSummary::of),
                        summaries.newest(completed, OFFERED).stream().filter(run -> !ids.contains(run.id())))
                .map(RunRow::of)
                .toList();
    }
}
