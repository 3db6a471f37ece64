package dev.redliner.search.estimate;

import dev.redliner.search.CountInterval.Criterion;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rules that may fail, each at each host, with the probability of failing below a load. Filled once, then only
 * read.
 */
final class RedlineDistribution {
    /** A redline is unlikely where its weight is below this part of the highest weight. */
    private static final double UNLIKELY = 0.05;

    private final double[] x;
    private final int end;
    private final Map<Limit, double[]> belowByLimit = new LinkedHashMap<>();
    /** The hosts of a set whose own redlines the evidence shows. */
    private final Set<String> shown = new HashSet<>();

    /**
     * A rule that may fail at a host.
     *
     * @param host the host, if the SUT is several hosts; else null
     */
    private record Limit(String rule, @Nullable String host) {}

    RedlineDistribution(LoadGrid grid) {
        this.x = grid.lnLoads();
        this.end = grid.end();
    }

    /** Adds a criterion, with the weight of each redline on the grid. */
    void add(Criterion criterion, double[] weights) {
        double most = Arrays.stream(weights, 0, end + 1).max().orElse(0);
        show(criterion.host(), weights[end] < UNLIKELY * most);
        merge(new Limit(criterion.rule(), criterion.host()), cumulative(weights));
    }

    /** Adds a plain value, with the load at which it meets its limit. */
    void add(GaugeBound bound) {
        double[] chance = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            chance[i] = 1 - bound.above(x[i]);
        }
        show(bound.host(), chance[end] > 1 - UNLIKELY);
        merge(new Limit(bound.rule(), bound.host()), chance);
    }

    /**
     * A host's redline shows if it is clearly less likely to lie at the end of the even cells, beyond all visited
     * loads.
     */
    private void show(@Nullable String host, boolean notAtTop) {
        if (host != null && notAtTop) {
            shown.add(host);
        }
    }

    private void merge(Limit limit, double[] chanceBelow) {
        belowByLimit.merge(limit, chanceBelow, (a, b) -> lowest(List.of(a, b)));
    }

    /** The probability that the lowest redline is below each load. */
    double[] below() {
        return lowest(belowByLimit.values());
    }

    /** The rule with the lowest redline; null while no rule has evidence about load. */
    @Nullable
    String limitingRule() {
        return limiting(belowByLimit).map(Limit::rule).orElse(null);
    }

    /** The redline of one host alone. */
    RedlineOfHost of(String host, List<ProbeResult> probes) {
        var own = new LinkedHashMap<>(belowByLimit);
        own.keySet().removeIf(limit -> !host.equals(limit.host()));
        return new RedlineOfHost(
                x,
                lowest(own.values()),
                limiting(own).map(Limit::rule).orElse(null),
                limiting(belowByLimit).map(Limit::host).filter(host::equals).isPresent(),
                shown.contains(host),
                highest(host, probes.stream().filter(probe -> probe.outcome() != ProbeResult.Outcome.BAD)),
                highest(host, probes.stream()));
    }

    private Optional<Limit> limiting(Map<Limit, double[]> limits) {
        return limits.entrySet().stream()
                .min(Comparator.comparingDouble(e -> LoadGrid.quantile(x, e.getValue(), 0.5)))
                .map(Map.Entry::getKey);
    }

    private static double highest(String host, Stream<ProbeResult> probes) {
        return probes.mapToDouble(probe -> probe.byHost().getOrDefault(host, 0.0))
                .max()
                .orElse(0);
    }

    private double[] lowest(Collection<double[]> chancesBelow) {
        double[] any = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            double above = 1;
            for (double[] below : chancesBelow) {
                above *= 1 - below[i];
            }
            any[i] = 1 - above;
        }
        return any;
    }

    private static double[] cumulative(double[] weights) {
        double[] sums = new double[weights.length];
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            sum += weights[i];
            sums[i] = Math.min(1, sum);
        }
        return sums;
    }
}
