package dev.redliner.controller.run;

import dev.redliner.contracts.pool.Tier;
import dev.redliner.contracts.redirect.Share;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * All reasons that users read: why a run was refused, why it holds, why it ended. The set is closed. Each message is
 * one or more whole sentences, which begin with a capital letter and end with a full stop. Messages are created in this
 * class only. Command line, page, API, log and audit show them unchanged. {@code RunMessagesTest} calls every method of
 * this class.
 */
public final class RunMessages {
    /** If a run ended without its restore being seen in the traffic, its reason contains one of these texts. */
    public static final List<String> RESTORE_NOT_SEEN = List.of(
            "before the restore was seen",
            "no traffic was there",
            "The traffic cannot show it",
            "too few to tell the last share",
            "belongs to another system",
            "was not watched in the traffic");

    /** The beginning of {@link #remarkLeftOut}, so that a newer remark replaces the older one. */
    static final String REMARK_LEFT_OUT = "Left out are ";

    private static final String MISSING = " Steps, harm and remarks from then on are missing in the report.";

    private static final String SENTENCE_END = ".";

    private RunMessages() {}

    // --- refusals of a start

    /** The service does not exist. */
    public static String unknownService(String service) {
        return "No service is called '" + service + "'.";
    }

    /** @param problem the first error in the stored definition, and its correction */
    public static String invalidService(String service, String problem) {
        return detailed("This version of Redliner refuses the stored definition of service " + service, problem)
                + " Correct the definition and apply it again with: redliner service apply -f FILE.";
    }

    /** The controller is starting or stopping. */
    public static String controllerNotReady() {
        return "This controller is starting or stopping.";
    }

    /** @param detail the error of the database */
    public static String databaseDown(@Nullable String detail) {
        return detailed("The database does not answer", detail);
    }

    /** @param run the run that holds the pool */
    public static String poolBusy(@Nullable String run) {
        return "Run " + run + " is active on this pool. Wait for it or abort it.";
    }

    /** @param run the run on another pool that shares the dependency */
    public static String dependencyBusy(@Nullable String run, String dependency) {
        return "Run " + run + " is active and depends on " + dependency + " too. Wait for it or abort it.";
    }

    /** Envoys keep configuration that contradicts the definition. */
    public static String frozenConfiguration(String service) {
        return "Envoys keep the routes of an earlier definition of service " + service
                + " in mode full, with another SUT, other hosts or another tier. A share would reach hosts that this run"
                + " does not measure. Withdraw that configuration with: redliner service withdraw " + service + ".";
    }

    /** The safety lever is engaged. */
    public static String leverEngaged(String who, Instant since, String why) {
        return detailed("The safety lever is engaged by " + who + " since " + since, why);
    }

    /** Only a run that is being restored can be dismissed. */
    public static String notRestoring(String run) {
        return "Run " + run + " is not being restored. Abort it instead.";
    }

    // --- missing data

    static String noEnvoyConnected() {
        return "No Envoy of the pool is connected to a redirector.";
    }

    static String envoysUnread(Collection<String> nodes) {
        return "No collector reads these connected Envoys: " + listed(nodes)
                + ". Add the admin address of each to envoy.admin of the service, or let a collector on its machine read"
                + " it.";
    }

    static String envoysReadTwice(Collection<String> nodes) {
        return "More than one collector reads these Envoys, so that their requests count twice: " + listed(nodes)
                + ". Let one collector read each Envoy.";
    }

    static String fewAnswers(double answered, double requested, Duration over) {
        return "Only " + Math.round(answered) + " of " + Math.round(requested) + " requests of the last "
                + over.toSeconds() + " s were answered.";
    }

    static String openInStep(double open, double requested) {
        return "Of " + Math.round(requested) + " requests of this step, " + Math.round(open)
                + " are not answered, and their number grows.";
    }

    static String clientsLeave(double left, double requested, Duration over, double normal) {
        return "Of " + Math.round(requested) + " requests of the last " + over.toSeconds() + " s, " + Math.round(left)
                + " were abandoned by their clients before the answer. Normal is " + Phrases.percent(normal) + ".";
    }

    static String envoysNotOnBaseline(Collection<String> nodes) {
        return "These Envoys are not on their baseline: " + listed(nodes) + SENTENCE_END;
    }

    static String envoysLost(Collection<String> nodes) {
        return "No redirector reports these Envoys any more, and they may still hold a share: " + listed(nodes)
                + SENTENCE_END;
    }

    static String noVerdicts() {
        return "No verdicts arrive from the analyzer.";
    }

