package dev.redliner.controller.api;

import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Answers with a problem if no handler was reached or a handler failed. It replaces Spring Boot's error document. */
@RestController
@Hidden
class ErrorProblems implements ErrorController {
    @RequestMapping("${server.error.path:/error}")
    ResponseEntity<Map<String, Object>> problem(HttpServletRequest request) {
        Object set = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        int status = set instanceof Integer code ? code : 404;
        return ResponseEntity.status(status)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(Problems.values(status));
    }
}
