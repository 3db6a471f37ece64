package dev.redliner.api;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One asked share and its result. Latencies and errors are of all hosts of the SUT together. The values of single hosts
 * are in the rules.
 *
 * @param number from 1
 * @param stage {@code baseline}, {@code ramp}, {@code refine}, {@code confirm}, {@code heal} or {@code restore}
 * @param from when the share was asked
 * @param to when the step ended; null while it lasts
 * @param askedRps the load at the SUT that the share was chosen for, requests per second
 * @param askedShare as a fraction of 1
 * @param acknowledgedShare the lowest share that the Envoys confirmed; null before they did
 * @param observedShare the SUT's part of the requests since the share took effect; null before
 * @param rps observed offered load at one host, requests per second; null before
 * @param p50Ms median latency; null before, or with too few requests
 * @param p99Ms 99th percentile; null before, or with too few requests
 * @param errorRate failures per completed request; null before
 * @param seconds seconds of evidence that the step gave to the search
 * @param why reason for this load
 * @param ended reason for the end of the step; null while it lasts
 * @param counted whether the evidence of the step counts: the load arrived and nothing made it invalid
 * @param rules the last verdict of every rule in the step
 * @param basis the requests behind load, latencies and errors; null before
 * @param signals the mean of each signal over the step, by the names that rules use: without a prefix the mean of the
 *     SUT's hosts, after {@code peers.} the mean of the peers; sorted. Fractions, seconds,
 *     bytes, or a number per second
 * @param concurrency the requests in flight; null without a reading of them
 */
public record StepReport(
        int number,
        String stage,
        Instant from,
        @Nullable Instant to,
        double askedRps,
        double askedShare,
        @Nullable Double acknowledgedShare,
        @Nullable Double observedShare,
        @Nullable Double rps,
        @Nullable Double p50Ms,
        @Nullable Double p99Ms,
        @Nullable Double errorRate,
        double seconds,
        String why,
        @Nullable String ended,
        boolean counted,
        List<RuleReport> rules,
        @Nullable Basis basis,
        Map<String, Double> signals,
        @Nullable ConcurrencyReport concurrency) {

    public StepReport {
        rules = List.copyOf(rules);
        // reports that were stored before signals existed have none
        signals = signals == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(signals));
    }
}