    static String staleVerdict(Duration age) {
        return "The newest verdict from the analyzer is " + age.toSeconds() + " s old.";
    }

    static String noSamples(Collection<String> hosts) {
        return "Samples are missing of " + listed(hosts) + SENTENCE_END;
    }

    static String noSamplesOfPeers(Collection<String> peers) {
        return "Samples of most of the peers are missing: " + listed(peers) + SENTENCE_END;
    }

    static String noCounts(Collection<String> notes) {
        return detailed("Counts of the SUT's requests are missing", String.join("; ", notes));
    }

    /** @param rules each rule with the reason */
    static String unknownRules(Collection<String> rules) {
        return (rules.size() == 1 ? "A rule is UNKNOWN: " : "Rules are UNKNOWN: ") + listed(rules) + SENTENCE_END;
    }

    static String identityLost(String what) {
        return "The identity " + what + " is no longer reported, so a restart of the SUT would not be seen.";
    }

    static String ruleFailsAtBaseline(String rule, String values) {
        return "Rule " + rule + " does not hold under the normal load: " + values + SENTENCE_END;
    }

    static String ruleFailsByChance(String rule, String values) {
        return ruleFailsAtBaseline(rule, values)
                + " So few bad requests may be chance. The run begins when the rule holds again.";
    }

    static String holds(String missing) {
        return "The run holds its share. " + missing;
    }

    static String waits(String missing) {
        return "The run waits. " + missing;
    }

    // --- refusals before the first shift

    static String baselineUnknown(String missing) {
        return "There is not enough evidence to begin. " + missing;
    }

    static String baselineUnsettled(Duration within, String last) {
        return "The baseline did not settle within " + within.toSeconds() + " s. " + last;
    }

    static String tooLittleTime(Duration passed, Duration longest) {
        return "Too little time is left for a search: " + passed.toSeconds()
                + " s passed until the normal load was known, and limits.maxDuration is " + longest.toSeconds() + " s.";
    }

    static String wrongBaselineShare(@Nullable Double seen, double declared) {
        return "The SUT gets " + Phrases.percent(seen) + " of the traffic and not its baselineShare of "
                + Phrases.percent(declared) + ". Correct the definition or the Envoys.";
    }

    static String unevenBaseline(String uneven, Tier tier) {
        return uneven
                + switch (tier) {
                    case FRONT_END ->
                        " There are too few users for even parts, or the Envoys' clusters are to be corrected.";
                    case BACK_END -> " Correct the clusters of the Envoys.";
                };
    }

    static String startedLately(String what, Duration ago, Duration settled) {
        return "The SUT started " + ago.toSeconds() + " s ago (" + what
                + "). A SUT that was just started is cold, or is being worked on. Wait until it runs for "
                + settled.toSeconds() + " s, or lower limits.settledFor.";
    }

    static String peersTooBusy(double cpu, double grown) {
        return "The peers could not carry the load if the SUT failed: the busiest of them uses " + Phrases.percent(cpu)
                + " of its CPU, which would become " + Phrases.percent(grown)
                + ". Measure when there is less traffic, or add hosts.";
    }

    static String peersCpuUnknown(double growth) {
        return "Whether the peers could carry the load if the SUT failed is unknown, because no collector reports"
                + " their CPU. Their load would grow by " + Phrases.percent(growth)
                + ". Run a collector on the peers, so that peers.host.cpu is known, or declare in limits.peersMayGrow how"
                + " much more they can carry.";
    }

    static String peersMayNotGrow(double growth, double declared) {
        return "The load of the peers would grow by " + Phrases.percent(growth)
                + " if the SUT failed, and limits.peersMayGrow declares that they can carry "
                + Phrases.percent(declared)
                + " more. Add hosts, or correct the declaration.";
    }

    static String restartsWouldGoUnseen(Collection<String> hosts) {
        return "The start of the process is not reported of " + listed(hosts)
                + ", so a restart during the run would not be seen. Give the host a metrics page with"
                + " process_start_time_seconds, or set limits.restartsUnseen to accept.";
    }

    // --- reasons for the end of a run

    static String abortedBy(String who, String why) {
        return detailed("Aborted by " + who, why);
    }

    static String stopRule(String rule, String values) {
        return "The stop rule " + rule + " is broken: " + values + SENTENCE_END;
    }

    static String harmBudgetUsedUp(double budget) {
        return "The harm budget of " + Phrases.percent(budget) + " is used up" + SENTENCE_END;
    }

    static String longestDurationReached() {
        return "The longest duration (limits.maxDuration) is reached" + SENTENCE_END;
    }

