package dev.redliner.controller.web;

import dev.redliner.controller.access.Identity;
import dev.redliner.controller.declaration.ScheduleDeclarations;
import dev.redliner.controller.declaration.ServiceDeclarations;
import dev.redliner.controller.declaration.ServiceInUse;
import dev.redliner.controller.service.StaleRevision;
import dev.redliner.controller.web.EditorPage.Kind;
import dev.redliner.schedule.InvalidSchedule;
import dev.redliner.schedule.ScheduleDefinition;
import dev.redliner.service.InvalidDocument;
import dev.redliner.service.InvalidService;
import dev.redliner.service.ServiceDefinition;
import dev.redliner.service.ServiceYaml;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.OptionalLong;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.ModelAndView;

/**
 * The forms of the editor, for browsers that run no script. A text with mistakes is shown again with them, and so is one
 * that a change of another caller or an active run forbids.
 */
@Controller
class EditorForms {
    private final Frame frame;
    private final ServiceDeclarations services;
    private final ScheduleDeclarations schedules;

    EditorForms(Frame frame, ServiceDeclarations services, ScheduleDeclarations schedules) {
        this.frame = frame;
        this.services = services;
        this.schedules = schedules;
    }

    @PostMapping(value = "/services/new", consumes = FormPages.FORM)
    ModelAndView newService(EditorForm form, HttpServletRequest request) {
        return answer(Kind.SERVICE, "", form, () -> changeService("", form, request));
    }

    @PostMapping(value = "/services/{name}/edit", consumes = FormPages.FORM)
    ModelAndView service(@PathVariable String name, EditorForm form, HttpServletRequest request) {
        return answer(Kind.SERVICE, name, form, () -> changeService(name, form, request));
    }

    @PostMapping(value = "/schedules/new", consumes = FormPages.FORM)
    ModelAndView newSchedule(EditorForm form, HttpServletRequest request) {
        return answer(Kind.SCHEDULE, "", form, () -> changeSchedule("", form, request));
    }

    @PostMapping(value = "/schedules/{name}/edit", consumes = FormPages.FORM)
    ModelAndView schedule(@PathVariable String name, EditorForm form, HttpServletRequest request) {
        return answer(Kind.SCHEDULE, name, form, () -> changeSchedule(name, form, request));
    }

    /** Checks or applies a text. */
    private interface Change {
        Done make() throws InvalidDocument, StaleRevision, ServiceInUse;
    }

    /**
     * @param applied whether the text was applied, and not only checked
     * @param words the finding of a check
     */
    private record Done(String name, boolean applied, String words) {}

    private ModelAndView answer(Kind kind, String name, EditorForm form, Change change) {
        try {
            Done done = change.make();
            return done.applied()
                    ? SeeOther.to("/" + kind.path() + "/{name}", done.name())
                    : EditorPage.checked(page(kind, name, form, HttpStatus.OK), done.words(), List.of());
        } catch (InvalidDocument e) {
            int mistakes = e.problems().size();
            return EditorPage.checked(
                    page(kind, name, form, HttpStatus.UNPROCESSABLE_CONTENT),
                    mistakes + (mistakes == 1 ? " mistake:" : " mistakes:"),
                    e.problems());
        } catch (StaleRevision e) {
            return EditorPage.notApplied(
                    page(kind, name, form, HttpStatus.PRECONDITION_FAILED),
                    "The text was not applied: " + e.getMessage() + ". Copy the text, open the editor of the "
                            + kind.noun() + " again, and make the change there.");
        } catch (ServiceInUse e) {
            return EditorPage.notApplied(page(kind, name, form, HttpStatus.CONFLICT), String.valueOf(e.getMessage()));
        }
    }

    private ModelAndView page(Kind kind, String name, EditorForm form, HttpStatus status) {
        return EditorPage.of(frame, kind, name, form.yaml(), name.isEmpty() ? 0 : form.known(), status);
    }

    private Done changeService(String name, EditorForm form, HttpServletRequest request)
            throws InvalidService, StaleRevision, ServiceInUse {
        ServiceDefinition service = ServiceYaml.parse(null, form.yaml());
        if (form.onlyChecks()) {
            int rules = service.rules().size();
            return new Done(
                    service.name(),
                    false,
                    "Service " + service.name() + " is valid. It has " + rules + (rules == 1 ? " rule." : " rules."));
        }
        String target = name.isEmpty() ? service.name() : name;
        services.apply(target, form.yaml(), expected(name, form), Identity.of(request));
        return new Done(target, true, "");
    }

    private Done changeSchedule(String name, EditorForm form, HttpServletRequest request)
            throws InvalidSchedule, StaleRevision {
        ScheduleDefinition schedule = schedules.parsed(form.yaml());
        if (form.onlyChecks()) {
            return new Done(
                    schedule.name(),
                    false,
                    "Schedule " + schedule.name() + " is valid. It measures " + schedule.service() + ".");
        }
        String target = name.isEmpty() ? schedule.name() : name;
        schedules.apply(target, form.yaml(), expected(name, form), Identity.of(request));
        return new Done(target, true, "");
    }

    /** A new document must not exist, and an old one must have the revision that was opened. */
    private static OptionalLong expected(String name, EditorForm form) {
        return OptionalLong.of(name.isEmpty() ? 0 : form.known());
    }
}
