package dev.redliner.standalone.envoy;

/** No Envoy is available. The message explains the remedy. */
public final class EnvoyMissingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    EnvoyMissingException(String message) {
        super(message);
    }

    EnvoyMissingException(String message, Throwable cause) {
        super(message, cause);
    }
}
