package dev.redliner.controller.access;

import java.util.Optional;

/** Determines the callers of sessions as they are now. */
@FunctionalInterface
public interface SessionCallers {
    /** The caller of a session; empty if the session counts no longer. */
    Optional<Identity> caller(SessionPrincipal session);
}
