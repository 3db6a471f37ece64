package dev.redliner.controller.run.message;

import dev.redliner.contracts.redirect.Share;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reasons for the end of a run, and for an end without a verified restore. */
public final class EndMessages {
    private EndMessages() {}

    // --- reasons for the end of a run

    /**
     * @param share the share of the first step
     * @param load its requests per second of each host
     * @param hosts number of hosts in the SUT
     */
    public static String dryRunPassed(Share share, double load, int hosts) {
        return "A run can begin: all that it checks at the baseline is in order. Its first step would send "
                + Sentences.percent(share.fraction()) + " of the traffic to the SUT, " + Sentences.number(load)
                + " requests per second" + (hosts > 1 ? " to each host" : "")
                + ". Nothing was moved, because this was a dry run.";
    }

    public static String dryRunCutOff() {
        return "The controller of the dry run died. No traffic was moved.";
    }

    public static String abortedBy(String who, String why) {
        return Sentences.detailed("Aborted by " + who, why);
    }

    public static String stopRule(String rule, String values) {
        return "The stop rule " + rule + " is broken: " + values + Sentences.END;
    }

    public static String harmBudgetUsedUp(double budget) {
        return "The harm budget of " + Sentences.percent(budget) + " is used up" + Sentences.END;
    }

    public static String longestDurationReached() {
        return "The longest duration (limits.maxDuration) is reached" + Sentences.END;
    }

    /** @param total seconds over the whole run */
    public static String unknownFor(double total, Duration limit, String missing) {
        return "Needed data was missing for " + Math.round(total) + " s in total, which limits.unknownFor of "
                + limit.toSeconds() + " s does not allow. " + missing;
    }

    public static String partFailed(String part, @Nullable String why) {
        return Sentences.detailed(Sentences.capitalized(part) + " failed", why);
    }

    public static String controllerDied(String who) {
        return "The run's controller died, and " + who + " took the run over to restore its traffic.";
    }

    /** @param last the reason for which the run was already ending */
    public static String controllerDiedAtTheEnd(String who, String last) {
        return controllerDied(who) + " The run was ending already. " + last;
    }

    /** @param problem the reason why the definition of the run cannot be read */
    public static String interruptedUnseen(String who, String problem) {
        return Sentences.detailed("The run's controller died, and its definition cannot be read", problem)
                + " Controller " + who + " sent the order to restore. The restore was not watched in the traffic.";
    }

    /** The reason for the end of the step in progress. */
    public static String stepCutOff() {
        return "The run's controller died.";
    }

    public static String controllerStoodStill(long seconds) {
        return "The run's controller stood still for " + seconds + " s.";
    }

    public static String leaseRanOut() {
        return "The lease ran out, because orders did not reach the redirector in time.";
    }

    public static String orderRefused(@Nullable String why) {
        return Sentences.detailed("A redirector refused the order", why);
    }

    public static String rejected(String node, @Nullable String why) {
        return Sentences.detailed("Envoy " + node + " rejected the share", why);
    }

    public static String notConfirmed(Share asked, Duration within) {
        return "Not every Envoy confirmed the share of " + Sentences.percent(asked.fraction()) + " within "
                + within.toSeconds() + " s.";
    }

    public static String noTraffic() {
        return "No traffic was seen in the pool, so no share can bring a load.";
    }

    public static String shareNotObeyed(double due, @Nullable Double seen) {
        return "The run asked for " + Sentences.percent(due) + " of the traffic, and the SUT got "
                + Sentences.percent(seen) + ". Not all of the traffic goes through Envoys that obey.";
    }

    public static String uneven(String host, double part, double even) {
        return "Host " + host + " gets " + Sentences.percent(part) + " of the SUT's requests and not its even part of "
                + Sentences.percent(even) + Sentences.END;
    }

    public static String unevenLoad(String uneven) {
        return uneven + " The load of one host would not be the load that was asked for.";
    }

