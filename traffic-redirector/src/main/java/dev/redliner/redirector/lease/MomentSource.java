package dev.redliner.redirector.lease;

/** The redirector's source of time; tests use one that they advance themselves. */
@FunctionalInterface
public interface MomentSource {
    /** The present time of both clocks. */
    Moment now();
}
