package dev.redliner.controller.run.message;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Sentences about whether a measurement holds together, and whether the SUT recovered. */
public final class MeasurementMessages {
    private MeasurementMessages() {}

    public static String consistent(double ratio, int steps) {
        return String.format(
                Locale.ROOT,
                "Consistent: the requests in flight are %.2f times load times latency, over %s.",
                ratio,
                steps(steps));
    }

    public static String remark(int reasons) {
        return reasons == 1
                ? "Consistent but for one remark on a step."
                : "Consistent but for " + reasons + " remarks on steps.";
    }

    public static String unknown() {
        return "Not checked: no step has enough readings of the requests in flight, with latencies of 5 ms or more.";
    }

    /** @param steps number of the deviating steps, two or more */
    public static String deviate(int steps) {
        return "The requests in flight differ from load times latency in " + steps(steps)
                + ". Counts, latencies or gauges of the Envoys may be wrong. The bootstrap of the Envoys needs"
                + " stats_flush_on_admin: true.";
    }

    public static String deviates(int step, double inFlight, double expected, double tolerance) {
        return String.format(
                Locale.ROOT,
                "In step %d, %.1f requests were in flight, and load times latency is %.1f; up to %.0f%% may be chance.",
                step,
                inFlight,
                expected,
                tolerance * 100);
    }

    public static String abandoned(int step, double inFlight, double expected, double abandoned) {
        return String.format(
                Locale.ROOT,
                "In step %d, %.1f requests were in flight, and load times latency is %.1f. Envoy ended %d requests before"
                        + " the answer, because of a timeout or because their clients left. They were in flight and are"
                        + " in no latency.",
                step,
                inFlight,
                expected,
                Math.round(abandoned));
    }

    public static String unaccounted(int step, double fraction) {
        return String.format(
                Locale.ROOT,
                fraction > 0
                        ? "In step %d, %.1f%% of the requests were neither answered nor in flight at its end."
                        : "In step %d, %.1f%% more requests were answered than sent.",
                step,
                Math.abs(fraction) * 100);
    }

    /**
     * A sentence to append, with the space before it; empty if nothing is known.
     *
     * @param busy fraction of the time for which the busiest worker was busy; null if it is not known
     * @param ownSeconds time that was added to a request; null if it is not known or too little to tell
     * @param little whether it is known to be less than 10% of the latencies
     */
    public static String envoys(@Nullable Double busy, @Nullable Double ownSeconds, boolean little) {
        String worker = busy == null
                ? ""
                : "the busiest worker of the Envoys was busy for " + Sentences.percent(busy) + " of the time";
        String time = ownSeconds == null
                ? "less than 10% to the latencies"
                : String.format(Locale.ROOT, "%.1f ms to a request", ownSeconds * 1000);
        String added = ownSeconds == null && !little ? "" : "Envoys and the connections of clients added " + time;
        if (worker.isEmpty() && added.isEmpty()) {
            return "";
        }
        String both = added.isEmpty() || worker.isEmpty() ? added + worker : added + ", and " + worker;
        return " " + Sentences.capitalized(both) + Sentences.END;
    }

    public static String envoyBusy(int step, double busy) {
        return "In step " + step + ", the busiest worker of an Envoy was busy for " + Sentences.percent(busy)
                + " of the time. Latencies include waiting for it.";
    }

    public static String envoySlow(int step, double ownSeconds) {
        return String.format(
                Locale.ROOT,
                "In step %d, Envoys and the connections of clients added %.1f ms to a request.",
                step,
                ownSeconds * 1000);
    }

    public static String recovered(double seconds) {
        return String.format(
                Locale.ROOT, "The SUT was back at its normal within %.1f s of the decision to restore.", seconds);
    }

    /** @param reason the part that is not normal; null after too few requests */
    public static String awaitsRecovery(double tookSeconds, @Nullable String reason, long atMostSeconds) {
        return String.format(
                Locale.ROOT,
                "The traffic is back at its baseline, verified after %.1f s. The run watches until the SUT is back at its"
                        + " normal, for at most %d s after the decision to restore: %s.",
                tookSeconds,
                atMostSeconds,
                reason == null ? "too few requests were seen to tell" : reason);
    }

    /** @param reason the part that is not normal */
    public static String notRecovered(double seconds, String reason) {
        return String.format(
                Locale.ROOT,
                "The SUT was not back at its normal %.0f s after the decision to restore: %s.",
                seconds,
                reason);
    }

    /** @param reason the part of the SUT that is not normal */
    public static String peersNotNormalToo(String reason) {
        return recoveryUnknown(reason + ", and the peers are as far from their own normal");
    }

    /** @param seconds for how long the SUT was certainly not normal while its peers were */
    public static String notNormalAlone(double seconds) {
        return String.format(
                Locale.ROOT,
                "The SUT was not at its normal %.0f s after the decision to restore, and its peers were. Later the peers"
                        + " were not either.",
                seconds);
    }

    public static String recoveryUnknown(String reason) {
        return "Whether the SUT recovered is not known: " + reason + ".";
    }

    public static String fewAnswered(double answered, double requested) {
        return String.format(Locale.ROOT, "%.0f of its %.0f requests were answered", answered, requested);
    }

    public static String slowerThanNormal(double medianMs, double normalMs) {
        return String.format(Locale.ROOT, "its median latency is %.1f ms, normally %.1f ms", medianMs, normalMs);
    }

    /** @param limitMs a latency that one request in a hundred exceeds at most when the SUT is at its normal */
    public static String slowerTailThanNormal(double slow, double requests, double limitMs) {
        return String.format(
                Locale.ROOT,
                "%.0f of its %.0f requests took longer than %.1f ms, normally at most 1 in 100",
                slow,
                requests,
                limitMs);
    }

    public static String moreUnreadThanNormal(double unread, double normal) {
        return String.format(
                Locale.ROOT, "%.1f of its connections have data that it has not read, normally %.1f", unread, normal);
    }

    public static String worseThanNormal(double bad, double normal) {
        return String.format(
                Locale.ROOT, "%.2f%% of its requests are slow or fail, normally %.2f%%", bad * 100, normal * 100);
    }

    public static String busierThanNormal(double cpu, double normal) {
        return String.format(Locale.ROOT, "its CPU is at %.0f%%, normally at %.0f%%", cpu * 100, normal * 100);
    }

    public static String seenTooShortly() {
        return "the run ended before two seconds with 20 requests were seen";
    }

    private static String steps(int number) {
        return number == 1 ? "one step" : number + " steps";
    }
}
