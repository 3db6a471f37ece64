package dev.redliner.controller.web;

import dev.redliner.controller.lever.Engaged;
import dev.redliner.controller.lever.SafetyLever;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.ModelAndView;

/** What every page shows around its content: the place, and the safety lever. */
@Component
class Frame {
    private final SafetyLever lever;

    Frame(SafetyLever lever) {
        this.lever = lever;
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
        page.addObject("lever", lever.engaged().map(Engaged::words).orElse(null));
        return page;
    }
}
