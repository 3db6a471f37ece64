package dev.redliner.controller.web;

import dev.redliner.controller.service.ServiceCatalog;
import dev.redliner.controller.service.StoredService;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.servlet.ModelAndView;

/** The editor of service files. The page checks the text with the API while the reader types, and applies it there. */
@Controller
class EditorPages {
    private final Frame frame;
    private final ServiceCatalog catalog;

    EditorPages(Frame frame, ServiceCatalog catalog) {
        this.frame = frame;
        this.catalog = catalog;
    }

    @GetMapping("/services/new")
    ModelAndView create() {
        return page("", OverviewPages.EXAMPLE, 0, HttpStatus.OK);
    }

    @GetMapping("/services/{name}/edit")
    ModelAndView edit(@PathVariable String name) {
        Optional<StoredService> stored = catalog.stored(name);
        return stored.map(service -> page(name, service.text(), service.revision(), HttpStatus.OK))
                .orElseGet(() -> page(name, OverviewPages.EXAMPLE.replace("checkout", name), 0, HttpStatus.NOT_FOUND));
    }

    /**
     * The page.
     *
     * @param revision the revision that the text has; 0 if the service does not exist yet
     */
    private ModelAndView page(String name, String text, long revision, HttpStatus status) {
        ModelAndView page = frame.page("editor", "overview", status);
        // not in the template: Thymeleaf takes "new" in an expression for the creation of an object, and refuses it
        page.addObject("title", revision == 0 ? "New service" : "Edit " + name);
        page.addObject("name", name);
        page.addObject("text", text);
        page.addObject("revision", revision);
        return page;
    }
}
