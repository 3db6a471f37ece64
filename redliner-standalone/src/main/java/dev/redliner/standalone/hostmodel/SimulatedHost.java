package dev.redliner.standalone.hostmodel;

import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One host with its part of a pool's traffic, in virtual time: a second passes when it is told so. */
public interface SimulatedHost extends AutoCloseable {
    /** What may be known of it before anything was asked. */
    Greeting greeting();

    /**
     * Lets one second pass.
     *
     * @param share the part of all traffic that is to go to the host from now on; empty keeps it
     * @return the seconds that became visible by that, oldest first
     * @throws HostFailed if it died, stalled or said something impossible
     */
    Passed pass(OptionalDouble share);

    /**
     * Tells it what was found.
     *
     * @return what it says to that, such as the truth; null if nothing
     */
    @Nullable
    JsonNode tell(Finding finding);

    @Override
    void close();

    /** A second that passed. */
    sealed interface Passed {
        /** What can be seen now. */
        record Seconds(List<HostSecond> visible) implements Passed {
            public Seconds {
                visible = List.copyOf(visible);
            }
        }

        /** Its time is over. */
        record Deadline() implements Passed {}
    }

    /**
     * What was found, in the words of the protocol.
     *
     * @param est requests per second; null if nothing was measured
     * @param lo lower end of the 95% interval; null as above
     * @param hi upper end; null as above, or if there is none
     * @param status one word
     */
    record Finding(@Nullable Double est, @Nullable Double lo, @Nullable Double hi, String status) {}
}
