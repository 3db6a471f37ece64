package dev.redliner.standalone.hostmodel;

/** A host model that cannot be believed any more; the message says why, for a person. */
public final class HostFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    public HostFailed(String message) {
        super(message);
    }
}
