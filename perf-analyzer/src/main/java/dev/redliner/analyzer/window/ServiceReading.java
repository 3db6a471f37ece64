package dev.redliner.analyzer.window;

/** The requests of some hosts in a span, as far as they were sampled. */
public sealed interface ServiceReading {
    /** A reading with enough samples in the span. */
    record Known(ServiceWindow window) implements ServiceReading {}

    /**
     * No usable reading.
     *
     * @param reason for a person
     */
    record Missing(String reason) implements ServiceReading {}

    /** The sum of both readings; missing if one of them is missing. */
    default ServiceReading plus(ServiceReading other) {
        if (this instanceof Known a && other instanceof Known b) {
            return new Known(a.window().plus(b.window()));
        }
        return this instanceof Missing ? this : other;
    }
}