    /** @param total seconds over the whole run */
    static String unknownFor(double total, Duration limit, String missing) {
        return "Needed data was missing for " + Math.round(total) + " s in total, which limits.unknownFor of "
                + limit.toSeconds() + " s does not allow. " + missing;
    }

    static String partFailed(String part, @Nullable String why) {
        return detailed(capitalized(part) + " failed", why);
    }

    static String controllerDied(String who) {
        return "The run's controller died, and " + who + " restored the traffic.";
    }

    /** @param last the reason for which the run was already ending */
    static String controllerDiedAtTheEnd(String who, String last) {
        return controllerDied(who) + " The run was ending already. " + last;
    }

    /** @param problem the reason why the definition of the run cannot be read */
    public static String interruptedUnseen(String who, String problem) {
        return detailed("The run's controller died, and its definition cannot be read", problem) + " Controller " + who
                + " sent the order to restore. The restore was not watched in the traffic.";
    }

    /** The reason for the end of the step in progress. */
    static String stepCutOff() {
        return "The run's controller died.";
    }

    static String controllerStoodStill(long seconds) {
        return "The run's controller stood still for " + seconds + " s.";
    }

    static String leaseRanOut() {
        return "The lease ran out, because orders did not reach the redirector in time.";
    }

    static String orderRefused(@Nullable String why) {
        return detailed("A redirector refused the order", why);
    }

    static String rejected(String node, @Nullable String why) {
        return detailed("Envoy " + node + " rejected the share", why);
    }

    static String notConfirmed(Share asked, Duration within) {
        return "Not every Envoy confirmed " + asked + " within " + within.toSeconds() + " s.";
    }

    static String noTraffic() {
        return "No traffic was seen in the pool, so no share can bring a load.";
    }

    static String shareNotObeyed(double due, @Nullable Double seen) {
        return "The run asked for " + Phrases.percent(due) + " of the traffic, and the SUT got " + Phrases.percent(seen)
                + ". Not all of the traffic goes through Envoys that obey.";
    }

    static String uneven(String host, double part, double even) {
        return "Host " + host + " gets " + Phrases.percent(part) + " of the SUT's requests and not its even part of "
                + Phrases.percent(even) + SENTENCE_END;
    }

    static String unevenLoad(String uneven) {
        return uneven + " The load of one host would not be the load that was asked for.";
    }

    /** @param counters each counter with its meaning and value */
    static String invalid(Collection<String> counters) {
        return "Envoy's counts are not the SUT's own: " + listed(counters) + SENTENCE_END;
    }

    static String peersSufferToo(Duration patience, List<String> sut) {
        return "The peers suffered too or a machine stood still in more than a third of the time, for "
                + patience.toSeconds() + " s. The cause lies outside of " + listed(sut)
                + ", and the rest of the evidence is too small.";
    }

    static String peersSuffer(double part, String criterion, Duration over, List<String> sut) {
        return "Of the peers' answers " + Phrases.percent(part) + " are beyond " + criterion + " over "
                + over.toSeconds() + " s, with less traffic than at the baseline. The cause lies outside of "
                + listed(sut) + SENTENCE_END;
    }

    static String foreignShare(Collection<String> foreign) {
        return "Another system moves this pool's traffic. Redliner leaves it alone: " + String.join("; ", foreign)
                + SENTENCE_END;
    }

    static String replaced(String what) {
        return "The SUT was restarted, redeployed or resized during the run: " + what
                + " changed. The measurement covers two different hosts.";
    }

    static String outOfRotation() {
        return "Envoy took the SUT out of rotation, because it accepts no connections.";
    }

    /** @param subject the host or the SUT, as the first words of a sentence */
    static String acceptsNoConnections(String subject, double failed, double seconds) {
        return subject + " accepts no connections: " + Math.round(failed) + " failed in the last "
                + Math.round(seconds * 10) / 10.0 + " s.";
    }

    /** @param subject the host or the SUT, as the first words of a sentence */
    static String answersNothing(String subject, double waiting, Duration over) {
        return subject + " answers nothing: " + Math.round(waiting) + " requests of the last " + over.toSeconds()
                + " s are waiting.";
    }

    // --- restores that were not seen

    static String restores(String why) {
        return why + " The traffic goes back to its baseline.";
    }

    static String restoreUnwitnessed(Duration over) {
        return "Every Envoy confirmed its baseline, but no traffic was there for " + over.toSeconds()
                + " s to show it.";
    }

    static String restoreIndistinguishable(double held, double baseline) {
        return "Every Envoy confirmed its baseline. The traffic cannot show it, because the last share of "
                + Phrases.percent(held) + " is too near to the baseline of " + Phrases.percent(baseline) + SENTENCE_END;
    }

