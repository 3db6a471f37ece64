package dev.redliner.controller.access;

/** Learns of logins. */
@FunctionalInterface
public interface LoginListener {
    /** A person has logged in with a browser. */
    void loggedIn(Identity person);
}
