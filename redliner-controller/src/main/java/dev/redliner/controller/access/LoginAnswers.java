package dev.redliner.controller.access;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** The answers to requests that are refused before any handler: problems for programs, the login page for people. */
public interface LoginAnswers {
    /** The caller is unknown. */
    void unauthenticated(HttpServletRequest request, HttpServletResponse response) throws IOException;

    /** The request is not allowed. */
    void forbidden(HttpServletResponse response, String detail) throws IOException;

    /** A token of an identity provider is not accepted. */
    void refused(HttpServletResponse response, ProviderRefusal refusal) throws IOException;
}
