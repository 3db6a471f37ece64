package dev.redliner.testbench.chaos;

import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.verdict.Late;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.contracts.verdict.Verdict;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Compares the counts in the verdicts with the counts that the collector read. */
final class CountWitness {
    private final InvariantChecker checker;
    private final boolean oneEnvoy;
    private final Set<Instant> reads = new HashSet<>();
    private final Map<Judged, Double> counted = new HashMap<>();
    private final Set<Judged> broken = new HashSet<>();
    private double shipped;

    /** One run, as one process of the analyzer judges it. */
    private record Judged(int life, String run) {}

    /**
     * @param oneEnvoy whether there is one Envoy, so that each tick ends at a read; with several Envoys a tick ends at
     *     the mean of their reads
     */
    CountWitness(InvariantChecker checker, boolean oneEnvoy) {
        this.checker = checker;
        this.oneEnvoy = oneEnvoy;
    }

    /** The collector read an entity. */
    void shipped(SampleBatch batch) {
        if (batch.countsRequests() && batch.host().equals(SimulatedService.SUT)) {
            shipped += batch.counters().getOrDefault(MetricNames.REQUESTED, 0.0);
            reads.add(batch.time());
        }
    }

    /** The analyzer made a verdict. */
    void judged(int life, Verdict verdict) {
        Tick tick = verdict.tick();
        if (tick == null) {
            return;
        }
        var judged = new Judged(life, verdict.run());
        Late late = tick.late();
        double more = tick.requested() + (late == null ? 0 : late.counts().requested());
        double all = counted.merge(judged, more, Double::sum);
        if (all > shipped + 0.5) {
            broken(judged, all + " requests are in the verdicts, and the collector read " + shipped);
        }
        if (oneEnvoy && !reads.contains(tick.to())) {
            broken(judged, "a tick ends at " + tick.to() + ", when no Envoy was read");
        }
    }

    private void broken(Judged judged, String what) {
        if (broken.add(judged)) {
            checker.broken(Promise.COUNTS_ARE_TRUE, judged.run() + ": " + what);
        }
    }
}
