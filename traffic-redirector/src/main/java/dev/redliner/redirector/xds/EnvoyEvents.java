package dev.redliner.redirector.xds;

import java.util.Set;

/** Told when Envoys connect, leave or answer. Called without any lock of this package held. */
@FunctionalInterface
public interface EnvoyEvents {
    /** Where Envoys of these pools stand has changed. */
    void changed(Set<String> pools);
}
