package dev.redliner.redirector.lease;

/** Where the redirector gets its time from; tests have one that they move themselves. */
@FunctionalInterface
public interface MomentSource {
    /** What both clocks say. */
    Moment now();
}
