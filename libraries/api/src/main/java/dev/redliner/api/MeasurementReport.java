package dev.redliner.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether the counts, latencies and gauges of a run agree with each other, and how much of the latencies is Envoy's.
 *
 * @param outcome the outcome over all steps
 * @param steps number of the steps that could be checked
 * @param littleRatio requests in flight divided by load times mean latency, over the checked steps; 1 if both agree by
 *     Little's law; null if no step could be checked
 * @param envoyBusy fraction of the time for which the busiest worker of the Envoys was busy, over the steps that count;
 *     null if it is not known
 * @param envoySeconds mean time that the Envoys and the connections of clients added to a request, seconds; null if it
 *     is not known, or less than 10% of the latencies
 * @param words the outcome with its reason
 * @param reasons the steps that do not agree, one sentence each
 */
public record MeasurementReport(
        Outcome outcome,
        int steps,
        @Nullable Double littleRatio,
        @Nullable Double envoyBusy,
        @Nullable Double envoySeconds,
        String words,
        List<String> reasons) {
    public MeasurementReport {
        reasons = List.copyOf(reasons);
    }

    /** The outcomes. */
    public enum Outcome {
        /** Every step that could be checked agrees. */
        CONSISTENT,
        /** A step does not agree, requests are in no latency, or Envoy adds much to them. The result stands. */
        REMARK,
        /** No step could be checked. */
        UNKNOWN
    }
}
