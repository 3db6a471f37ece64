package dev.redliner.controller.web;

import dev.redliner.controller.access.AccessRefused;
import dev.redliner.controller.api.Problems;
import dev.redliner.controller.api.RefusalAudit;
import dev.redliner.controller.engine.RunRefused;
import jakarta.servlet.http.HttpServletRequest;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.transaction.TransactionException;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;

/** Shows a page for a page that fails. The API answers with problems instead. */
@ControllerAdvice(basePackageClasses = PageErrors.class)
@Order(Ordered.HIGHEST_PRECEDENCE)
class PageErrors {
    private static final Logger log = LoggerFactory.getLogger(PageErrors.class);

    private final Frame frame;
    private final RefusalAudit refusals;

    PageErrors(Frame frame, RefusalAudit refusals) {
        this.frame = frame;
        this.refusals = refusals;
    }

    @ExceptionHandler
    ModelAndView notAllowed(AccessRefused e) {
        refusals.record(e);
        return page(HttpStatus.FORBIDDEN, "This is not allowed", String.valueOf(e.getMessage()));
    }

    @ExceptionHandler
    ModelAndView refused(RunRefused e) {
        ProblemDetail problem = Problems.refused(e);
        return page(HttpStatus.valueOf(problem.getStatus()), String.valueOf(problem.getTitle()), e.getMessage())
                .addObject("run", e.activeRun());
    }

    @ExceptionHandler({DataAccessException.class, TransactionException.class})
    ModelAndView noDatabase(RuntimeException e, HttpServletRequest request) {
        log.warn("the database is unavailable for a page: {}", e.getMessage());
        return request.getMethod().equals("POST")
                ? page(
                        HttpStatus.SERVICE_UNAVAILABLE,
                        "The request was not done",
                        "The database does not answer. Try again later. Runs can still be aborted.")
                : page(
                        HttpStatus.SERVICE_UNAVAILABLE,
                        "The database does not answer",
                        "This page needs it. The overview still shows the runs that this controller drives, and aborts"
                                + " them.");
    }

    /** Tomcat reads the fields of a form when the first one is asked for. */
    @ExceptionHandler
    ModelAndView unreadable(InvalidParameterException e) {
        log.info("a form cannot be read: {}", e.getMessage());
        return page(HttpStatus.BAD_REQUEST, "The form cannot be read", "Its fields cannot be decoded.");
    }

    @ExceptionHandler
    ModelAndView missing(ResponseStatusException e) {
        HttpStatus status = HttpStatus.valueOf(e.getStatusCode().value());
        String reason = e.getReason();
        return page(status, status.getReasonPhrase(), reason == null ? "" : reason);
    }

    @ExceptionHandler
    ModelAndView wrong(MethodArgumentTypeMismatchException e) {
        return page(
                HttpStatus.BAD_REQUEST,
                "The address or the form is wrong",
                "The parameter '" + e.getName() + "' cannot have this value.");
    }

    private ModelAndView page(HttpStatus status, String title, String text) {
        ModelAndView page = frame.page("message", "", status);
        page.addObject("title", title);
        page.addObject("text", text);
        return page;
    }
}
