package dev.redliner.controller.web;

import dev.redliner.controller.engine.Runs;
import dev.redliner.controller.journal.RunSummaries;
import dev.redliner.controller.service.ServiceCatalog;
import dev.redliner.controller.service.StoredService;
import java.util.List;
import java.util.Locale;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** The search box: goes to the run or the service of that name, or lists those whose names contain the text. */
@Controller
class FindPages {
    private static final int MOST = 50;

    private final Frame frame;
    private final Runs runs;
    private final RunSummaries summaries;
    private final ServiceCatalog catalog;

    FindPages(Frame frame, Runs runs, RunSummaries summaries, ServiceCatalog catalog) {
        this.frame = frame;
        this.runs = runs;
        this.summaries = summaries;
        this.catalog = catalog;
    }

    @GetMapping("/find")
    ModelAndView find(@RequestParam(name = "q", defaultValue = "") String query) {
        String text = query.strip();
        List<String> services = catalog.list().stream().map(StoredService::name).toList();
        if (services.contains(text)) {
            return SeeOther.to("/services/{name}", text);
        }
        if (!text.isEmpty() && runs.find(text).isPresent()) {
            return SeeOther.to("/runs/{id}", text);
        }
        String small = text.toLowerCase(Locale.ROOT);
        List<String> matching = services.stream()
                .filter(name -> name.toLowerCase(Locale.ROOT).contains(small))
                .toList();
        // each run of a service has its name in the id
        List<String> ids = text.isEmpty() || !matching.isEmpty() ? List.of() : summaries.named(text, MOST + 1);
        if (!text.isEmpty() && matching.size() == 1) {
            return SeeOther.to("/services/{name}", matching.get(0));
        }
        if (ids.size() == 1) {
            return SeeOther.to("/runs/{id}", ids.get(0));
        }
        ModelAndView page = frame.page("find", "find", HttpStatus.OK);
        page.addObject("query", text);
        page.addObject("services", matching.subList(0, Math.min(MOST, matching.size())));
        page.addObject("runs", ids.subList(0, Math.min(MOST, ids.size())));
        page.addObject("older", ids.size() > MOST);
        page.addObject("hidden", Math.max(0, matching.size() - MOST));
        return page;
    }
}
