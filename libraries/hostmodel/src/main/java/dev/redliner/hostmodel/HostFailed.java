package dev.redliner.hostmodel;

/** A host model whose answers are no longer credible. The message gives the reason, for a person. */
public final class HostFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    public HostFailed(String message) {
        super(message);
    }
}
