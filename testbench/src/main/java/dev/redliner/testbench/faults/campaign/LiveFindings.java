package dev.redliner.testbench.faults.campaign;

import dev.redliner.api.RunState;
import dev.redliner.testbench.findings.Tally;
import dev.redliner.testbench.findings.Times;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The aggregated findings of a campaign on a live cluster. */
public final class LiveFindings {
    private static final String SEVERAL = "several faults";

    private final long seed;
    private final Tally<FaultKind> faults = new Tally<>();
    private final Tally<RunState> ends = new Tally<>();
    private final Map<String, Times> gone = new TreeMap<>();
    private final Times silences = new Times();
    private final List<String> violations = new ArrayList<>();
    private int runs;

    LiveFindings(long seed) {
        this.seed = seed;
    }

    /**
     * The figures, for a document.
     *
     * @param runs of the campaign, each with a measurement on every pool
     * @param faults number of faults by kind
     * @param ends number of measurements by their final state
     * @param gone from the fault until no override, by the kind of a run's only fault; one entry is for several faults
     * @param silence how long an Envoy held a share after the last order, the longest of each run
     * @param violations promises that did not hold
     */
    public record Figures(
            long seed,
            int runs,
            Map<String, Long> faults,
            Map<RunState, Long> ends,
            Map<String, Times.Figures> gone,
            Times.Figures silence,
            List<String> violations) {}

    void add(RunResult result) {
        runs++;
        faults.add(result.struck().stream().map(InjectedFault::kind).toList());
        ends.add(result.ends());
        String by = result.struck().size() == 1 ? result.struck().get(0).kind().toString() : SEVERAL;
        result.gone()
                .forEach(time -> gone.computeIfAbsent(by, none -> new Times()).add(time));
        if (!result.silence().isZero()) {
            silences.add(result.silence());
        }
        result.violations().forEach(violation -> violations.add(violation.toString()));
    }

    /** Returns all figures. */
    public Figures figures() {
        var byName = new LinkedHashMap<String, Long>();
        faults.counts().forEach((kind, count) -> byName.put(kind.toString(), count));
        var times = new TreeMap<String, Times.Figures>();
        gone.forEach((by, each) -> times.put(by, each.figures()));
        return new Figures(seed, runs, byName, ends.counts(), times, silences.figures(), violations);
    }

    /** Whether every promise held. */
    public boolean held() {
        return violations.isEmpty();
    }
}
