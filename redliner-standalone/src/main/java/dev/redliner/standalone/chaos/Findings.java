package dev.redliner.standalone.chaos;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a campaign found, added up. */
public final class Findings {
    private final long seed;
    private final Map<FaultKind, Long> faults = new EnumMap<>(FaultKind.class);
    private final Map<String, Long> ends = new TreeMap<>();
    private final List<Double> silences = new ArrayList<>();
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
     * @param runs virtual runs
     * @param events things that happened in them
     * @param virtualHours virtual time
     * @param faults by kind
     * @param ends measurements by how they ended
     * @param messages troubled by Kafka
     * @param silence seconds from the last ordered renewal to the baseline
     * @param violations promises that did not hold
     */
    public record Figures(
            long seed,
            long runs,
            long events,
            double virtualHours,
            Map<FaultKind, Long> faults,
            Map<String, Long> ends,
            Map<String, Long> messages,
            Silence silence,
            List<Violation> violations) {}

    /**
     * How long a share outlived the last renewal that was ordered, in runs whose clocks were right.
     *
     * @param times how often
     * @param medianSeconds median
     * @param p99Seconds 99th percentile
     * @param worstSeconds worst
     */
    public record Silence(long times, double medianSeconds, double p99Seconds, double worstSeconds) {}

    Findings(long seed) {
        this.seed = seed;
    }

    void add(Outcome outcome) {
        runs++;
        happened += outcome.happened();
        seconds += outcome.seconds();
        outcome.faults().forEach(kind -> faults.merge(kind, 1L, Long::sum));
        outcome.ends().forEach(end -> ends.merge(end, 1L, Long::sum));
        silences.addAll(outcome.silences());
        violations.addAll(outcome.violations());
        lost += outcome.lost();
        doubled += outcome.doubled();
        late += outcome.late();
    }

    void add(Findings other) {
        runs += other.runs;
        happened += other.happened;
        seconds += other.seconds;
        other.faults.forEach((kind, count) -> faults.merge(kind, count, Long::sum));
        other.ends.forEach((end, count) -> ends.merge(end, count, Long::sum));
        silences.addAll(other.silences);
        violations.addAll(other.violations);
        violations.sort(Comparator.comparingLong(Violation::index).thenComparingDouble(Violation::seconds));
        lost += other.lost;
        doubled += other.doubled;
        late += other.late;
    }

    /** Those of the lowest run first. */
    public List<Violation> violations() {
        return violations;
    }

    /** All of it. */
    public Figures figures() {
        double[] sorted =
                silences.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return new Figures(
                seed,
                runs,
                happened,
                seconds / 3600,
                faults,
                ends,
                Map.of("lost", lost, "doubled", doubled, "late", late),
                new Silence(sorted.length, at(sorted, 0.5), at(sorted, 0.99), at(sorted, 1)),
                violations);
    }

    private static double at(double[] sorted, double fraction) {
        return sorted.length == 0 ? 0 : sorted[(int) Math.round(fraction * (sorted.length - 1))];
    }
}
