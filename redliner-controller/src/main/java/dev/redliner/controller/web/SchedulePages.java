package dev.redliner.controller.web;

import dev.redliner.controller.calendar.Calendars;
import dev.redliner.controller.schedule.ScheduleOverview;
import dev.redliner.controller.schedule.ScheduleOverviews;
import dev.redliner.controller.schedule.SchedulePause;
import dev.redliner.controller.schedule.SchedulePauses;
import dev.redliner.controller.schedule.StoredFiring;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** Schedules: what comes, whether it will run, and what did not run and why. */
@Controller
class SchedulePages {
    private static final Duration LOOKED_BACK = Duration.ofDays(14);
    private static final int SKIPPED = 20;
    private static final int PAST = 60;
    private static final int COMING = 5;
    private static final int SHOWN = 50;

    private final Frame frame;
    private final ScheduleOverviews schedules;
    private final Calendars calendars;
    private final SchedulePauses pauses;
    private final InstantSource clock;

    SchedulePages(
            Frame frame, ScheduleOverviews schedules, Calendars calendars, SchedulePauses pauses, InstantSource clock) {
        this.frame = frame;
        this.schedules = schedules;
        this.calendars = calendars;
        this.pauses = pauses;
        this.clock = clock;
    }

    /**
     * A firing that was due.
     *
     * @param slot its local date and time as text
     * @param run its run; empty if none began
     */
    record PastRow(String schedule, String service, String slot, String at, Sign outcome, String run, String reason) {
        static PastRow of(StoredFiring firing) {
            return new PastRow(
                    firing.schedule(),
                    firing.service(),
                    ScheduleRow.slot(firing.slot()),
                    Figures.iso(firing.dueAt()),
                    ScheduleRow.sign(firing),
                    firing.run() == null ? "" : firing.run(),
                    firing.words());
        }
    }

    /**
     * The page.
     *
     * @param service only the schedules of this service; empty: all
     * @param all whether to show all of them instead of the first {@value #SHOWN}
     */
    @GetMapping("/schedules")
    ModelAndView all(
            @RequestParam(defaultValue = "") String service, @RequestParam(defaultValue = "false") boolean all) {
        Instant now = clock.instant();
        List<StoredFiring> past = schedules.between(now.minus(LOOKED_BACK), now);
        Map<String, List<StoredFiring>> bySchedule =
                past.stream().collect(Collectors.groupingBy(StoredFiring::schedule));
        ModelAndView page = frame.page("schedules", "schedules", HttpStatus.OK);
        Optional<String> wanted = Optional.of(service).filter(it -> !it.isBlank());
        ScheduleOverviews.Soonest found =
                schedules.soonest(wanted, now, ScheduleRow.NEXT, all ? Integer.MAX_VALUE : SHOWN);
        List<ScheduleRow> rows = found.shown().stream()
                .map(it ->
                        ScheduleRow.of(it, bySchedule.getOrDefault(it.stored().name(), List.of())))
                .toList();
        page.addObject("paused", pauses.current().map(SchedulePause::words).orElse(null));
        page.addObject("hidden", found.hidden());
        page.addObject(
                "day",
                DayLanes.of(found.shown(), found.total(), bySchedule, ScheduleRow.NEXT, now, frame.zone())
                        .orElse(null));
        page.addObject("service", service);
        page.addObject("schedules", rows);
        page.addObject("coming", coming(rows));
        page.addObject("some", !rows.isEmpty());
        page.addObject("skipped", skipped(past, service));
        page.addObject(
                "calendars", calendars.list(1).stream().map(CalendarRow::of).toList());
        return page;
    }

    /**
     * The next firings, for other pages.
     *
     * @param service only those of its schedules; empty: of all
     */
    @GetMapping("/parts/next")
    ModelAndView next(@RequestParam(defaultValue = "") String service) {
        Optional<String> wanted = Optional.of(service).filter(it -> !it.isBlank());
        List<ScheduleRow> rows = schedules.soonest(wanted, clock.instant(), 1, COMING).shown().stream()
                .map(it -> ScheduleRow.of(it, List.of()))
                .toList();
        return new ModelAndView("schedules :: next", "coming", coming(rows))
                .addObject("service", service)
                .addObject("some", !rows.isEmpty())
                .addObject("me", frame.me());
    }

    @GetMapping("/schedules/{name}")
    ModelAndView schedule(@PathVariable String name) {
        Instant now = clock.instant();
        Optional<ScheduleOverview> found = schedules.find(name, now, ScheduleRow.NEXT);
        List<StoredFiring> past = schedules.past(name, now, PAST);
        boolean known = found.isPresent() || !past.isEmpty();
        ModelAndView page = frame.page("schedule", "schedules", known ? HttpStatus.OK : HttpStatus.NOT_FOUND);
        page.addObject("name", name);
        page.addObject("row", found.map(it -> ScheduleRow.of(it, List.of())).orElse(null));
        page.addObject("definition", found.map(it -> it.stored().text()).orElse(""));
        page.addObject("past", past.stream().map(PastRow::of).toList());
        return page;
    }

    private static List<ScheduleRow.Next> coming(List<ScheduleRow> rows) {
        return rows.stream()
                .flatMap(row -> row.next().stream())
                .sorted(Comparator.comparing(ScheduleRow.Next::at))
                .limit(COMING)
                .toList();
    }

    private static List<PastRow> skipped(List<StoredFiring> past, String service) {
        return past.stream()
                .filter(StoredFiring::isWithoutRun)
                .filter(firing -> service.isEmpty() || service.equals(firing.service()))
                .sorted(Comparator.comparing(StoredFiring::dueAt).reversed())
                .limit(SKIPPED)
                .map(PastRow::of)
                .toList();
    }
}
