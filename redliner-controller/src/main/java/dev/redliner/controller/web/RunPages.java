package dev.redliner.controller.web;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.api.RunSummary;
import dev.redliner.controller.audit.AuditEntry;
import dev.redliner.controller.engine.RunListing;
import dev.redliner.controller.engine.Runs;
import dev.redliner.controller.journal.RunFilter;
import dev.redliner.controller.journal.RunSummaries;
import dev.redliner.controller.service.ReadServices;
import dev.redliner.controller.service.ServiceCatalog;
import dev.redliner.service.ServiceDefinition;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.TransactionException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;

/** All runs, and the page of one that an SRE keeps open next to the monitoring of production. */
@Controller
class RunPages {
    private static final Logger log = LoggerFactory.getLogger(RunPages.class);
    private static final int LISTED = 100;

    private static final List<RunState> ENDS = List.of(
            RunState.COMPLETED,
            RunState.INCONCLUSIVE,
            RunState.ABORTED,
            RunState.INTERRUPTED,
            RunState.REFUSED,
            RunState.READY,
            RunState.NOT_READY);

    /** A state to choose, and its name on pages. */
    record Choice(String name, String words) {}

    private final Frame frame;
    private final Runs runs;
    private final RunSummaries summaries;
    private final ServiceCatalog catalog;
    private final ReadServices reader;

    RunPages(Frame frame, Runs runs, RunSummaries summaries, ServiceCatalog catalog, ReadServices reader) {
        this.frame = frame;
        this.runs = runs;
        this.summaries = summaries;
        this.catalog = catalog;
        this.reader = reader;
    }

    /**
     * The runs, newest first.
     *
     * @param service only runs of this service
     * @param state only runs that ended so; another text selects all
     * @param by only runs that this account, address or schedule started
     * @param before a run: those that began before it, which is how the older ones are reached
     */
    @GetMapping("/runs")
    ModelAndView all(
            @RequestParam(required = false) @Nullable String service,
            @RequestParam(required = false) @Nullable String state,
            @RequestParam(required = false) @Nullable String by,
            @RequestParam(required = false) @Nullable String before) {
        RunFilter filter = new RunFilter(
                AuditEntry.searched(service),
                ENDS.stream().filter(it -> it.name().equals(state)).findFirst(),
                AuditEntry.searched(by));
        List<RunSummary> listed =
                before == null || before.isBlank() ? summaries.newest(filter, LISTED) : before(filter, before);
        Map<String, String> starters =
                summaries.starters(listed.stream().map(RunSummary::id).toList());
        ModelAndView page = frame.page("runs", "runs", HttpStatus.OK);
        page.addObject("service", filter.service().orElse(null));
        page.addObject("state", filter.state().map(Enum::name).orElse(null));
        page.addObject("by", filter.by().orElse(""));
        page.addObject(
                "states",
                ENDS.stream()
                        .map(it -> new Choice(it.name(), Sign.of(it).words()))
                        .toList());
        page.addObject(
                "runs",
                listed.stream()
                        .map(run -> RunRow.of(run, starters.get(run.id())))
                        .toList());
        page.addObject("before", before);
        page.addObject("newest", link(filter, Optional.empty()));
        page.addObject(
                "older",
                listed.size() < LISTED
                        ? null
                        : link(filter, Optional.of(listed.get(LISTED - 1).id())));
        return page;
    }

    private static String link(RunFilter filter, Optional<String> before) {
        return new PageAddress("/runs")
                .with("service", filter.service())
                .with("state", filter.state().map(Enum::name))
                .with("by", filter.by())
                .with("before", before)
                .toString();
    }

    private List<RunSummary> before(RunFilter filter, String id) {
        Instant start = summaries
                .start(id)
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND, "No run is called '" + id + "'."));
        return summaries.before(filter, start, id, LISTED);
    }

    /** The page of a run: live while it is active, its report afterwards. */
    @GetMapping("/runs/{id}")
    ModelAndView run(@PathVariable String id) {
        RunListing list = RunListing.of(runs, 1);
        boolean complete = list.note().isEmpty();
        Optional<RunReport> found = complete
                ? runs.find(id)
                : runs.inMemory().stream().filter(run -> run.id().equals(id)).findFirst();
        HttpStatus otherwise = complete ? HttpStatus.NOT_FOUND : HttpStatus.SERVICE_UNAVAILABLE;
        ModelAndView page = frame.page("run", "runs", found.isPresent() ? HttpStatus.OK : otherwise);
        page.addObject("note", list.note().orElse(null));
        page.addObject("missing", id);
        found.ifPresent(run -> show(page, run));
        if (complete) {
            // without a database, one more attempt to reach it takes seconds
            found.flatMap(this::definition).ifPresent(service -> page.addObject(
                            "budget", Figures.part(service.limits().harmBudget()))
                    .addObject("interval", service.sampling().interval().toMillis()));
            found.flatMap(this::starter).ifPresent(by -> page.addObject("by", by));
        }
        return page;
    }

    /** The definition of the service, which the page can do without. */
    private Optional<ServiceDefinition> definition(RunReport run) {
        try {
            return catalog.stored(run.service()).flatMap(reader::definition);
        } catch (DataAccessException | TransactionException e) {
            log.warn("the database is unavailable for the definition of a page: {}", e.getMessage());
            return Optional.empty();
        }
    }

    /** Who started the run, which the page can do without. */
    private Optional<String> starter(RunReport run) {
        try {
            return Optional.ofNullable(summaries.starters(List.of(run.id())).get(run.id()));
        } catch (DataAccessException | TransactionException e) {
            log.warn("the database is unavailable for the starter of a run: {}", e.getMessage());
            return Optional.empty();
        }
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
        page.addObject("steps", StepRow.newestFirst(run.steps()));
        page.addObject("rules", RuleRow.last(run.steps()));
        page.addObject("signals", SignalTable.of(run));
        page.addObject("report", run.state().over() ? ReportView.of(run) : null);
    }
}
