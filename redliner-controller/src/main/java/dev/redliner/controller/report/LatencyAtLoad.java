package dev.redliner.controller.report;

import dev.redliner.api.ExpectationReport.Part;
import dev.redliner.api.MetCheck;
import dev.redliner.controller.run.Run;
import dev.redliner.controller.run.Step;
import dev.redliner.controller.run.evidence.Baseline;
import dev.redliner.controller.run.evidence.TickSum;
import dev.redliner.search.Rps;
import dev.redliner.search.Stage;
import dev.redliner.service.LatencyExpectation;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Compares the latencies of a run with an expectation at a load. Latency grows with the load: requests at higher loads
 * show that it is met, and requests at lower loads that it is not. Nothing is interpolated. Steps in which the SUT
 * recovers from a higher load are left out.
 */
final class LatencyAtLoad {
    /** Slow requests come in bursts, so that this many count as one. It is the prior of the search for slow requests. */
    private static final double BURST = 8;

    /** Of a two-sided interval of 95%. */
    private static final double Z = 1.96;

    /** A host that was asked for a load gets it within this fraction. */
    private static final double SAME_LOAD = 0.02;

    private LatencyAtLoad() {}

    /**
     * Requests at some loads.
     *
     * @param from the lowest offered load of one host, requests per second
     * @param to the highest
     * @param slow how many of the requests took longer than expected
     * @param open requests that were not answered yet, or whose clients left: they may have taken longer
     */
    record Seen(double from, double to, double requests, double slow, double open) {
        Seen plus(Seen other) {
            return new Seen(
                    Math.min(from, other.from),
                    Math.max(to, other.to),
                    requests + other.requests,
                    slow + other.slow,
                    open + other.open);
        }

        String loads() {
            String highest = Rps.number(to);
            String lowest = Rps.number(from);
            return (lowest.equals(highest) ? highest : lowest + " to " + highest) + " rps";
        }
    }

    static Part of(LatencyExpectation expected, Run run) {
        Stream<TickSum> steps = run.steps().stream()
                .filter(step -> step.counted() && step.stage() != Stage.HEAL)
                .map(Step::seen);
        Stream<TickSum> normal = run.baseline().map(Baseline::seen).stream();
        Part part = of(
                expected,
                Stream.concat(normal, steps)
                        .flatMap(seen -> seen(seen, expected).stream())
                        .toList());
        return part.outcome() == MetCheck.NOT_MET && run.hadSharedIncident()
                ? new Part(
                        part.expected(),
                        MetCheck.CANNOT_TELL,
                        part.words()
                                + " Seconds in which the peers suffered too or a machine stood still are among them.")
                : part;
    }

    private static Optional<Seen> seen(TickSum sum, LatencyExpectation expected) {
        Double rps = sum.rps();
        return rps == null || sum.completed() <= 0
                ? Optional.empty()
                : Optional.of(new Seen(
                        rps,
                        rps,
                        sum.completed(),
                        sum.latency().over(expected.most()),
                        Math.max(0, sum.overdue().net())));
    }

    static Part of(LatencyExpectation expected, List<Seen> loads) {
        Optional<Seen> met = nearest(
                expected,
                loads.stream()
                        .filter(seen -> seen.from() >= expected.rps() * (1 - SAME_LOAD))
                        .sorted(Comparator.comparingDouble(Seen::from)),
                MetCheck.MET);
        Optional<Seen> notMet = nearest(
                expected,
                loads.stream()
                        .filter(seen -> seen.to() <= expected.rps() * (1 + SAME_LOAD))
                        .sorted(Comparator.comparingDouble(Seen::to).reversed()),
                MetCheck.NOT_MET);
        if (met.isPresent() == notMet.isPresent()) {
            String why = met.isPresent()
                    ? "Higher loads show that it is met, and lower loads that it is not."
                    : "Too few requests near this load show or exclude it.";
            return new Part(expected.inWords(), MetCheck.CANNOT_TELL, why);
        }
        return met.map(seen -> new Part(expected.inWords(), MetCheck.MET, words(seen, expected)))
                .orElseGet(() -> new Part(expected.inWords(), MetCheck.NOT_MET, words(notMet.orElseThrow(), expected)));
    }

    /** The requests at the fewest loads, nearest first, that decide as wanted. */
    private static Optional<Seen> nearest(LatencyExpectation expected, Stream<Seen> loads, MetCheck wanted) {
        Seen sum = null;
        for (Seen seen : loads.toList()) {
            sum = sum == null ? seen : sum.plus(seen);
            double slow = wanted == MetCheck.MET ? sum.slow() + sum.open() : sum.slow();
            if (outcome(slow, sum.requests(), expected.slower()) == wanted) {
                return Optional.of(sum);
            }
        }
        return Optional.empty();
    }

    /** By Wilson's interval for the fraction of slow requests. */
    private static MetCheck outcome(double slow, double requests, double allowed) {
        double number = requests / BURST;
        double fraction = Math.min(1, slow / requests);
        double center = (fraction + Z * Z / (2 * number)) / (1 + Z * Z / number);
        double half = Z
                / (1 + Z * Z / number)
                * Math.sqrt(fraction * (1 - fraction) / number + Z * Z / (4 * number * number));
        if (center + half <= allowed) {
            return MetCheck.MET;
        }
        return center - half > allowed ? MetCheck.NOT_MET : MetCheck.CANNOT_TELL;
    }

    private static String words(Seen seen, LatencyExpectation expected) {
        return String.format(
                Locale.ROOT,
                "At %s, %,.0f of %,.0f requests took longer than %s ms; %s allows %,.0f.",
                seen.loads(),
                seen.slow(),
                seen.requests(),
                BigDecimal.valueOf(expected.most().toNanos(), 6)
                        .stripTrailingZeros()
                        .toPlainString(),
                expected.name(),
                expected.slower() * seen.requests());
    }
}
