package dev.redliner.standalone.fleet;

/** How long a worker needs for one request after another. */
@FunctionalInterface
interface ServiceTimes {
    /** The next request's service time in nanoseconds. */
    long nextNanos();
}
