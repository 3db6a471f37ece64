package dev.redliner.search;

import static dev.redliner.search.IntervalBuilder.second;

import dev.redliner.search.CountInterval.Criterion;
import dev.redliner.search.estimate.ProbeResult;
import dev.redliner.search.estimate.ProbeResult.Outcome;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * A host without any chance: at load {@code q}, exactly the fraction {@code 0.01 (q / redline)^k} of its requests is
 * slow. Its median is 50 ms and its limit 250 ms.
 *
 * @param redline requests per second
 * @param k steepness of its knee
 */
public record PowerLawHost(double redline, double k) {
    public static final Criterion P99 = new Criterion("p99", "latency.p99", 0.01, 0.25);

    /** A probe of so many seconds, which is bad from the redline on. */
    public ProbeResult probe(Stage stage, double load, int seconds) {
        return probe(stage, load, seconds, load < redline ? Outcome.GOOD : Outcome.BAD, second -> second);
    }

    /** A probe with a given outcome, whose seconds carry more than the counts. */
    public ProbeResult probe(
            Stage stage, double load, int seconds, Outcome outcome, UnaryOperator<IntervalBuilder> more) {
        double slow = load * Math.min(1, 0.01 * Math.pow(load / redline, k));
        return ProbeResult.of(
                new Plan.Probe(1, load, stage, ""),
                outcome,
                false,
                null,
                outcome == Outcome.BAD ? "p99" : "",
                IntStream.range(0, seconds)
                        .mapToObj(i -> more.apply(second(i, load).bad(P99, slow).latency(0.05))
                                .build())
                        .toList());
    }
}
