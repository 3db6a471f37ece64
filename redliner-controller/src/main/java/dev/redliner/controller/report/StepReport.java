package dev.redliner.controller.report;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One asked share and what came of it. Latencies and errors are of all hosts of the SUT together; what each of them did is in
 * the rules.
 *
 * @param number from 1
 * @param stage {@code baseline}, {@code ramp}, {@code refine}, {@code confirm}, {@code heal} or {@code restore}
 * @param from when it was asked
 * @param to when it ended; null while it lasts
 * @param askedRps the load it was meant to bring to the SUT, requests per second
 * @param askedShare as a fraction of 1
 * @param acknowledgedShare the lowest share that the Envoys confirmed; null before they did
 * @param observedShare the SUT's part of the requests seen once it was in effect; null before
 * @param rps offered load seen at one host, requests per second; null before
 * @param p50Ms median latency; null before, or of too few requests
 * @param p99Ms 99th percentile; null before, or of too few requests
 * @param errorRate failures per completed request; null before
 * @param seconds of evidence it gave to the search
 * @param why why this load
 * @param ended why it ended; null while it lasts
 * @param counted whether its evidence counts: the load arrived and nothing made it invalid
 * @param rules the last verdict of every rule in it
 * @param basis the requests behind load, latencies and errors; null before
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
        @Nullable Basis basis) {
    public StepReport {
        rules = List.copyOf(rules);
    }
}
