package dev.redliner.standalone.fleet;

/** Service times of successive requests. */
@FunctionalInterface
interface ServiceTimes {
    /** The next request's service time in nanoseconds. */
    long nextNanos();
}
