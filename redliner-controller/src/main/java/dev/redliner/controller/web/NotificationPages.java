package dev.redliner.controller.web;

import dev.redliner.controller.access.Caller;
import dev.redliner.controller.access.Right;
import dev.redliner.controller.notification.Notifications;
import dev.redliner.controller.notification.Notifications.Failure;
import dev.redliner.controller.notification.Notifications.NotFound;
import dev.redliner.controller.notification.Notifications.NotTaken;
import dev.redliner.controller.notification.Notifications.Status;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;

/** The destinations of notifications, and the events that they did not receive. */
@Controller
class NotificationPages {
    private static final int FAILURES = 100;

    private final Frame frame;
    private final Notifications notifications;

    NotificationPages(Frame frame, Notifications notifications) {
        this.frame = frame;
        this.notifications = notifications;
    }

    /**
     * A destination.
     *
     * @param lastSent empty if nothing was sent
     * @param next when the next event is attempted again; empty if none waits
     */
    record Row(
            String name,
            String kind,
            String address,
            String events,
            Sign state,
            String error,
            String lastSent,
            String next) {
        static Row of(Status status) {
            return new Row(
                    status.name(),
                    status.kind(),
                    status.address(),
                    String.join(", ", status.events()),
                    sign(status),
                    status.lastError(),
                    iso(status.lastSentAt()),
                    iso(status.nextAttemptAt()));
        }
    }

    private static Sign sign(Status status) {
        if (status.failing()) {
            return new Sign("i-bad", "bad", "Failing");
        }
        return status.lastSentAt() == null
                ? new Sign("i-ask", "none", "Not tried yet")
                : new Sign("i-check", "ok", "Works");
    }

    /** An event that was given up. */
    record FailureRow(String destination, long seq, String at, String message, String reason) {
        static FailureRow of(Failure failure) {
            return new FailureRow(
                    failure.destination(), failure.seq(), iso(failure.at()), failure.message(), failure.reason());
        }
    }

    @GetMapping("/notifications")
    ModelAndView all() {
        ModelAndView page = frame.page("notifications", "audit", HttpStatus.OK);
        List<Row> rows = notifications.list().stream().map(Row::of).toList();
        page.addObject("destinations", rows);
        page.addObject("most", FAILURES);
        page.addObject(
                "failures",
                notifications.failures(FAILURES).stream().map(FailureRow::of).toList());
        return page;
    }

    /** Sends a test, and answers with a page after the destination has answered. */
    @PostMapping(value = "/notifications/{name}/test", consumes = FormPages.FORM)
    ModelAndView test(@PathVariable String name, HttpServletRequest request) {
        String who = Caller.withEverywhere(Right.ADMINISTER, request);
        return sent(name, () -> notifications.test(name, who));
    }

    /** Sends an event again that was given up, and answers with a page after the destination has answered. */
    @PostMapping(value = "/notifications/{name}/failures/{seq}/retry", consumes = FormPages.FORM)
    ModelAndView retry(@PathVariable String name, @PathVariable String seq, HttpServletRequest request) {
        String who = Caller.withEverywhere(Right.ADMINISTER, request);
        return sent(name, () -> notifications.retry(name, entry(seq), who));
    }

    private static long entry(String seq) {
        try {
            return Long.parseLong(seq);
        } catch (NumberFormatException e) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "'" + seq + "' is no number of an event.");
        }
    }

    private interface Attempt {
        void make() throws NotFound, NotTaken;
    }

    private ModelAndView sent(String name, Attempt attempt) {
        try {
            attempt.make();
            return message(HttpStatus.OK, "The event was received", name + " took it.");
        } catch (NotFound e) {
            return message(HttpStatus.NOT_FOUND, "Nothing was sent", String.valueOf(e.getMessage()));
        } catch (NotTaken e) {
            return message(HttpStatus.BAD_GATEWAY, "The event was not received", String.valueOf(e.getMessage()));
        }
    }

    private ModelAndView message(HttpStatus status, String title, String text) {
        return frame.page("message", "audit", status).addObject("title", title).addObject("text", text);
    }

    private static String iso(@Nullable Instant at) {
        return at == null ? "" : Figures.iso(at);
    }
}
