package dev.redliner.testbench.chaos;

import dev.redliner.testbench.findings.Tally;
import dev.redliner.testbench.findings.Times;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The aggregated findings of a campaign. */
public final class CampaignFindings {
    private final long seed;
    private final Tally<VirtualFaultKind> faults = new Tally<>();
    private final Tally<String> ends = new Tally<>();
    private final Map<String, Long> samples = new TreeMap<>();
    private final Times silences = new Times();
    private final List<Violation> violations = new ArrayList<>();
    private long runs;
    private long happened;
    private double seconds;
    private long lost;
    private long doubled;
    private long late;

    /**
     * The figures, for a document.
     *
     * @param runs number of virtual runs
     * @param events number of events in them
     * @param virtualHours virtual time
     * @param faults number of faults by kind
     * @param ends number of measurements by their final state
     * @param messages number of messages that Kafka lost, duplicated or delayed
     * @param samples number of sample batches that the analyzer read, and of those that it set aside, by reason
     * @param silence how long a share outlived the last renewal that was ordered, in runs whose clocks were right
     * @param violations promises that did not hold
     */
    public record Figures(
            long seed,
            long runs,
            long events,
            double virtualHours,
            Map<VirtualFaultKind, Long> faults,
            Map<String, Long> ends,
            Map<String, Long> messages,
            Map<String, Long> samples,
            Times.Figures silence,
            List<Violation> violations) {}

    CampaignFindings(long seed) {
        this.seed = seed;
    }

    void add(RunOutcome outcome) {
        runs++;
        happened += outcome.happened();
        seconds += outcome.seconds();
        faults.add(outcome.faults());
        ends.add(outcome.ends());
        silences.add(outcome.silences());
        violations.addAll(outcome.violations());
        lost += outcome.lost();
        doubled += outcome.doubled();
        late += outcome.late();
    }

    /** Adds the counts of sample batches at the analyzers of one thread. */
    void addSamples(Map<String, Long> counts) {
        counts.forEach((what, count) -> samples.merge(what, count, Long::sum));
    }

    void add(CampaignFindings other) {
        addSamples(other.samples);
        runs += other.runs;
        happened += other.happened;
        seconds += other.seconds;
        faults.add(other.faults);
        ends.add(other.ends);
        silences.add(other.silences);
        violations.addAll(other.violations);
        violations.sort(Comparator.comparingLong(Violation::index).thenComparingDouble(Violation::seconds));
        lost += other.lost;
        doubled += other.doubled;
        late += other.late;
    }

    /** The violations, those of the lowest run first. */
    public List<Violation> violations() {
        return violations;
    }

    /** Returns all figures. */
    public Figures figures() {
        return new Figures(
                seed,
                runs,
                happened,
                seconds / 3600,
                faults.counts(),
                ends.counts(),
                Map.of("lost", lost, "doubled", doubled, "late", late),
                new TreeMap<>(samples),
                silences.figures(),
                violations);
    }
}
