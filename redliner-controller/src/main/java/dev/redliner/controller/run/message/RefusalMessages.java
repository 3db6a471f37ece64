package dev.redliner.controller.run.message;

import dev.redliner.contracts.pool.Tier;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Reasons for which a run does not start, or does not move traffic. */
public final class RefusalMessages {
    private RefusalMessages() {}

    // --- refusals of a start

    /** Another request started a run with the key. */
    public static String keyReused(String key, String service) {
        return "The key '" + key + "' started a run of service '" + service
                + "', and this request differs from that one. Use another key.";
    }

    /** The service does not exist. */
    public static String unknownService(String service) {
        return "No service is called '" + service + "'.";
    }

    /** @param problem the first error in the stored definition, and its correction */
    public static String invalidService(String service, String problem) {
        return Sentences.detailed(
                        "This version of Redliner refuses the stored definition of service " + service, problem)
                + " Correct the definition and apply it again with: redliner service apply -f FILE.";
    }

    /** The controller is starting or stopping. */
    public static String controllerNotReady() {
        return "This controller is starting or stopping.";
    }

    /** @param detail the error of the database */
    public static String databaseDown(@Nullable String detail) {
        return Sentences.detailed("The database does not answer", detail);
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
        return Sentences.detailed("The safety lever is engaged by " + who + " since " + since, why);
    }

    /** Only a run that is being restored can be dismissed. */
    public static String notRestoring(String run) {
        return "Run " + run + " is not being restored. Abort it instead.";
    }

    public static String overAlready(String run) {
        return "Run " + run + " is over. There is nothing to dismiss.";
    }

    /** Only the controller that drives a run can end it on a person's word. */
    public static String drivenElsewhere(String run, String owner) {
        return "Run " + run + " is driven by controller " + owner + ". Only that one can dismiss it: ask there.";
    }

    // --- refusals before the first shift

    public static String baselineUnknown(String missing) {
        return "There is not enough evidence to begin. " + missing;
    }

    /**
     * @param rps requests per second at one host of the SUT without a run
     * @param needed a window that would hold the requests
     */
    public static String windowTooShort(String rule, Duration window, long minSamples, double rps, Duration needed) {
        return "The SUT gets about " + Sentences.rate(rps) + " requests per second without a run, and rule " + rule
                + " needs " + minSamples + " requests in its window of " + window.toSeconds()
                + " s. Give it a window of "
                + needed.toSeconds() + " s, or measure when there is more traffic.";
    }

    /** @param rps requests per second at one host of the SUT without a run */
    public static String trafficTooThin(String rule, long minSamples, double rps) {
        return "The SUT gets about " + Sentences.rate(rps)
                + " requests per second without a run, which is too few for the " + minSamples + " that rule " + rule
                + " needs. Measure when there is more traffic, or lower its minSamples.";
    }

    /** @param filling time until the windows of all rules have the requests that the rules need */
    public static String windowsFillTooSlowly(Duration filling, Duration longest) {
        return "Too little time is left for a search: the windows of the rules have the requests that they need after "
                + filling.toSeconds() + " s, and limits.maxDuration is " + longest.toSeconds() + " s.";
    }

    public static String baselineUnsettled(Duration within, String last) {
        return "The baseline did not settle within " + within.toSeconds() + " s. " + last;
    }

    public static String tooLittleTime(Duration passed, Duration longest) {
        return "Too little time is left for a search: " + passed.toSeconds()
                + " s passed until the normal load was known, and limits.maxDuration is " + longest.toSeconds() + " s.";
    }

    public static String wrongBaselineShare(@Nullable Double seen, double declared) {
        return "The SUT gets " + Sentences.percent(seen) + " of the traffic and not its baselineShare of "
                + Sentences.percent(declared) + ". Correct the definition or the Envoys.";
    }

    public static String unevenBaseline(String uneven, Tier tier) {
        return uneven
                + switch (tier) {
                    case FRONT_END ->
                        " There are too few users for even parts, or the Envoys' clusters are to be corrected.";
                    case BACK_END -> " Correct the clusters of the Envoys.";
                };
    }

    public static String envoyAlreadyBusy(double busy) {
        return "The busiest worker of an Envoy was busy for " + Sentences.percent(busy)
                + " of the time, without any shift. Latencies would show its queue and not the limit of the SUT. Give"
                + " the Envoys more CPU or more workers.";
    }

    public static String startedLately(String what, Duration ago, Duration settled) {
        return "The SUT started " + ago.toSeconds() + " s ago (" + what
                + "). A SUT that was just started is cold, or is being worked on. Wait until it runs for "
                + settled.toSeconds() + " s, or lower limits.settledFor.";
    }

    public static String peersTooBusy(double cpu, double grown) {
        return "The peers could not carry the load if the SUT failed: the busiest of them uses "
                + Sentences.percent(cpu)
                + " of its CPU, which would become " + Sentences.percent(grown)
                + ". Measure when there is less traffic, or add hosts.";
    }

    /** @param reporting the number of peers that report their CPU, which is no more than half of the peers */
    public static String peersCpuUnknown(int reporting, int peers, double growth) {
        return "Whether the peers could carry the load if the SUT failed is unknown, because the CPU is reported for "
                + reporting + " of " + peers
                + " peers, and more than half are needed. The load of the peers would grow by "
                + Sentences.percent(growth)
                + ". Run collectors on the peers, or declare in limits.peersMayGrow how much more they can carry.";
    }

    /** @param reporting the number of peers that report their CPU, which is no more than half of the peers */
    public static String peersMayNotGrow(int reporting, int peers, double growth, double declared) {
        return "The load of the peers would grow by " + Sentences.percent(growth)
                + " if the SUT failed, and limits.peersMayGrow declares that they can carry "
                + Sentences.percent(declared)
                + " more. The declaration counts, because the CPU is reported for " + reporting + " of " + peers
                + " peers. Add hosts, run collectors on the peers, or correct the declaration.";
    }

    public static String restartsWouldGoUnseen(Collection<String> hosts) {
        return "The start of the process is not reported of " + Sentences.listed(hosts)
                + ", so a restart during the run would not be seen. Give the host a metrics page with"
                + " process_start_time_seconds, set process.port at the collector of its node, or set"
                + " limits.restartsUnseen to accept.";
    }
}
