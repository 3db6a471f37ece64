package dev.redliner.controller.api;

import dev.redliner.controller.access.AccessRefused;
import dev.redliner.controller.declaration.ServiceInUse;
import dev.redliner.controller.engine.RunRefused;
import dev.redliner.controller.run.message.RefusalMessages;
import dev.redliner.controller.service.StaleRevision;
import dev.redliner.controller.service.UnreadableService;
import dev.redliner.schedule.InvalidSchedule;
import dev.redliner.service.InvalidService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Converts exceptions of the API to problems. */
@RestControllerAdvice(basePackageClasses = ApiErrors.class)
class ApiErrors {
    private static final Logger log = LoggerFactory.getLogger(ApiErrors.class);

    private final RefusalAudit refusals;

    ApiErrors(RefusalAudit refusals) {
        this.refusals = refusals;
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> on(AccessRefused e) {
        refusals.record(e);
        return answer(Problems.of(ProblemType.FORBIDDEN, String.valueOf(e.getMessage())));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> on(ApiProblem e) {
        return answer(Problems.of(e.type(), String.valueOf(e.getMessage())));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> on(InvalidService e) {
        return answer(Problems.invalid(ProblemType.INVALID_SERVICE, e));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> on(InvalidSchedule e) {
        return answer(Problems.invalid(ProblemType.INVALID_SCHEDULE, e));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> on(UnreadableService e) {
        return answer(Problems.of(
                ProblemType.INVALID_STORED_SERVICE, RefusalMessages.invalidService(e.service(), e.problem())));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> on(RunRefused e) {
        return answer(Problems.refused(e));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> on(ServiceInUse e) {
        return answer(Problems.of(ProblemType.SERVICE_IN_USE, String.valueOf(e.getMessage())));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> on(StaleRevision e) {
        return answer(Problems.of(
                ProblemType.STALE_REVISION, e.getMessage() + "; read it again and apply your change to that"));
    }

    @ExceptionHandler({DataAccessException.class, CannotCreateTransactionException.class})
    ResponseEntity<ProblemDetail> onDatabase(RuntimeException e) {
        log.warn("a request failed because of the database: {}", e.getMessage());
        return answer(Problems.of(
                ProblemType.NO_DATABASE,
                "The database does not answer, so the request was not done. Try again later."));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> onBug(RuntimeException e) {
        log.error("a request failed", e);
        return answer(Problems.of(ProblemType.BUG, Problems.IN_THE_LOG));
    }

    private static ResponseEntity<ProblemDetail> answer(ProblemDetail problem) {
        return ResponseEntity.of(problem)
                .headers(headers -> {
                    // preset, or a client with an Accept header that cannot be satisfied would not receive the problem
                    headers.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
                    headers.setCacheControl("no-store");
                })
                .build();
    }
}
