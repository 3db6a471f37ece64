package dev.redliner.controller.web;

import dev.redliner.controller.engine.Runs;
import dev.redliner.controller.service.ServiceCatalog;
import dev.redliner.controller.service.StoredService;
import java.util.List;
import java.util.Locale;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.view.RedirectView;

/** The search box: goes to the run or the service of that name, or lists the services that contain the text. */
@Controller
class FindPages {
    private static final int MOST = 50;

    private final Frame frame;
    private final Runs runs;
    private final ServiceCatalog catalog;

    FindPages(Frame frame, Runs runs, ServiceCatalog catalog) {
        this.frame = frame;
        this.runs = runs;
        this.catalog = catalog;
    }

    @GetMapping("/find")
    ModelAndView find(@RequestParam(name = "q", defaultValue = "") String query) {
        String text = query.strip().toLowerCase(Locale.ROOT);
        if (text.isEmpty()) {
            return to("/");
        }
        List<String> services = catalog.list().stream().map(StoredService::name).toList();
        if (services.contains(text)) {
            return to("/services/" + text);
        }
        if (runs.find(text).isPresent()) {
            return to("/runs/" + text);
        }
        List<String> matching = services.stream()
                .filter(name -> name.contains(text))
                .limit(MOST)
                .toList();
        if (matching.size() == 1) {
            return to("/services/" + matching.get(0));
        }
        ModelAndView page = frame.page("find", "overview", HttpStatus.OK);
        page.addObject("query", query.strip());
        page.addObject("services", matching);
        return page;
    }

    private static ModelAndView to(String path) {
        var view = new RedirectView(path, true);
        view.setExposeModelAttributes(false);
        return new ModelAndView(view);
    }
}
