package dev.redliner.controller.run.message;

import java.time.Duration;
import java.util.Collection;

/** Reasons for which a run holds its share or waits. */
public final class HoldMessages {
    private HoldMessages() {}

    // --- missing data

    public static String noEnvoyConnected() {
        return "No Envoy of the pool is connected to a redirector.";
    }

    public static String envoysUnread(Collection<String> nodes) {
        return "No collector reads these connected Envoys: " + Sentences.listed(nodes)
                + ". Add the admin address of each to envoy.admin of the service, or its page to envoy.statistics, or let a"
                + " collector on its machine read it.";
    }

    public static String envoysReadTwice(Collection<String> nodes) {
        return "More than one collector reads these Envoys, so that their requests count twice: "
                + Sentences.listed(nodes) + ". Let one collector read each Envoy.";
    }

    public static String envoysMisnamed(Collection<String> nodes) {
        return "These ids of envoy.statistics are those of no connected Envoy: " + Sentences.listed(nodes)
                + ". Declare the node id with which each Envoy connects to its redirector, and check that it is connected.";
    }

    public static String fewAnswers(double answered, double requested, Duration over) {
        return "Only " + Math.round(answered) + " of " + Math.round(requested) + " requests of the last "
                + over.toSeconds() + " s were answered.";
    }

    public static String openInStep(double open, double requested) {
        return "Of " + Math.round(requested) + " requests of this step, " + Math.round(open)
                + " are not answered, and their number grows.";
    }

    public static String clientsLeave(double left, double requested, Duration over, double normal) {
        return "Of " + Math.round(requested) + " requests of the last " + over.toSeconds() + " s, " + Math.round(left)
                + " were abandoned by their clients before the answer. Normal is " + Sentences.percent(normal) + ".";
    }

    public static String envoysNotOnBaseline(Collection<String> nodes) {
        return "These Envoys are not on their baseline: " + Sentences.listed(nodes) + Sentences.END;
    }

    public static String envoysLost(Collection<String> nodes) {
        return "No redirector reports these Envoys any more, and they may still hold a share: "
                + Sentences.listed(nodes) + Sentences.END;
    }

    public static String noVerdicts() {
        return "No verdicts arrive from the analyzer.";
    }

    public static String staleVerdict(Duration age) {
        return "The newest verdict from the analyzer is " + age.toSeconds() + " s old.";
    }

    static String noSamples(Collection<String> hosts) {
        return "Samples are missing of " + Sentences.listed(hosts) + Sentences.END;
    }

    public static String noSamplesOfPeers(Collection<String> peers) {
        return "Samples of most of the peers are missing: " + Sentences.listed(peers) + Sentences.END;
    }

    static String noCounts(Collection<String> notes) {
        return Sentences.detailed("Counts of the SUT's requests are missing", String.join("; ", notes));
    }

    /** @param rules each rule with the reason */
    public static String unknownRules(Collection<String> rules) {
        return (rules.size() == 1 ? "A rule is UNKNOWN: " : "Rules are UNKNOWN: ")
                + Sentences.listed(rules)
                + Sentences.END;
    }

    public static String identityLost(String what) {
        return "The identity " + what + " is no longer reported, so a restart of the SUT would not be seen.";
    }

    public static String ruleFailsAtBaseline(String rule, String values) {
        return "Rule " + rule + " does not hold under the normal load: " + values + Sentences.END;
    }

    public static String peersCpuRead(double cpu, double grown, Duration over) {
        return "The busiest of the peers uses " + Sentences.percent(cpu) + " of its CPU, which would become "
                + Sentences.percent(grown) + " if the SUT failed. The mean of " + over.toSeconds() + " s decides.";
    }

    public static String peersCpuOfFew(int reporting, int peers, Duration over) {
        return "The CPU is reported for " + reporting + " of " + peers
                + " peers, and more than half are needed. The run waits for the others for up to " + over.toSeconds()
                + " s.";
    }

    public static String envoyBusyToo(double busy) {
        return "In the last second, the busiest worker of an Envoy was busy for " + Sentences.percent(busy)
                + " of the time, so that the Envoy may be the cause.";
    }

    public static String ruleFailsByChance(String rule, String values) {
        return ruleFailsAtBaseline(rule, values)
                + " So few bad requests may be chance. The run begins when the rule holds again.";
    }

    public static String holds(String missing) {
        return "The run holds its share. " + missing;
    }

    public static String waits(String missing) {
        return "The run waits. " + missing;
    }
}
