package dev.redliner.standalone.traffic;

/** A source of open-loop traffic that flows until it is closed: in this process, or in one of its own. */
public interface LoadGenerator extends AutoCloseable {
    /**
     * Sets the mean rate, in requests per second.
     *
     * @throws IllegalArgumentException if it is not above 0, or above 100,000
     */
    void rps(double rps);

    /** The configured mean rate. */
    double rps();

    /** Counts since the start. */
    TrafficCounts counts();

    /** Punctuality since the start. */
    Punctuality punctuality();

    @Override
    void close();
}
