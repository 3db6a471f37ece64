package dev.redliner.controller.search;

import dev.redliner.controller.search.Second.Criterion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The redline of all rules together: the lowest of theirs. The chance that it lies above a load is the product of each
 * rule's chance.
 */
final class RedlinePosterior {
    /** Below this, a CPU says too little of where it will be full. */
    private static final double TELLING_CPU = 0.3;
    /** Standard deviation of the logarithm of the load that fills it. */
    private static final double CPU_SPREAD = 0.02;

    private final double[] x;
    private final List<TailPosterior> tails;
    private final List<Visit> visits;
    private final boolean ramping;
    private final double[] below;
    private final Map<String, double[]> belowByRule;
    private final double steepness;

    private RedlinePosterior(double[] x, List<TailPosterior> tails, List<Visit> visits, boolean ramping) {
        this.x = x;
        this.tails = List.copyOf(tails);
        this.visits = List.copyOf(visits);
        this.ramping = ramping;
        this.belowByRule = new LinkedHashMap<>();
        double steepest = 0;
        for (TailPosterior tail : tails) {
            Criterion criterion = tail.criterion();
            var weights = tail.weights(Dispersion.forPosterior(criterion, visits, ramping));
            merge(criterion.rule(), cumulative(weights.redlines()));
            if (criterion.latency()) {
                steepest = Math.max(steepest, weights.steepness());
            }
        }
        for (String key : gaugeKeys(visits)) {
            GaugeBound.of(key, visits).ifPresent(bound -> {
                double[] chance = new double[x.length];
                for (int i = 0; i < x.length; i++) {
                    chance[i] = 1 - bound.above(x[i]);
                }
                merge(bound.rule(), chance);
            });
        }
        this.steepness = steepest;
        this.below = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            double above = 1;
            for (double[] rule : belowByRule.values()) {
                above *= 1 - rule[i];
            }
            below[i] = 1 - above;
        }
        belowFullCpu();
    }

    /** The utilisation law: whatever the rules, no host carries more than fills its CPU. */
    private void belowFullCpu() {
        Visit top = null;
        for (Visit visit : visits) {
            Double cpu = visit.cpu();
            boolean telling = cpu != null && cpu > TELLING_CPU && visit.outcome() != Visit.Outcome.BAD;
            if (telling && (top == null || visit.load() > top.load())) {
                top = visit;
            }
        }
        Double cpu = top == null ? null : top.cpu();
        if (top == null || cpu == null) {
            return;
        }
        double full = Math.log(top.load() / cpu);
        for (int i = 0; i < x.length; i++) {
            double z = Math.max(-40, Math.min(40, 1.7 * (x[i] - full) / CPU_SPREAD));
            below[i] = 1 - (1 - below[i]) / (1 + Math.exp(z));
        }
    }

    static RedlinePosterior over(double low, double high, int points, List<Visit> visits, boolean ramping) {
        double[] x = new double[points];
        for (int i = 0; i < points; i++) {
            x[i] = Math.log(low) + (Math.log(high) - Math.log(low)) * i / (points - 1);
        }
        var criteria = new LinkedHashSet<Criterion>();
        visits.forEach(v -> v.seconds().forEach(s -> s.counts().forEach(c -> criteria.add(c.criterion()))));
        var tails = criteria.stream().map(c -> TailPosterior.over(c, x, visits)).toList();
        return new RedlinePosterior(x, tails, visits, ramping);
    }

    RedlinePosterior with(Visit visit) {
        var more = new ArrayList<>(visits);
        more.add(visit);
        return new RedlinePosterior(x, tails.stream().map(t -> t.with(visit)).toList(), more, ramping);
    }

    /** A finer grid around the knee, once the ramp is over. */
    RedlinePosterior around(double highestLoad) {
        double top = visits.stream().mapToDouble(Visit::load).max().orElseThrow();
        double low = Math.min(quantile(0.0005) * 0.85, 0.75 * top);
        double high = Math.min(highestLoad * 1.15, Math.max(quantile(0.9995) * 1.10, 1.3 * top));
        int points = (int) Math.min(220, Math.max(80, Math.log(high / low) / 0.005));
        return over(low, high, points, visits, false);
    }

    /** The load that the redline is below with this probability. */
    double quantile(double probability) {
        return quantile(below, probability);
    }

    /** Exponent of the knee: how many percent worse one percent more load makes the tail. */
    double steepness() {
        return steepness;
    }

    /** The rule with the lowest redline; null while none of them said anything about load. */
    @Nullable
    String limitingRule() {
        return belowByRule.entrySet().stream()
                .min(java.util.Comparator.comparingDouble(e -> quantile(e.getValue(), 0.5)))
                .map(Map.Entry::getKey)
                .orElse(null);
    }

    private double quantile(double[] cumulative, double probability) {
        int i = 1;
        while (i < cumulative.length - 1 && cumulative[i] < probability) {
            i++;
        }
        double from = cumulative[i - 1];
        double to = cumulative[i];
        double part = to <= from ? 0.5 : Math.max(0, Math.min(1, (probability - from) / (to - from)));
        return Math.exp(x[i - 1] + part * (x[i] - x[i - 1]));
    }

    private void merge(String rule, double[] chanceBelow) {
        belowByRule.merge(rule, chanceBelow, (a, b) -> {
            double[] either = new double[a.length];
            for (int i = 0; i < a.length; i++) {
                either[i] = 1 - (1 - a[i]) * (1 - b[i]);
            }
            return either;
        });
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

    private static java.util.Set<String> gaugeKeys(List<Visit> visits) {
        var keys = new LinkedHashSet<String>();
        visits.forEach(v -> keys.addAll(v.gauges().keySet()));
        return keys;
    }
}
