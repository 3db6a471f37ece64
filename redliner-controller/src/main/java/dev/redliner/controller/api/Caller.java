package dev.redliner.controller.api;

import jakarta.servlet.http.HttpServletRequest;

/** Who asks, for the record: a user if the servlet container authenticates any, else the address of the connection. */
final class Caller {
    private Caller() {}

    static String of(HttpServletRequest request) {
        String user = request.getRemoteUser();
        return user == null ? request.getRemoteAddr() : user;
    }
}
