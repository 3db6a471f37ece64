package dev.redliner.controller.web;

import dev.redliner.service.Problem;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.ModelAndView;

/** The page of the editor. */
final class EditorPage {
    private static final String CHECKED_LATER = "Checked while you type.";

    /** The kinds of documents, by the path of their pages. */
    enum Kind {
        SERVICE(
                "services",
                "service",
                "overview",
                "Envoys take the new definition at once. It is refused while a run measures the service."),
        SCHEDULE("schedules", "schedule", "schedules", "It fires nothing that was due before.");

        private final String path;
        private final String noun;
        private final String place;
        private final String effect;

        Kind(String path, String noun, String place, String effect) {
            this.path = path;
            this.noun = noun;
            this.place = place;
            this.effect = effect;
        }

        String path() {
            return path;
        }

        String noun() {
            return noun;
        }
    }

    private EditorPage() {}

    /**
     * The page.
     *
     * @param name the document that is edited; empty for a new one
     * @param revision the revision that the text has; 0 for a new one
     */
    static ModelAndView of(Frame frame, Kind kind, String name, String text, long revision, HttpStatus status) {
        ModelAndView page = frame.page("editor", kind.place, status);
        // not in the template: Thymeleaf takes "new" in an expression for the creation of an object, and refuses it
        page.addObject("title", revision == 0 ? "New " + kind.noun : "Edit " + name);
        page.addObject("action", revision == 0 ? "/" + kind.path + "/new" : "/" + kind.path + "/" + name + "/edit");
        page.addObject("path", kind.path);
        page.addObject("noun", kind.noun);
        page.addObject("effect", kind.effect);
        page.addObject("name", name);
        page.addObject("text", text);
        page.addObject("lines", numbers(text.split("\n", -1).length));
        page.addObject("revision", revision);
        return checked(page, CHECKED_LATER, List.of());
    }

    private static String numbers(int lines) {
        return IntStream.rangeClosed(1, lines).mapToObj(Integer::toString).collect(Collectors.joining("\n"));
    }

    /** Adds the result of a check. */
    static ModelAndView checked(ModelAndView page, String words, List<Problem> mistakes) {
        return page.addObject("checked", words).addObject("mistakes", mistakes);
    }

    /** Adds why the text was not applied. */
    static ModelAndView notApplied(ModelAndView page, String why) {
        return page.addObject("notApplied", why);
    }
}
