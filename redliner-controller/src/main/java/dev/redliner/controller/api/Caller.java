package dev.redliner.controller.api;

import jakarta.servlet.http.HttpServletRequest;

/**
 * The caller of a request, for the audit log: the user if the servlet container authenticates users, otherwise the
 * address of the connection.
 */
final class Caller {
    private Caller() {}

    static String of(HttpServletRequest request) {
        String user = request.getRemoteUser();
        return user == null ? request.getRemoteAddr() : user;
    }
}
