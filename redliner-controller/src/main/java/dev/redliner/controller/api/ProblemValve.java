package dev.redliner.controller.api;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import tools.jackson.databind.json.JsonMapper;

/** Answers with a problem when Tomcat refuses a request before any filter, for example because of a malformed path. */
final class ProblemValve extends ErrorReportValve {
    private static final int LOWEST_ERROR = 400;

    @Override
    protected void report(Request request, Response response, @Nullable Throwable failure) {
        boolean answered = response.getStatus() < LOWEST_ERROR || response.getContentWritten() > 0;
        if (answered || !response.setErrorReported()) {
            return;
        }
        byte[] problem = JsonMapper.shared().writeValueAsBytes(Problems.values(response.getStatus()));
        try {
            response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
            response.setCharacterEncoding(StandardCharsets.UTF_8.name());
            response.getOutputStream().write(problem);
            response.finishResponse();
        } catch (IOException | IllegalStateException e) {
            // the client is gone, or part of an answer has already been sent
            container.getLogger().debug("a problem could not be sent", e);
        }
    }
}
