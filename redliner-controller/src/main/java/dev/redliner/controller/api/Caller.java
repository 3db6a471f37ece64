package dev.redliner.controller.api;

import jakarta.servlet.http.HttpServletRequest;

/** Who asks, for the record. Nobody is authenticated yet, so it is an address unless a proxy or container knows more. */
final class Caller {
    private Caller() {}

    static String of(HttpServletRequest request) {
        String user = request.getRemoteUser();
        return user == null ? request.getRemoteAddr() : user;
    }
}
