package dev.redliner.controller.web;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunSummary;
import dev.redliner.controller.calendar.Calendars;
import dev.redliner.controller.engine.Runs;
import dev.redliner.controller.journal.NewestRuns;
import dev.redliner.controller.notification.Notifications;
import dev.redliner.controller.schedule.SchedulePause;
import dev.redliner.controller.schedule.SchedulePauses;
import dev.redliner.controller.schedule.UnsuccessfulFirings;
import dev.redliner.controller.service.ReadServices;
import dev.redliner.controller.service.ServiceCatalog;
import dev.redliner.controller.service.StoredService;
import dev.redliner.controller.traffic.PeakTraffic;
import dev.redliner.controller.traffic.TrafficHistory;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.TransactionException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The overview: what moves traffic now, what needs a look, and which service runs out first. */
@Controller
class OverviewPages {
    private static final Logger log = LoggerFactory.getLogger(OverviewPages.class);
    private static final String NOT_STORED =
            "The database does not answer. Only the runs that this controller drives are"
                    + " shown. They go on, and they can be aborted here.";

    /** A service file to copy; a test reads it. */
    static final String EXAMPLE =
            """
            service: checkout
            pool:
              hosts:
                - {id: checkout-1, address: "10.0.0.1:8080"}
                - {id: checkout-2, address: "10.0.0.2:8080"}
                - {id: checkout-3, address: "10.0.0.3:8080"}
              sut: checkout-1      # the host to measure
              maxShare: 60%        # it never gets more than this
            envoy:
              admin: ["http://127.0.0.1:9901"]
            rules:
              - id: slo
                pass: latency.p99 <= duration("250ms") && error_rate <= percent(0.1)
                onFail: back-off
            """;

    private final Frame frame;
    private final Runs runs;
    private final NewestRuns newestRuns;
    private final ServiceCatalog catalog;
    private final ReadServices reader;
    private final PeakTraffic peaks;
    private final TrafficHistory traffic;
    private final Notifications notifications;
    private final SchedulePauses pauses;
    private final UnsuccessfulFirings firings;
    private final Calendars calendars;
    private final InstantSource clock;

    OverviewPages(
            Frame frame,
            Runs runs,
            NewestRuns newestRuns,
            ServiceCatalog catalog,
            ReadServices reader,
            PeakTraffic peaks,
            TrafficHistory traffic,
            Notifications notifications,
            SchedulePauses pauses,
            UnsuccessfulFirings firings,
            Calendars calendars,
            InstantSource clock) {
        this.frame = frame;
        this.runs = runs;
        this.newestRuns = newestRuns;
        this.catalog = catalog;
        this.reader = reader;
        this.peaks = peaks;
        this.traffic = traffic;
        this.notifications = notifications;
        this.pauses = pauses;
        this.firings = firings;
        this.calendars = calendars;
        this.clock = clock;
    }

    /**
     * @param all whether to show all services instead of the first {@value Overview#SHOWN}
     * @param q a part of their names
     * @param show their kind, see {@link ServiceFilter}
     */
    @GetMapping("/")
    ModelAndView overview(
            @RequestParam(defaultValue = "false") boolean all,
            @RequestParam(defaultValue = "") String q,
            @RequestParam(defaultValue = "") String show) {
        return shown("overview", new ServiceFilter(all, q, show));
    }

    /** The parts of the overview that follow the runs. */
    @GetMapping("/parts/overview")
    ModelAndView part(
            @RequestParam(defaultValue = "false") boolean all,
            @RequestParam(defaultValue = "") String q,
            @RequestParam(defaultValue = "") String show) {
        return shown("overview :: parts", new ServiceFilter(all, q, show));
    }

    private ModelAndView shown(String template, ServiceFilter filter) {
        Instant now = clock.instant();
        ModelAndView page = frame.page(template, "overview", HttpStatus.OK);
        page.addObject("now", Figures.iso(now));
        page.addObject("example", EXAMPLE);
        page.addObject("filter", filter);
        try {
            List<StoredService> services = catalog.list();
            NewestRuns.Newest runsOfAll = newestRuns.at(now);
            Map<String, List<RunSummary>> newest = runsOfAll.byService();
            page.addObject(
                    "overview",
                    Overview.of(
                            services,
                            reader,
                            filter,
                            newest,
                            runsOfAll.completed(),
                            active(newest),
                            service -> peaks.of(service, now),
                            failing(services, now),
                            now));
            page.addObject("paused", pauses.current().map(SchedulePause::words).orElse(null));
            page.addObject("last", last(newest).map(RunRow::of).orElse(null));
        } catch (DataAccessException | TransactionException e) {
            log.warn("the database is unavailable; the overview shows the runs in memory: {}", e.getMessage());
            page.addObject("note", NOT_STORED);
            List<RunReport> inMemory =
                    runs.inMemory().stream().filter(run -> !run.state().over()).toList();
            page.addObject(
                    "overview",
                    Overview.of(
                            List.of(),
                            reader,
                            filter,
                            Map.of(),
                            Map.of(),
                            inMemory,
                            service -> Optional.empty(),
                            List.of(),
                            now));
        }
        return page;
    }

    private List<Attention> failing(List<StoredService> services, Instant now) {
        Stream<Attention> destinations = notifications.list().stream()
                .flatMap(destination -> Stream.ofNullable(Attention.failing(destination, now)));
        Stream<Attention> counts =
                services.stream().flatMap(service -> Stream.ofNullable(uncounted(service.name(), now)));
        Stream<Attention> calendarsNotRead = calendars.names().stream()
                .flatMap(name -> calendars.problem(name).map(why -> Attention.calendar(name, why)).stream());
        return Stream.of(destinations, counts, calendarsNotRead, Attention.of(firings.counts()).stream())
                .flatMap(Function.identity())
                .toList();
    }

    private @Nullable Attention uncounted(String service, Instant now) {
        boolean before = peaks.of(service, now).isPresent();
        return CountsHealth.of(service, traffic.seconds(service, now), before, now);
    }

    /** Of this controller from memory, which is newer and needs no database; of the others as they are stored. */
    private List<RunReport> active(Map<String, List<RunSummary>> newest) {
        Map<String, RunReport> active = new LinkedHashMap<>();
        runs.inMemory().stream().filter(run -> !run.state().over()).forEach(run -> active.put(run.id(), run));
        newest.values().stream()
                .flatMap(List::stream)
                .filter(run -> !run.state().over() && !active.containsKey(run.id()))
                .flatMap(run -> runs.find(run.id()).stream())
                .filter(run -> !run.state().over())
                .forEach(run -> active.put(run.id(), run));
        return List.copyOf(active.values());
    }

    private static Optional<RunSummary> last(Map<String, List<RunSummary>> newest) {
        return newest.values().stream()
                .flatMap(List::stream)
                .filter(run -> run.state().over())
                .flatMap(run -> Stream.ofNullable(run.endedAt()).map(ended -> run))
                .max((one, other) -> one.startedAt().compareTo(other.startedAt()));
    }
}
