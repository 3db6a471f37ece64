package dev.redliner.controller.declaration;

import dev.redliner.controller.engine.Runs;
import java.util.Optional;

/** A service cannot be changed or removed, because a run measures it. Nothing was done. */
public final class ServiceInUse extends Exception {
    private static final long serialVersionUID = 1;

    private ServiceInUse(String run, String service) {
        super("Run " + run + " measures service '" + service + "'. Abort it, or wait until it ends.");
    }

    /** Throws if a run measures the service. */
    public static void requireNone(Runs runs, String service) throws ServiceInUse {
        Optional<String> run = runs.activeOn(service);
        if (run.isPresent()) {
            throw new ServiceInUse(run.get(), service);
        }
    }
}