    public static String envoyTooBusy(double busy) {
        return "The busiest worker of an Envoy was busy for " + Sentences.percent(busy)
                + " of the time, so that the Envoy may have given out before the SUT. Give the Envoys more CPU or more"
                + " workers.";
    }

    /** @param counters each counter with its meaning and value */
    static String invalid(Collection<String> counters) {
        return "Envoy's counts are not the SUT's own: " + Sentences.listed(counters) + Sentences.END;
    }

    public static String peersSufferToo(Duration patience, List<String> sut) {
        return "The peers suffered too in more than a third of the time, for " + patience.toSeconds()
                + " s. The cause lies outside of " + Sentences.listed(sut)
                + ", and the rest of the evidence is too small.";
    }

    /** The machine can be that of the SUT. */
    public static String machineStoodStill(Duration patience) {
        return "A machine stood still in more than a third of the time, for " + patience.toSeconds()
                + " s, so that the rest of the evidence is too small.";
    }

    public static String peersSuffer(double part, String criterion, Duration over, List<String> sut) {
        return "Of the peers' answers " + Sentences.percent(part) + " are beyond " + criterion + " over "
                + over.toSeconds() + " s. The cause lies outside of "
                + Sentences.listed(sut) + Sentences.END;
    }

    public static String foreignShare(Collection<String> foreign) {
        return "Another system moves this pool's traffic. Redliner leaves it alone: " + String.join("; ", foreign)
                + Sentences.END;
    }

    public static String replaced(String what) {
        return "The SUT was restarted, redeployed or resized during the run: " + what
                + " changed. The measurement covers two different hosts.";
    }

    public static String outOfRotation() {
        return "Envoy took the SUT out of rotation, because it accepts no connections.";
    }

    /** @param subject the host or the SUT, as the first words of a sentence */
    public static String acceptsNoConnections(String subject, double failed, double seconds) {
        return subject + " accepts no connections: " + Math.round(failed) + " failed in the last "
                + Math.round(seconds * 10) / 10.0 + " s.";
    }

    /** @param subject the host or the SUT, as the first words of a sentence */
    public static String answersNothing(String subject, double waiting, Duration over) {
        return subject + " answers nothing: " + Math.round(waiting) + " requests of the last " + over.toSeconds()
                + " s are waiting.";
    }

    // --- restores that were not seen

    public static String restores(String why) {
        return why + " The traffic goes back to its baseline.";
    }

    public static String restoreUnwitnessed(Duration over) {
        return "Every Envoy confirmed its baseline, but no traffic was there for " + over.toSeconds()
                + " s to show it.";
    }

    /** @param nodes node ids of the connected Envoys that no collector reads */
    public static String restoreEnvoysUnread(Collection<String> nodes) {
        return "Every Envoy confirmed its baseline. The traffic of these Envoys was not seen, because no collector"
                + " reads them: " + Sentences.listed(nodes) + Sentences.END;
    }

    public static String restoreIndistinguishable(double held, double baseline) {
        return "Every Envoy confirmed its baseline. The traffic cannot show it, because the last share of "
                + Sentences.percent(held) + " is too near to the baseline of " + Sentences.percent(baseline)
                + Sentences.END;
    }

    public static String restoreTooFewRequests(double requests, Duration over, double held, double baseline) {
        return "Every Envoy confirmed its baseline. " + Math.round(requests) + " requests in " + over.toSeconds()
                + " s were too few to tell the last share of " + Sentences.percent(held) + " from the baseline of "
                + Sentences.percent(baseline) + Sentences.END;
    }

    public static String dismissed(String who, String why) {
        return Sentences.detailed("Dismissed by " + who + " before the restore was seen", why);
    }

    public static String leftToOthers(Collection<String> foreign) {
        return "Redliner no longer holds a share. The present one belongs to another system: "
                + String.join("; ", foreign) + Sentences.END;
    }
}
