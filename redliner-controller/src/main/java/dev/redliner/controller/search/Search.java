package dev.redliner.controller.search;

import java.util.Optional;

/**
 * Finds the redline. Immutable: each piece of evidence gives a new search, so a run can be replayed. A search knows
 * nothing of shares, Envoys or clocks; whoever drives it brings the load that {@link #plan} asks for and hands back
 * what the SUT did with it.
 */
public interface Search {
    /** What it wants now. */
    Plan plan();

    /** One more second of evidence, with the planned load in effect. */
    Search saw(Second second);

    /**
     * A rule failed for good at the planned load, so the visit is over and what comes next is below it. If it fails
     * even at a load that the host should recover at, the search gives up.
     *
     * @param rule the rule's id
     */
    Search breached(String rule);

    /** The estimate so far; empty while the evidence says nothing yet. */
    Optional<Redline> estimate();
}
