package dev.redliner.search;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the redline. Immutable: each piece of evidence gives a new search, so a run can be replayed. A search does not
 * depend on shares, Envoys or clocks. Its caller brings the load that {@link #plan} asks for, and returns the SUT's
 * response to it.
 */
public interface Search {
    /** The present plan. */
    Plan plan();

    /** Adds a second of evidence, with the planned load in effect. */
    Search observe(CountInterval second);

    /**
     * Reports that a rule failed for good at the planned load. The probe is over, and the next load is lower. If the
     * rule fails even at a load for recovery, the search gives up.
     *
     * <p>The rule's failure may lie before the planned load. As long as the evidence of this load is not bad itself,
     * the search may wait for more of it and keep its plan.
     *
     * @param rule the rule's id
     * @param since the evidence since the last second that was handed over, mostly shorter than a second; null if there
     *     is none. If the plan stays, this evidence is not used up
     */
    Search breached(String rule, @Nullable CountInterval since);

    /**
     * The estimate so far. It is empty while the evidence of this run yields none, even if an earlier run found a
     * redline.
     */
    Optional<Redline> estimate();

    /**
     * The plan if the search has to end now: done if the evidence gives a result, otherwise given up. Once the ramp is
     * over, the probe in progress counts too if it is long enough to be evidence.
     *
     * @param why the reason for the end, for users
     * @param rest the evidence since the last second that was handed over; null if there is none
     */
    Plan endedNow(String why, @Nullable CountInterval rest);
}
