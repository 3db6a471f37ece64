package dev.redliner.controller.web;

import dev.redliner.controller.access.Identity;
import dev.redliner.controller.audit.Reason;
import dev.redliner.controller.declaration.ScheduleDeclarations;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;

/** The forms that pause and resume schedules, for browsers that run no script. */
@Controller
class ScheduleForms {
    private static final String BY_FORM = "paused on the page of the schedules";

    private final ScheduleDeclarations schedules;

    ScheduleForms(ScheduleDeclarations schedules) {
        this.schedules = schedules;
    }

    @PostMapping(value = "/schedules/{name}/pause", consumes = FormPages.FORM)
    ModelAndView pause(@PathVariable String name, HttpServletRequest request) {
        return pause(name, true, request);
    }

    @PostMapping(value = "/schedules/{name}/resume", consumes = FormPages.FORM)
    ModelAndView resume(@PathVariable String name, HttpServletRequest request) {
        return pause(name, false, request);
    }

    private ModelAndView pause(String name, boolean paused, HttpServletRequest request) {
        if (!schedules.pause(name, paused, Identity.of(request))) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no schedule '" + name + "'.");
        }
        return SeeOther.to("/schedules/{name}", name);
    }

    /** Pauses all schedules, and leads to their page. */
    @PostMapping(value = "/schedules/pause", consumes = FormPages.FORM)
    ModelAndView pauseAll(HttpServletRequest request) {
        schedules.pauseAll(BY_FORM, Identity.of(request));
        return SeeOther.to("/schedules");
    }

    /** Resumes the schedules that were paused together, and leads to their page. */
    @PostMapping(value = "/schedules/resume", consumes = FormPages.FORM)
    ModelAndView resumeAll(HttpServletRequest request) {
        schedules.resumeAll(Reason.of(null), Identity.of(request));
        return SeeOther.to("/schedules");
    }
}
