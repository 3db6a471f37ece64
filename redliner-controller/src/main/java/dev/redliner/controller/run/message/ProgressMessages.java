package dev.redliner.controller.run.message;

import dev.redliner.contracts.redirect.Share;
import dev.redliner.search.Rps;
import java.time.Instant;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Decisions during a run, and remarks on its result. */
public final class ProgressMessages {
    private static final String MISSING = " Steps, harm and remarks from then on are missing in the report.";

    private ProgressMessages() {}

    // --- decisions during a run

    public static String accepted() {
        return "The run is accepted.";
    }

    public static String learnsNormal() {
        return "The SUT is watched under its normal load.";
    }

    public static String shareFollows(double load, Share before, Share now) {
        return "The load of " + Rps.of(load) + " is now " + Sentences.percent(now.fraction())
                + " of the traffic instead of " + Sentences.percent(before.fraction())
                + ", because there is " + (now.compareTo(before) < 0 ? "more" : "less") + " traffic.";
    }

    public static String ruleBroken(String rule, String values) {
        return "Rule " + rule + " is broken: " + values + Sentences.END;
    }

    public static String ruleOfHigherLoad(String rule) {
        return "Rule " + rule
                + " fails, and its window reaches back to a higher load. The search waits until it holds.";
    }

    public static String sharedIncident() {
        return "The step lasts longer, because the peers suffer too, which is not the SUT's limit.";
    }

    public static String machineStall() {
        return "The step lasts longer, because a machine stood still, which is not the SUT's limit.";
    }

    public static String loadDidNotArrive() {
        return "The load did not arrive.";
    }

    public static String loadUneven() {
        return "The load was not even.";
    }

    public static String envoyAtLimit() {
        return "A worker of an Envoy was at its limit.";
    }

    // --- remarks on a result

    public static String remarkDryRun() {
        return "This is a dry run, which moves no traffic and measures nothing.";
    }

    /**
     * @param rps requests per second at one host of the SUT without a run
     * @param windows the longer windows of rules, as {@link Phrases} has them
     */
    public static String remarkLongerWindows(double rps, Collection<String> windows) {
        return "The SUT got about " + Sentences.rate(rps)
                + " requests per second before the run, so rules cover more time than declared: "
                + Sentences.listed(windows) + Sentences.END;
    }

    /** Two Envoys have one node id, or an Envoy reconnected. */
    public static String remarkEqualNodeIds(String node) {
        return "The node id " + node
                + " was that of several connections at the same time, and the worst of their states"
                + " counted. Give each Envoy a node id of its own.";
    }

    public static String remarkOldStatistics() {
        return "The latencies of an Envoy are up to five seconds older than its counts, so that they lag behind the load."
                + " Its bootstrap needs stats_flush_on_admin: true.";
    }

    /** @param envoys some of the Envoys, each with its share */
    public static String remarkOtherBaseline(Collection<String> envoys, Share declared, String service) {
        return "In a runtime layer below Redliner's, Envoys hold another share than the baselineShare of " + declared
                + ", such as " + Sentences.listed(envoys)
                + ". Without a run, the SUT gets that share from them. Restart such Envoys with the layers that this"
                + " command prints: redliner envoy bootstrap " + service + Sentences.END;
    }

    public static String remarkPeersDeclared(double growth, double declared) {
        return "Whether the peers could carry the load if the SUT failed was not measured, because no more than half of"
                + " them report their CPU. The load of the peers would grow by "
                + Sentences.percent(growth) + ", and limits.peersMayGrow declares " + Sentences.percent(declared)
                + Sentences.END;
    }

    public static String remarkRestartsUnseen(Collection<String> hosts) {
        return "The start of the process was not reported of " + Sentences.listed(hosts)
                + ", so a restart during the run would not have been seen.";
    }

    public static String remarkPeerSilent(String peer) {
        return "Samples of peer " + peer + " were missing for a while.";
    }

    /**
     * @param suffered seconds in which the peers suffered too
     * @param stalled seconds in which a machine stood still
     */
    public static String remarkLeftOut(double suffered, double stalled) {
        String ofPeers = suffered > 0 ? wholeSeconds(suffered) + " in which the peers suffered too" : "";
        String ofStalls = stalled > 0 ? wholeSeconds(stalled) + " in which a machine stood still" : "";
        String both = ofPeers.isEmpty() || ofStalls.isEmpty() ? "" : ", and ";
        return "Left out are " + ofPeers + both + ofStalls + ", or had just done so: that is not the SUT's limit.";
    }

    private static String wholeSeconds(double seconds) {
        return Math.max(1, Math.round(seconds)) + " s";
    }

    public static String remarkUndriven(Instant from, Instant until) {
        return "There is no evidence of the run from " + from + " to " + until
                + ", because its controller died. Harm in that time is not counted.";
    }

    /** @param event the number of the event */
    public static String remarkEventUnreadable(long event) {
        return "Event " + event + " of the run's journal cannot be read by this version of Redliner." + MISSING;
    }

    /** @param event the number of the event */
    public static String remarkEventLeadsElsewhere(long event) {
        return "Event " + event
                + " of the run's journal now leads elsewhere than it did, so another version of Redliner" + " wrote it."
                + MISSING;
    }

    /** @param event the number of the last event that was read */
    public static String remarkJournalUnreadable(long event, @Nullable String why) {
        return Sentences.detailed("The run's journal could not be read after event " + event, why) + MISSING;
    }

    /** @param problem the reason */
    public static String remarkDefinitionUnreadable(String problem) {
        return Sentences.detailed("This version of Redliner cannot read the definition of the run", problem)
                + " Its traffic is restored. Steps, harm and remarks of the run are missing in the report.";
    }

    /** @param events number of missing events */
    public static String remarkEventsMissing(long events) {
        return "Events of the run that could not be stored: " + events
                + ". Harm that they showed is missing in the report.";
    }
}
