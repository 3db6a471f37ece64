package dev.redliner.search.policy;

import dev.redliner.search.Rps;
import java.util.Locale;

/** The reasons for a load and for the end of a search: a closed set of whole sentences for users. */
final class Reasons {
    private Reasons() {}

    static String learnNormal() {
        return "The search learns what is normal.";
    }

    static String ramp(double load, RampStep.Bound bound) {
        return "Up to " + Rps.of(load) + ": " + bound.words() + ".";
    }

    static String climb(double load) {
        return "Up to " + Rps.of(load) + ": the redline is farther up.";
    }

    static String probe(double load, double above, double halfWidth) {
        return "Probe " + Rps.of(load) + ": the redline is above it with " + Math.round(100 * above) + "%, interval +-"
                + Math.round(1000 * halfWidth) / 10.0 + "%.";
    }

    static String lookAtAll(double load) {
        return "A longer probe at " + Rps.of(load) + ", all the load allowed.";
    }

    static String lookAtSafe(double load) {
        return "A longer probe at " + Rps.of(load) + ", which should hold.";
    }

    static String recover(String rule, double load) {
        return "Rule " + rule + " failed at " + Rps.of(load) + ". The host recovers at a load that it carried.";
    }

    static String recoverFromQueue(double load) {
        return "Requests queued at " + Rps.of(load) + ". The host recovers at a load that it carried.";
    }

    static String recoverFromCounts(String rule, double load) {
        return "Too many requests were bad for rule " + rule + " at " + Rps.of(load)
                + ". The host recovers at a load that it carried.";
    }

    static String waitForOthers(String rule, double load) {
        return "Requests did worse than rule " + rule + " allows at " + Rps.of(load)
                + " while other hosts suffered too. The search waits at a load that the host carried.";
    }

    static String notBegun() {
        return "The search has not begun.";
    }

    static String timeUsedUp() {
        return "The time is used up.";
    }

    static String usualTimeUsedUp(double seconds) {
        return "The usual time of a search, " + Math.max(1, Math.round(seconds / 60)) + " min, is used up.";
    }

    static String narrowAfterExtraTime(double halfWidth) {
        return "The extra time for few requests has narrowed the interval to +-" + Math.round(1000 * halfWidth) / 10.0
                + "%.";
    }

    static String resultAfterExtraTime(double requests) {
        return String.format(
                Locale.ROOT,
                "The extra time has ended, because the evidence of %,d requests is a result.",
                Math.round(requests));
    }

    static String narrow() {
        return "The interval is narrow and the safe side confirmed.";
    }

    static String allPassed() {
        return "All the load allowed passed.";
    }

    static String notHigherIsKnown(String why) {
        return why + " That the redline is not higher is known from an earlier run.";
    }

    static String nothingSeen(String why) {
        return why + " There was no evidence by then.";
    }

    static String noRule(String why) {
        return why + " No rule gave evidence about the load.";
    }

    static String notReached(String why) {
        return why + " The redline had not been reached by then.";
    }

    static String topNotConfirmed(String why, double highest) {
        return why + " The redline may lie above all the load allowed (" + Rps.of(highest)
                + "), at which there was no long probe yet.";
    }

    static String earlierOnly(String why) {
        return why + " The evidence of this run does not determine the redline without the result of an earlier run.";
    }

    static String tooWide(String why, double low, double high, double widest) {
        return why + " With 95% certainty the redline is within " + Rps.of(low) + " to " + Rps.of(high)
                + ". A result needs +-" + Math.round(100 * widest) + "%.";
    }

    static String noRequest(double asked) {
        return "No request reached the SUT while it was to get " + Rps.of(asked) + ".";
    }

    static String brokenAtBaseline(String rule, double load) {
        return "Rule " + rule + " does not hold under the normal load of " + Rps.of(load) + ".";
    }

    static String brokenWhileHealing(String rule, double load) {
        return "Rule " + rule + " does not hold at " + Rps.of(load) + " either, which was good before.";
    }

    static String withTwin(String why, String host, double load, double halfWidth) {
        return why + " Twins of the host, the best of them with " + host
                + ", fitted to all latencies of the run, predict " + Rps.of(load) + " (+-" + Math.round(100 * halfWidth)
                + "%). This is part of the estimate.";
    }
}
