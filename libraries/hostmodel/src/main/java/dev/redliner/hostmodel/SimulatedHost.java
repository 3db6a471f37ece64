package dev.redliner.hostmodel;

import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One host with its part of a pool's traffic, in virtual time: each call lets one second pass. */
public interface SimulatedHost extends AutoCloseable {
    /** The facts that are available before the first second. */
    HostDescription greeting();

    /**
     * Lets one second pass.
     *
     * @param share fraction of all traffic for the host from now on; empty keeps the current one
     * @return the seconds that became visible, oldest first
     * @throws HostFailed if the host model died, stalled or gave an impossible answer
     */
    Passed pass(OptionalDouble share);

    /**
     * Passes the result of the run to the host model.
     *
     * @return the host model's answer, such as the truth, or null if there is none
     */
    @Nullable
    JsonNode finish(Finding finding);

    @Override
    void close();

    /** A second that passed. */
    sealed interface Passed {
        /** The seconds that are visible now. */
        record Seconds(List<HostSecond> visible) implements Passed {
            public Seconds {
                visible = List.copyOf(visible);
            }
        }

        /** The time of the simulation is over. */
        record Deadline() implements Passed {}
    }

    /**
     * The result of a run, in the terms of the protocol.
     *
     * @param est requests per second, or null if nothing was measured
     * @param lo lower end of the 95% interval, or null as above
     * @param hi upper end, or null as above, or if there is none
     * @param status one word
     */
    record Finding(@Nullable Double est, @Nullable Double lo, @Nullable Double hi, String status) {}
}
