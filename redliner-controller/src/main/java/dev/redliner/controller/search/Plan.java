package dev.redliner.controller.search;

import java.util.Objects;

/** What a search wants. */
public sealed interface Plan {

    /**
     * Bring this load to the SUT and show what it does.
     *
     * @param number counts the visits up from 1; a new number is a new step, even at the same load
     * @param load requests per second at the SUT
     * @param stage what it is for
     * @param why why this load, for a person
     */
    record Visit(int number, double load, Stage stage, String why) implements Plan {
        public Visit {
            if (!(load > 0 && Double.isFinite(load))) {
                throw new IllegalArgumentException("load " + load + " is not above zero");
            }
            Objects.requireNonNull(stage, "stage");
            Objects.requireNonNull(why, "why");
        }
    }

    /** The redline is known as well as it will be. */
    record Done(Redline redline, String why) implements Plan {}

    /** There is no redline to be had. */
    record GivenUp(String why) implements Plan {}
}
