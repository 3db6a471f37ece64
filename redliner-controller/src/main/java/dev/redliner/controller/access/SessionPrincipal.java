package dev.redliner.controller.access;

/** The caller of a request with a session, which began with a login in a browser. */
public interface SessionPrincipal {}
