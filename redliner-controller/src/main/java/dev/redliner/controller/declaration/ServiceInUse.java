package dev.redliner.controller.declaration;

/** A service cannot be changed or removed, because a run measures it. Nothing was done. */
public final class ServiceInUse extends Exception {
    private static final long serialVersionUID = 1;

    public ServiceInUse(String run, String service) {
        super("Run " + run + " measures service '" + service + "'. Abort it, or wait until it ends.");
    }
}
