package dev.redliner.controller.api;

import dev.redliner.controller.drive.RunRefused;
import dev.redliner.controller.run.RunMessages;
import dev.redliner.controller.service.InvalidService;
import dev.redliner.controller.service.StaleRevision;
import dev.redliner.controller.service.UnreadableService;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Turns what goes wrong in the API into problems. */
@RestControllerAdvice(
        assignableTypes = {
            ServicesApi.class,
            EnvoyConfigurationsApi.class,
            RunsApi.class,
            LeverApi.class,
            AuditApi.class,
            RestoreApi.class,
            TrafficApi.class
        })
class ApiErrors {
    private static final Logger log = LoggerFactory.getLogger(ApiErrors.class);

    @ExceptionHandler
    ResponseEntity<ProblemDetail> on(ApiProblem e) {
        return answer(Problems.of(e.status(), e.type(), e.title(), String.valueOf(e.getMessage())));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> on(InvalidService e) {
        return answer(Problems.invalid(e));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> on(UnreadableService e) {
        return answer(Problems.of(
                HttpStatus.UNPROCESSABLE_CONTENT,
                "invalid-stored-service",
                "The stored service is not valid",
                RunMessages.invalidService(e.service(), e.problem())));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> on(RunRefused e) {
        return answer(Problems.refused(e));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> on(StaleRevision e) {
        return answer(Problems.of(
                HttpStatus.PRECONDITION_FAILED,
                "stale-revision",
                "Somebody changed it since",
                e.getMessage() + "; read it again and apply your change to that"));
    }

    @ExceptionHandler({DataAccessException.class, CannotCreateTransactionException.class})
    ResponseEntity<ProblemDetail> onDatabase(RuntimeException e) {
        log.warn("the database failed a request: {}", e.getMessage());
        return answer(Problems.of(
                HttpStatus.SERVICE_UNAVAILABLE, "no-database", "The database does not answer", "try again later"));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> onBug(RuntimeException e) {
        log.error("a request failed", e);
        return answer(Problems.of(
                HttpStatus.INTERNAL_SERVER_ERROR, "bug", "A fault of Redliner", "it is in the log of the server"));
    }

    private static ResponseEntity<ProblemDetail> answer(ProblemDetail problem) {
        return ResponseEntity.of(problem)
                .headers(headers -> headers.put("Cache-Control", List.of("no-store")))
                .build();
    }
}
