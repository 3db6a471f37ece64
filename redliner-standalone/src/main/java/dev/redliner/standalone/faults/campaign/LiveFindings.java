package dev.redliner.standalone.faults.campaign;

import dev.redliner.controller.run.RunState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a campaign on a living fleet found, added up. */
public final class LiveFindings {
    private static final String SEVERAL = "several faults";

    private final long seed;
    private final Map<FaultKind, Integer> faults = new TreeMap<>();
    private final Map<RunState, Integer> ends = new TreeMap<>();
    private final Map<String, List<Double>> gone = new TreeMap<>();
    private final List<Double> silences = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private int runs;

    LiveFindings(long seed) {
        this.seed = seed;
    }

    /**
     * The figures, for a document.
     *
     * @param runs of the campaign, each with a measurement on every pool
     * @param faults by kind
     * @param ends measurements by how they ended
     * @param gone by the only fault of a run, or by there having been several: from the fault until no override
     * @param silence how long an Envoy held a share after the last order, the longest of each run
     * @param violations promises that did not hold
     */
    public record Figures(
            long seed,
            int runs,
            Map<String, Integer> faults,
            Map<RunState, Integer> ends,
            Map<String, Times> gone,
            Times silence,
            List<String> violations) {}

    /**
     * Times.
     *
     * @param times how many
     * @param medianSeconds median
     * @param worstSeconds worst
     */
    public record Times(int times, double medianSeconds, double worstSeconds) {
        static Times of(List<Double> seconds) {
            List<Double> sorted = seconds.stream().sorted().toList();
            return sorted.isEmpty()
                    ? new Times(0, 0, 0)
                    : new Times(sorted.size(), sorted.get((sorted.size() - 1) / 2), sorted.get(sorted.size() - 1));
        }
    }

    void add(RunResult result) {
        runs++;
        result.struck().forEach(struck -> faults.merge(struck.kind(), 1, Integer::sum));
        result.ends().forEach(end -> ends.merge(end, 1, Integer::sum));
        String by = result.struck().size() == 1 ? result.struck().get(0).kind().toString() : SEVERAL;
        result.gone().forEach(time -> gone.computeIfAbsent(by, none -> new ArrayList<>())
                .add(seconds(time)));
        if (!result.silence().isZero()) {
            silences.add(seconds(result.silence()));
        }
        result.violations().forEach(violation -> violations.add(violation.toString()));
    }

    private static double seconds(Duration time) {
        return time.toMillis() / 1e3;
    }

    /** All of it. */
    public Figures figures() {
        var byName = new LinkedHashMap<String, Integer>();
        faults.forEach((kind, count) -> byName.put(kind.toString(), count));
        var times = new TreeMap<String, Times>();
        gone.forEach((by, seconds) -> times.put(by, Times.of(seconds)));
        return new Figures(seed, runs, byName, ends, times, Times.of(silences), violations);
    }

    /** Whether every promise held. */
    public boolean held() {
        return violations.isEmpty();
    }
}
