package dev.redliner.analyzer.window;

/** What is known of the requests of some hosts in a span. */
public sealed interface ServiceReading {
    /** Enough of the span was sampled. */
    record Known(ServiceWindow window) implements ServiceReading {}

    /**
     * It says nothing.
     *
     * @param reason for a person
     */
    record Missing(String reason) implements ServiceReading {}

    /** Both together; missing if one is. */
    default ServiceReading plus(ServiceReading other) {
        if (this instanceof Known a && other instanceof Known b) {
            return new Known(a.window().plus(b.window()));
        }
        return this instanceof Missing ? this : other;
    }
}
