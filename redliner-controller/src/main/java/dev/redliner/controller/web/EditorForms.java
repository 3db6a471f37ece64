package dev.redliner.controller.web;

import dev.redliner.controller.access.Identity;
import dev.redliner.controller.access.Right;
import dev.redliner.controller.declaration.ScheduleDeclarations;
import dev.redliner.controller.declaration.ServiceDeclarations;
import dev.redliner.controller.declaration.ServiceInUse;
import dev.redliner.controller.schedule.ScheduleCatalog;
import dev.redliner.controller.service.ServiceCatalog;
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
 * The forms of the editor, for browsers that run no script. A text that cannot be applied is shown again as it was
 * entered, with its mistakes.
 */
@Controller
class EditorForms {
    private final Frame frame;
    private final ServiceCatalog services;
    private final ScheduleCatalog schedules;
    private final ServiceDeclarations serviceDeclarations;
    private final ScheduleDeclarations scheduleDeclarations;

    EditorForms(
            Frame frame,
            ServiceCatalog services,
            ScheduleCatalog schedules,
            ServiceDeclarations serviceDeclarations,
            ScheduleDeclarations scheduleDeclarations) {
        this.frame = frame;
        this.services = services;
        this.schedules = schedules;
        this.serviceDeclarations = serviceDeclarations;
        this.scheduleDeclarations = scheduleDeclarations;
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

    /** Checks or applies a text, and returns the name of the document, or the finding of a check. */
    private interface Change {
        Done make() throws InvalidDocument, StaleRevision, ServiceInUse, NameTaken;
    }

    /**
     * @param applied whether the text was applied, and not only checked
     * @param words the finding of a check
     */
    private record Done(String name, boolean applied, String words) {}

    /** A document of this name exists, and the form was that of a new one. */
    private static final class NameTaken extends Exception {
        private static final long serialVersionUID = 1;

        private NameTaken(Kind kind, String name) {
            super("There is a " + kind.noun() + " " + name + " already. Edit it on its page.");
        }
    }

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
                    "Somebody else changed it meanwhile: " + e.getMessage()
                            + ". Copy your text, open the editor again and make your change there.");
        } catch (ServiceInUse | NameTaken e) {
            return EditorPage.notApplied(page(kind, name, form, HttpStatus.CONFLICT), String.valueOf(e.getMessage()));
        }
    }

    private ModelAndView page(Kind kind, String name, EditorForm form, HttpStatus status) {
        return EditorPage.of(frame, kind, name, form.yaml(), name.isEmpty() ? 0 : form.known(), status);
    }

    private Done changeService(String name, EditorForm form, HttpServletRequest request)
            throws InvalidService, StaleRevision, ServiceInUse, NameTaken {
        ServiceDefinition service = ServiceYaml.parse(null, form.yaml());
        if (form.onlyChecks()) {
            int rules = service.rules().size();
            return new Done(
                    service.name(),
                    false,
                    "Service " + service.name() + " is valid. It has " + rules + (rules == 1 ? " rule." : " rules."));
        }
        Identity caller = Identity.of(request);
        String target = name.isEmpty() ? service.name() : name;
        caller.require(Right.CONFIGURE, target);
        if (name.isEmpty() && services.stored(target).isPresent()) {
            throw new NameTaken(Kind.SERVICE, target);
        }
        serviceDeclarations.apply(target, form.yaml(), expected(name, form), caller);
        return new Done(target, true, "");
    }

    private Done changeSchedule(String name, EditorForm form, HttpServletRequest request)
            throws InvalidSchedule, StaleRevision, NameTaken {
        ScheduleDefinition schedule = scheduleDeclarations.parsed(form.yaml());
        if (form.onlyChecks()) {
            return new Done(
                    schedule.name(),
                    false,
                    "Schedule " + schedule.name() + " is valid. It measures " + schedule.service() + ".");
        }
        Identity caller = Identity.of(request);
        caller.require(Right.RUN, schedule.service());
        String target = name.isEmpty() ? schedule.name() : name;
        if (name.isEmpty() && schedules.stored(target).isPresent()) {
            throw new NameTaken(Kind.SCHEDULE, target);
        }
        scheduleDeclarations.apply(target, form.yaml(), expected(name, form), caller);
        return new Done(target, true, "");
    }

    /** An old document must have the revision that was opened. */
    private static OptionalLong expected(String name, EditorForm form) {
        return name.isEmpty() ? OptionalLong.empty() : OptionalLong.of(form.known());
    }
}
