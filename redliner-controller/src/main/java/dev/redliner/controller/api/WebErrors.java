package dev.redliner.controller.api;

import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Converts requests that Spring itself refuses (a wrong method, media type, parameter or body) to problems. */
@RestControllerAdvice
@Order(WebErrors.AFTER_PAGES)
class WebErrors extends ResponseEntityExceptionHandler {
    /** The pages convert their own errors first. */
    static final int AFTER_PAGES = Ordered.HIGHEST_PRECEDENCE + 1;

    @Override
    protected @Nullable ResponseEntity<Object> handleExceptionInternal(
            Exception e, @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        Object problem = WrongRequest.problem(e).<Object>map(it -> it).orElse(body);
        HttpHeaders all = new HttpHeaders(headers);
        // preset, or a client with an Accept header that cannot be satisfied would not receive the problem
        all.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        return super.handleExceptionInternal(e, problem, all, status, request);
    }
}
