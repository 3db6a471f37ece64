package dev.redliner.controller.web;

import dev.redliner.controller.journal.RunFilter;
import dev.redliner.controller.journal.RunSummaries;
import dev.redliner.controller.schedule.ScheduleCatalog;
import dev.redliner.controller.schedule.StoredSchedule;
import dev.redliner.controller.service.ServiceCatalog;
import dev.redliner.controller.service.StoredService;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/**
 * The editor of service files and schedules. The page checks the text with the API while the reader types, and applies
 * it there.
 */
@Controller
class EditorPages {
    /** A schedule to copy; a test reads it. */
    static final String SCHEDULE =
            """
            schedule: checkout-nightly
            service: checkout
            cron: "30 2 * * *"       # minute, hour, day of the month, month, day of the week
            zone: UTC                # such as Europe/Berlin
            """;

    private final Frame frame;
    private final ServiceCatalog services;
    private final ScheduleCatalog schedules;
    private final RunSummaries runs;

    EditorPages(Frame frame, ServiceCatalog services, ScheduleCatalog schedules, RunSummaries runs) {
        this.frame = frame;
        this.services = services;
        this.schedules = schedules;
        this.runs = runs;
    }

    @GetMapping("/services/new")
    ModelAndView newService() {
        return page(EditorPage.Kind.SERVICE, "", OverviewPages.EXAMPLE, 0, HttpStatus.OK);
    }

    @GetMapping("/services/{name}/edit")
    ModelAndView service(@PathVariable String name) {
        Optional<StoredService> stored = services.stored(name);
        return stored.map(it -> page(EditorPage.Kind.SERVICE, name, it.text(), it.revision(), HttpStatus.OK)
                        .addObject("tries", tries(name)))
                .orElseGet(() -> page(
                        EditorPage.Kind.SERVICE,
                        "",
                        OverviewPages.EXAMPLE.replace("checkout", name),
                        0,
                        HttpStatus.NOT_FOUND));
    }

    /** The newest runs, to try rules on. With {@code ?try=} and the value of a choice, the page tries them at once. */
    private List<TryOption> tries(String service) {
        return TryOption.of(runs.newest(RunFilter.measuring(service), TryOption.OFFERED));
    }

    /** @param service the service to measure, for the text to begin with */
    @GetMapping("/schedules/new")
    ModelAndView newSchedule(@RequestParam(defaultValue = "") String service) {
        String text = service.isBlank() ? SCHEDULE : SCHEDULE.replace("checkout", service.strip());
        return page(EditorPage.Kind.SCHEDULE, "", text, 0, HttpStatus.OK);
    }

    @GetMapping("/schedules/{name}/edit")
    ModelAndView schedule(@PathVariable String name) {
        Optional<StoredSchedule> stored = schedules.stored(name);
        return stored.map(it -> page(EditorPage.Kind.SCHEDULE, name, it.text(), it.revision(), HttpStatus.OK))
                .orElseGet(() -> page(EditorPage.Kind.SCHEDULE, "", SCHEDULE, 0, HttpStatus.NOT_FOUND));
    }

    private ModelAndView page(EditorPage.Kind kind, String name, String text, long revision, HttpStatus status) {
        return EditorPage.of(frame, kind, name, text, revision, status);
    }
}
