package dev.redliner.standalone.serve;

/** A setting of {@code serve} that does not exist, has no effect or contradicts an option. */
final class RefusedSetting extends RuntimeException {
    private static final long serialVersionUID = 1;

    RefusedSetting(String message) {
        super(message);
    }
}
