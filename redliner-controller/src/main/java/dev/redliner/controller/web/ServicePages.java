package dev.redliner.controller.web;

import dev.redliner.api.RunState;
import dev.redliner.api.RunSummary;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.controller.capacity.HostsPlans;
import dev.redliner.controller.journal.RunFilter;
import dev.redliner.controller.journal.RunSummaries;
import dev.redliner.controller.restore.SeenEnvoys;
import dev.redliner.controller.schedule.Deploy;
import dev.redliner.controller.schedule.Deploys;
import dev.redliner.controller.service.ReadServices;
import dev.redliner.controller.service.ServiceCatalog;
import dev.redliner.controller.service.StoredService;
import dev.redliner.controller.traffic.PeakTraffic;
import dev.redliner.controller.traffic.PeakTraffic.Peak;
import dev.redliner.controller.traffic.TrafficHistory;
import dev.redliner.controller.traffic.TrafficSlot;
import dev.redliner.search.SearchSettings;
import dev.redliner.service.ServiceDefinition;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.servlet.ModelAndView;

/** A service: is there enough, since when, and measure now. */
@Controller
class ServicePages {
    private static final int LISTED = 50;
    /** Completed runs of eight weeks with nine runs a day. */
    private static final int CHARTED = 500;

    private final Frame frame;
    private final RunSummaries summaries;
    private final ServiceCatalog catalog;
    private final ReadServices reader;
    private final PeakTraffic peaks;
    private final TrafficHistory history;
    private final Deploys deploys;
    private final HostsPlans plans;
    private final SeenEnvoys envoys;
    private final InstantSource clock;

    ServicePages(
            Frame frame,
            RunSummaries summaries,
            ServiceCatalog catalog,
            ReadServices reader,
            PeakTraffic peaks,
            TrafficHistory history,
            Deploys deploys,
            HostsPlans plans,
            SeenEnvoys envoys,
            InstantSource clock) {
        this.frame = frame;
        this.summaries = summaries;
        this.catalog = catalog;
        this.reader = reader;
        this.peaks = peaks;
        this.history = history;
        this.deploys = deploys;
        this.plans = plans;
        this.envoys = envoys;
        this.clock = clock;
    }

    @GetMapping("/services/{name}")
    ModelAndView service(@PathVariable String name, PlanForm form) {
        Optional<StoredService> stored = catalog.stored(name);
        if (stored.isEmpty()) {
            ModelAndView page = frame.page("service", "overview", HttpStatus.NOT_FOUND);
            page.addObject("missing", name);
            return page;
        }
        Instant now = clock.instant();
        ZoneId zone = frame.zone();
        List<RunSummary> runs = summaries.newest(RunFilter.measuring(name), LISTED);
        List<RunSummary> measured = summaries.newest(RunFilter.of(name).in(RunState.COMPLETED), CHARTED);
        Optional<RunSummary> completed = measured.stream().findFirst();
        Optional<Peak> peak = peaks.of(name, now);
        ModelAndView page = frame.page("service", "overview", HttpStatus.OK);
        page.addObject("service", ServiceRow.of(stored.get(), reader.of(stored.get()), runs, completed, peak, now));
        page.addObject("revision", stored.get().revision());
        page.addObject("updatedAt", Figures.iso(stored.get().updatedAt()));
        page.addObject("updatedBy", stored.get().updatedBy());
        page.addObject("definition", stored.get().text());
        page.addObject("runs", runs.stream().map(RunRow::of).toList());
        page.addObject("profiles", SearchSettings.PROFILES);
        List<Deploy> deployed = deploys(name, measured);
        page.addObject("trend", TrendChart.of(measured, deployed, zone).orElse(null));
        page.addObject("deployed", since(deployed, completed).map(Deploy::words).orElse(null));
        page.addObject("form", form);
        page.addObject("plan", PlanCard.of(plans, stored.get(), completed, form, now));
        Optional<ServiceDefinition> readable =
                ServiceCatalog.problem(stored.get()).isPresent()
                        ? Optional.empty()
                        : Optional.of(ServiceCatalog.parsed(name, stored.get().text()));
        page.addObject(
                "frontEnd",
                readable.filter(it -> it.pool().tier() == Tier.FRONT_END).isPresent());
        List<TrafficSlot> slots = history.slots(name, CapacityChart.begin(now, zone), now);
        page.addObject(
                "capacity",
                CapacityChart.of(measured, reader.of(stored.get()).hosts(), PeakTraffic.daily(slots, zone), now, zone)
                        .orElse(null));
        page.addObject(
                "day",
                readable.flatMap(it -> day(it, slots, completed, now, zone)).orElse(null));
        page.addObject(
                "start",
                readable.map(it -> start(it, stored.get(), completed, peak.isPresent(), now))
                        .orElse(null));
        return page;
    }

    /** The deploys since the oldest of some runs. */
    private List<Deploy> deploys(String service, List<RunSummary> runs) {
        return runs.stream()
                .map(RunSummary::startedAt)
                .min(Instant::compareTo)
                .map(oldest -> deploys.of(service, oldest, CHARTED))
                .orElse(List.of());
    }

    /** The newest deploy, if no run has completed that began after it. */
    private static Optional<Deploy> since(List<Deploy> newestFirst, Optional<RunSummary> completed) {
        return completed.flatMap(run ->
                newestFirst.stream().findFirst().filter(deploy -> deploy.at().isAfter(run.startedAt())));
    }

    private StartCard start(
            ServiceDefinition service,
            StoredService stored,
            Optional<RunSummary> completed,
            boolean counted,
            Instant now) {
        return StartCard.of(
                service,
                summaries.newest(RunFilter.of(service.name()), 1).stream()
                        .filter(run -> run.startedAt().isAfter(stored.updatedAt()))
                        .findFirst(),
                completed,
                history.seconds(service.name(), now),
                counted,
                envoys.envoys(service.name()),
                now);
    }

    private static Optional<DayChart> day(
            ServiceDefinition service,
            List<TrafficSlot> slots,
            Optional<RunSummary> completed,
            Instant now,
            ZoneId zone) {
        Instant from = now.minus(DayChart.SPAN);
        return DayChart.of(
                slots.stream().filter(slot -> !slot.start().isBefore(from)).toList(),
                service.pool(),
                completed.map(RunSummary::redline).orElse(null),
                zone);
    }
}
