package dev.redliner.controller.web;

import dev.redliner.controller.access.AccessSettings;
import dev.redliner.controller.access.Identity;
import dev.redliner.controller.lever.Engaged;
import dev.redliner.controller.lever.SafetyLever;
import dev.redliner.controller.restore.OverdueRestores;
import jakarta.servlet.http.HttpServletRequest;
import java.time.ZoneId;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.ModelAndView;

/** The parts of every page around its content: the navigation, the user, the safety lever and the overdue restores. */
@Component
class Frame {
    private final SafetyLever lever;
    private final OverdueRestores restores;
    private final AccessSettings access;
    private final HttpServletRequest request;

    /** @param request the current request of the calling thread */
    Frame(SafetyLever lever, OverdueRestores restores, AccessSettings access, HttpServletRequest request) {
        this.lever = lever;
        this.restores = restores;
        this.access = access;
        this.request = request;
    }

    /** The time zone of the reader. */
    ZoneId zone() {
        return ReaderZone.of(request);
    }

    /** The reader. */
    Me me() {
        return new Me(access.required(), Identity.find(request).orElse(null));
    }

    /**
     * An empty page.
     *
     * @param template the template of the content
     * @param place the entry of the navigation that is current
     */
    ModelAndView page(String template, String place, HttpStatus status) {
        ModelAndView page = new ModelAndView(template, status);
        page.addObject("place", place);
        page.addObject("zone", zone().getId());
        page.addObject("lever", lever.engaged().map(Engaged::words).orElse(null));
        page.addObject("notRestored", restores.alarms());
        page.addObject("me", me());
        return page;
    }
}