    static String restoreTooFewRequests(double requests, Duration over, double held, double baseline) {
        return "Every Envoy confirmed its baseline. " + Math.round(requests) + " requests in " + over.toSeconds()
                + " s were too few to tell the last share of " + Phrases.percent(held) + " from the baseline of "
                + Phrases.percent(baseline) + SENTENCE_END;
    }

    static String dismissed(String who, String why) {
        return detailed("Dismissed by " + who + " before the restore was seen", why);
    }

    static String leftToOthers(Collection<String> foreign) {
        return "Redliner no longer holds a share. The present one belongs to another system: "
                + String.join("; ", foreign) + SENTENCE_END;
    }

    // --- decisions during a run

    static String accepted() {
        return "The run is accepted.";
    }

    static String learnsNormal() {
        return "The SUT is watched under its normal load.";
    }

    static String shareFollows(double load, Share before, Share now) {
        return "The load of " + Math.round(load) + " rps is now " + Phrases.percent(now.fraction())
                + " of the traffic instead of " + Phrases.percent(before.fraction())
                + ", because there is " + (now.compareTo(before) < 0 ? "more" : "less") + " traffic.";
    }

    static String ruleBroken(String rule, String values) {
        return "Rule " + rule + " is broken: " + values + SENTENCE_END;
    }

    static String commonTrouble() {
        return "The step lasts longer, because the peers suffer too or a machine stood still, which is not the SUT's limit.";
    }

    static String loadDidNotArrive() {
        return "The load did not arrive.";
    }

    static String loadUneven() {
        return "The load was not even.";
    }

    // --- remarks on a result

    /** Two Envoys have one node id, or an Envoy reconnected. */
    static String remarkEqualNodeIds(String node) {
        return "The node id " + node
                + " was that of several connections at the same time, and the worst of their states"
                + " counted. Give each Envoy a node id of its own.";
    }

    static String remarkPeersDeclared(double growth, double declared) {
        return "Whether the peers could carry the load if the SUT failed was not measured. Their load would grow by "
                + Phrases.percent(growth) + ", and limits.peersMayGrow declares " + Phrases.percent(declared)
                + SENTENCE_END;
    }

    static String remarkRestartsUnseen(Collection<String> hosts) {
        return "The start of the process was not reported of " + listed(hosts)
                + ", so a restart during the run would not have been seen.";
    }

    static String remarkPeerSilent(String peer) {
        return "Samples of peer " + peer + " were missing for a while.";
    }

    static String remarkLeftOut(double seconds) {
        return REMARK_LEFT_OUT + Math.round(seconds)
                + " s in which the peers suffered too or a machine stood still, or had just done so: that is not the"
                + " SUT's limit.";
    }

    static String remarkUndriven(Instant from, Instant until) {
        return "There is no evidence of the run from " + from + " to " + until
                + ", because its controller died. Harm in that time is not counted.";
    }

    /** @param event the number of the event */
    static String remarkEventUnreadable(long event) {
        return "Event " + event + " of the run's journal cannot be read by this version of Redliner." + MISSING;
    }

    /** @param event the number of the event */
    static String remarkEventLeadsElsewhere(long event) {
        return "Event " + event
                + " of the run's journal now leads elsewhere than it did, so another version of Redliner" + " wrote it."
                + MISSING;
    }

    /** @param event the number of the last event that was read */
    static String remarkJournalUnreadable(long event, @Nullable String why) {
        return detailed("The run's journal could not be read after event " + event, why) + MISSING;
    }

    /** @param problem the reason */
    static String remarkDefinitionUnreadable(String problem) {
        return detailed("This version of Redliner cannot read the definition of the run", problem)
                + " Its traffic is restored. Steps, harm and remarks of the run are missing in the report.";
    }

    /** @param events number of missing events */
    static String remarkEventsMissing(long events) {
        return "Events of the run that could not be stored: " + events
                + ". Harm that they showed is missing in the report.";
    }

    private static String capitalized(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    private static String listed(Collection<String> items) {
        return String.join(", ", items);
    }

    private static String detailed(String sentence, @Nullable String detail) {
        return detail == null || detail.isBlank() ? sentence + SENTENCE_END : stopped(sentence + ": " + detail);
    }

    /** Text from other sources may already end with a full stop. */
    private static String stopped(String text) {
        String bare = text.stripTrailing();
        char last = bare.charAt(bare.length() - 1);
        return last == '.' || last == '?' || last == '!' ? bare : bare + SENTENCE_END;
    }
}
