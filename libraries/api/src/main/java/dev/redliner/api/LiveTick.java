package dev.redliner.api;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The newest tick of a run, for users who watch it. Rates, latencies and errors cover the shortest period up to it,
 * within the step, that holds enough requests for a percentile. Latencies and errors are of all hosts of the SUT
 * together. The values of single hosts are in the rules.
 *
 * @param at event time
 * @param state state of the run
 * @param step number of the step
 * @param askedShare as a fraction of 1
 * @param acknowledgedShare the lowest share that the Envoys confirmed; null before they did
 * @param observedShare over the last seconds; null if unknown
 * @param askedRps the load asked for; null outside of steps
 * @param rps offered load at the SUT, at an average host if the SUT is several; null if unknown
 * @param poolRps requests per second of the whole pool; null if unknown
 * @param p50Ms median latency; null if unknown, or with too few requests
 * @param p99Ms 99th percentile; null if unknown, or with too few requests
 * @param errorRate failures per completed request; null if unknown
 * @param cpu fraction of the SUT's CPU; null if unknown
 * @param rules every rule's verdict
 * @param decision the decision of the run and its reason
 * @param redline the estimate so far; null before there is one
 * @param basis the requests behind rates, latencies and errors; null if these are unknown
 */
public record LiveTick(
        Instant at,
        RunState state,
        int step,
        double askedShare,
        @Nullable Double acknowledgedShare,
        @Nullable Double observedShare,
        @Nullable Double askedRps,
        @Nullable Double rps,
        @Nullable Double poolRps,
        @Nullable Double p50Ms,
        @Nullable Double p99Ms,
        @Nullable Double errorRate,
        @Nullable Double cpu,
        List<RuleReport> rules,
        String decision,
        @Nullable RedlineReport redline,
        @Nullable Basis basis) {
    public LiveTick {
        rules = List.copyOf(rules);
    }
}
