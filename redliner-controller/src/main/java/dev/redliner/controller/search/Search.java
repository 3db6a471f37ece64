package dev.redliner.controller.search;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
     * <p>What the rule saw may lie before the planned load: as long as the evidence of this load is not bad itself, the
     * search may wait for more of it and keep its plan.
     *
     * @param rule the rule's id
     * @param since the evidence since the last second that was handed over, mostly shorter than a second; null if there is
     *     none. If the plan stays, it is not used up.
     */
    Search breached(String rule, @Nullable Second since);

    /** The estimate so far; empty while the evidence of this run says nothing, whatever an earlier one found. */
    Optional<Redline> estimate();

    /**
     * What it says if it has to end now: done, if what was seen is a result, or given up. Once the ramp is over, the look
     * that is going on counts too, if it is long enough to say anything.
     *
     * @param why it has to, for a person
     * @param rest the evidence since the last second that was handed over; null if there is none
     */
    Plan endedNow(String why, @Nullable Second rest);
}
