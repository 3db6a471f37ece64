package dev.redliner.search.policy;

import dev.redliner.search.CountInterval;
import dev.redliner.search.Stage;
import org.jspecify.annotations.Nullable;

/** The meaning of a rule that failed for good while a load was probed. */
enum Breach {
    /** The failure happened before this load, or other hosts suffer too while the host recovers. */
    NO_NEWS,
    /** The rule fails at a load for recovery, which was good before. */
    NOT_RECOVERED,
    /** Other hosts suffer too, and the counts alone do not prove that the load is too high. */
    SHARED,
    /**
     * In the ramp, proved by the counts, or by a rule without counts. The rule's window may reach back to an earlier
     * load. The present load is left too, and its own counts decide its outcome.
     */
    TOO_HIGH,
    /** At the knee, a rule occasionally fails at a load that holds in the long run. The counts decide. */
    UNDECIDED;

    /**
     * @param current the probe before the failure
     * @param since the evidence since its last second; null if there is none
     */
    static Breach of(String rule, Probe current, @Nullable CountInterval since, ProbeHistory probes) {
        Probe broken = since == null ? current : current.with(since);
        Stage stage = current.plan().stage();
        boolean unseen = current.seen().isEmpty();
        boolean common = since != null && since.common() && !current.clearlyBad(probes);
        if (stage == Stage.HEAL) {
            return common ? NO_NEWS : NOT_RECOVERED;
        }
        if (unseen && !broken.shows(rule)) {
            return NO_NEWS;
        }
        if (common) {
            return SHARED;
        }
        boolean searching = stage == Stage.REFINE || stage == Stage.CONFIRM;
        if (!searching || broken.clearlyBad(probes) || broken.hasVerdictsAlone(rule)) {
            return TOO_HIGH;
        }
        return unseen ? NO_NEWS : UNDECIDED;
    }
}
