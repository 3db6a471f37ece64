package dev.redliner.controller.web;

import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.controller.service.ServiceCatalog;
import dev.redliner.controller.service.StoredService;
import dev.redliner.controller.service.UnreadableService;
import dev.redliner.service.UsersAtShare;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.ModelAndView;

/** Which users of a front-end service a share moves. Ids are sent in the body, so that no address contains them. */
@Controller
class UsersPages {
    private final Frame frame;
    private final ServiceCatalog catalog;

    UsersPages(Frame frame, ServiceCatalog catalog) {
        this.frame = frame;
        this.catalog = catalog;
    }

    @GetMapping("/services/{name}/users")
    ModelAndView form(@PathVariable String name) {
        return page(name, new UsersForm("", ""));
    }

    @PostMapping(value = "/services/{name}/users", consumes = FormPages.FORM)
    ModelAndView users(@PathVariable String name, UsersForm form) {
        return page(name, form);
    }

    private ModelAndView page(String name, UsersForm form) {
        Optional<StoredService> stored = catalog.stored(name);
        if (stored.isEmpty()) {
            return empty(name, form, HttpStatus.NOT_FOUND, "There is no service '" + name + "'.");
        }
        Optional<UnreadableService> unreadable = ServiceCatalog.problem(stored.get());
        if (unreadable.isPresent()) {
            return empty(name, form, HttpStatus.CONFLICT, unreadable.get().getMessage());
        }
        Pool pool = ServiceCatalog.parsed(name, stored.get().text()).pool();
        return pool.tier() == Tier.FRONT_END
                ? ofFrontEnd(name, form, pool)
                : empty(
                        name,
                        form,
                        HttpStatus.CONFLICT,
                        "Service " + name
                                + " is of the back-end tier: its requests are placed at random, and no user has a place.");
    }

    private ModelAndView ofFrontEnd(String name, UsersForm form, Pool pool) {
        try {
            List<String> ids = form.ids();
            Share share = form.share(pool.maxShare());
            return offered(empty(name, form, HttpStatus.OK, null), pool)
                    .addObject("table", ids.isEmpty() ? null : UsersAtShare.of(pool, ids, share));
        } catch (IllegalArgumentException e) {
            return offered(empty(name, form, HttpStatus.UNPROCESSABLE_CONTENT, e.getMessage()), pool);
        }
    }

    private static ModelAndView offered(ModelAndView page, Pool pool) {
        return page.addObject("offered", true)
                .addObject("highest", pool.maxShare().wholeBuckets().toString());
    }

    private ModelAndView empty(String name, UsersForm form, HttpStatus status, @Nullable String problem) {
        return frame.page("users", "overview", status)
                .addObject("name", name)
                .addObject("form", form)
                .addObject("problem", problem);
    }
}
