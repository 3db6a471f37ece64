package dev.redliner.search;

import java.util.Objects;

/** The next load that a search asks for, or its end. */
public sealed interface Plan {

    /**
     * Asks for a load at the SUT and for the evidence of it.
     *
     * @param number counts the probes up from 1; a new number is a new step, even at the same load
     * @param load requests per second at the SUT
     * @param stage purpose of the probe
     * @param why reason for this load, for users
     */
    record Probe(int number, double load, Stage stage, String why) implements Plan {
        public Probe {
            if (!(load > 0 && Double.isFinite(load))) {
                throw new IllegalArgumentException("load " + load + " is not above zero");
            }
            Objects.requireNonNull(stage, "stage");
            Objects.requireNonNull(why, "why");
        }
    }

    /** The search is done: the redline is as precise as it will be. */
    record Done(Redline redline, String why) implements Plan {}

    /** The search ended without a redline. */
    record GivenUp(String why) implements Plan {}
}
