package dev.redliner.search.estimate;

import dev.redliner.search.CountInterval.Criterion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
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
    private final List<Limit> limits = new ArrayList<>();
    /** The hosts of a set whose own redlines the evidence shows. */
    private final Set<String> shown = new HashSet<>();

    /**
     * A rule that may fail at a host.
     *
     * @param host the host, if the SUT is several hosts; else null
     * @param counted the criterion of the rule; null for a rule without counts
     * @param below the probability that the rule fails below each load
     */
    private record Limit(String rule, @Nullable String host, @Nullable Criterion counted, double[] below) {
        boolean counts(Criterion criterion) {
            return counted != null && counted.countsAs(criterion);
        }
    }

    RedlineDistribution(LoadGrid grid) {
        this.x = grid.lnLoads();
        this.end = grid.end();
    }

    /** Adds a criterion, with the weight of each redline on the grid. */
    void add(Criterion criterion, double[] weights) {
        double most = Arrays.stream(weights, 0, end + 1).max().orElse(0);
        show(criterion.host(), weights[end] < UNLIKELY * most);
        double[] below = cumulative(weights);
        for (int i = 0; i < limits.size(); i++) {
            Limit other = limits.get(i);
            if (other.counts(criterion)) {
                // two windows over the same requests: these requests are evidence once
                limits.set(i, new Limit(other.rule(), other.host(), other.counted(), either(other.below(), below)));
                return;
            }
        }
        limits.add(new Limit(criterion.rule(), criterion.host(), criterion, below));
    }

    /** Adds a plain value, with the load at which it meets its limit. */
    void add(GaugeBound bound) {
        double[] chance = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            chance[i] = 1 - bound.above(x[i]);
        }
        show(bound.host(), chance[end] > 1 - UNLIKELY);
        limits.add(new Limit(bound.rule(), bound.host(), null, chance));
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

    /** The probability that the lowest redline is below each load. */
    double[] below() {
        return lowest(limits);
    }

    /** The rule with the lowest redline; null while no rule has evidence about load. */
    @Nullable
    String limitingRule() {
        return limiting(limits).map(Limit::rule).orElse(null);
    }

    /** The redline of one host alone. */
    RedlineOfHost of(String host, List<ProbeResult> probes) {
        List<Limit> own =
                limits.stream().filter(limit -> host.equals(limit.host())).toList();
        return new RedlineOfHost(
                x,
                lowest(own),
                limiting(own).map(Limit::rule).orElse(null),
                limiting(limits).map(Limit::host).filter(host::equals).isPresent(),
                shown.contains(host),
                highest(host, probes.stream().filter(probe -> probe.outcome() != ProbeResult.Outcome.BAD)),
                highest(host, probes.stream()));
    }

    private Optional<Limit> limiting(List<Limit> of) {
        return of.stream().min(Comparator.comparingDouble(limit -> LoadGrid.quantile(x, limit.below(), 0.5)));
    }

    private static double highest(String host, Stream<ProbeResult> probes) {
        return probes.mapToDouble(probe -> probe.byHost().getOrDefault(host, 0.0))
                .max()
                .orElse(0);
    }

    private double[] lowest(List<Limit> of) {
        double[] any = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            double above = 1;
            for (Limit limit : of) {
                above *= 1 - limit.below()[i];
            }
            any[i] = 1 - above;
        }
        return any;
    }

    /** The higher of two probabilities at each load. */
    private static double[] either(double[] a, double[] b) {
        double[] most = new double[a.length];
        Arrays.setAll(most, i -> Math.max(a[i], b[i]));
        return most;
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
