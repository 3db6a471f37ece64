package dev.redliner.redirector.xds;

import java.util.Set;

/** Receives a notification when Envoys connect, leave or answer. Called without holding any lock of this package. */
@FunctionalInterface
public interface EnvoyEvents {
    /** The states of the Envoys of these pools changed. */
    void changed(Set<String> pools);
}
