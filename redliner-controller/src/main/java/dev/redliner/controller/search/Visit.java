package dev.redliner.controller.search;

import dev.redliner.controller.search.Second.Count;
import dev.redliner.controller.search.Second.Criterion;
import dev.redliner.controller.search.Second.Gauge;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One finished look at a load.
 *
 * @param stage what it was for
 * @param asked the load that was asked for, requests per second
 * @param load mean offered load seen, requests per second
 * @param outcome what it showed
 * @param cut whether it ended early because of danger
 * @param queued the criterion whose host was queueing, so that its counts mean nothing and it only says "too much"; null
 *     if none was
 * @param breachedRule the rule behind a BAD outcome; empty otherwise
 * @param seconds what was seen
 */
record Visit(
        Stage stage,
        double asked,
        double load,
        Outcome outcome,
        boolean cut,
        @Nullable Criterion queued,
        String breachedRule,
        List<Second> seconds) {

    /** Part of the bad requests that is taken to have nothing to do with load. */
    private static final double INDIFFERENT = 0.1;
    /** A knee may be steeper, but single seconds do not show it. */
    private static final double STEEPEST = 40;

    private static final double MOST_GROWTH = 3;
    private static final double BY_CHANCE = 0.02;

    enum Outcome {
        GOOD,
        BAD,
        /** Neither for certain; the counts speak for themselves. */
        OPEN
    }

    Visit {
        seconds = List.copyOf(seconds);
    }

    static Visit of(
            Plan.Visit plan,
            Outcome outcome,
            boolean cut,
            @Nullable Criterion queued,
            String breachedRule,
            List<Second> seconds) {
        double requested = seconds.stream().mapToDouble(Second::requested).sum();
        double time = seconds.stream().mapToDouble(Second::length).sum();
        return new Visit(plan.stage(), plan.load(), requested / time, outcome, cut, queued, breachedRule, seconds);
    }

    /** Every criterion that was counted in any of them. */
    static List<Criterion> criteria(List<Visit> visits) {
        return visits.stream()
                .flatMap(v -> v.seconds().stream())
                .flatMap(s -> s.counts().stream())
                .map(Count::criterion)
                .distinct()
                .toList();
    }

    /** Whether this criterion's counts mean nothing: a host was queueing, and others of a set perhaps too. */
    boolean signOnly(Criterion criterion) {
        return queued != null && criterion.latency();
    }

    double time() {
        return seconds.stream().mapToDouble(Second::length).sum();
    }

    /** The same at the host that a criterion is about, requests per second. */
    double load(Criterion criterion) {
        return criterion.host() == null
                ? load
                : seconds.stream().mapToDouble(s -> s.requested(criterion)).sum() / time();
    }

    /** The mean load of each host, requests per second, by the host's id; empty if the SUT is one host. */
    Map<String, Double> byHost() {
        var loads = new TreeMap<String, Double>();
        double time = time();
        seconds.forEach(second ->
                second.byHost().forEach((host, requested) -> loads.merge(host, requested / time, Double::sum)));
        return loads;
    }

    /** The load that it stands for: what was asked for, unless clearly less came. Nobody asks for the normal load. */
    double carried() {
        if (stage == Stage.BASELINE) {
            return load;
        }
        double requests = Math.max(1, load * time());
        return Math.min(asked, load * (1 + BY_CHANCE + 1 / Math.sqrt(requests)));
    }

    double bad(Criterion criterion) {
        return seconds.stream().mapToDouble(s -> s.count(criterion).bad()).sum();
    }

    double total(Criterion criterion) {
        return seconds.stream().mapToDouble(s -> s.count(criterion).total()).sum();
    }

    double badFraction(Criterion criterion) {
        return bad(criterion) / Math.max(1, total(criterion));
    }

    double[] badBySecond(Criterion criterion) {
        return seconds.stream().mapToDouble(s -> s.count(criterion).bad()).toArray();
    }

    /** The load that the requests of each second met: its own, and a part of the two seconds before. */
    double[] loads(Criterion criterion) {
        double carried = criterion.carried();
        double[] loads = new double[seconds.size()];
        double before = load(criterion);
        double earlier = before;
        for (int i = 0; i < loads.length; i++) {
            double own = seconds.get(i).requested(criterion) / seconds.get(i).length();
            loads[i] = (1 - carried) * own + carried * (before + earlier) / 2;
            earlier = before;
            before = own;
        }
        return loads;
    }

    /** How the bad requests should be spread over the seconds, but for a factor, if they follow the load this steeply. */
    double[] expected(Criterion criterion, double steepness) {
        double k = Math.min(STEEPEST, steepness);
        double mean = load(criterion);
        double[] loads = loads(criterion);
        double[] expected = new double[loads.length];
        for (int i = 0; i < expected.length; i++) {
            double growth = Math.exp(Math.min(MOST_GROWTH, k * Math.log(Math.max(1e-9, loads[i] / mean))));
            expected[i] = seconds.get(i).count(criterion).total() * (INDIFFERENT + (1 - INDIFFERENT) * growth);
        }
        return expected;
    }

    double p50() {
        return mean(seconds.stream().map(Second::p50Seconds).toList(), 0);
    }

    double p99() {
        return mean(seconds.stream().map(Second::p99Seconds).toList(), 0);
    }

    /** The highest of the seconds' 99th percentiles: excursions show before the usual second moves. */
    double highestP99() {
        return seconds.stream()
                .map(Second::p99Seconds)
                .filter(java.util.Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
    }

    @Nullable
    Double cpu() {
        double mean = mean(seconds.stream().map(Second::cpu).toList(), Double.NaN);
        return Double.isNaN(mean) ? null : mean;
    }

    /** Mean value of every gauge that was seen. */
    Map<String, Gauge> gauges() {
        Map<String, double[]> sums = new LinkedHashMap<>();
        Map<String, Gauge> last = new LinkedHashMap<>();
        for (Second second : seconds) {
            for (Gauge gauge : second.gauges()) {
                String key = gauge.key();
                double[] sum = sums.computeIfAbsent(key, k -> new double[2]);
                sum[0] += gauge.value();
                sum[1]++;
                last.put(key, gauge);
            }
        }
        sums.forEach((key, sum) -> last.computeIfPresent(
                key,
                (k, gauge) -> new Gauge(gauge.rule(), gauge.metric(), sum[0] / sum[1], gauge.limit(), gauge.host())));
        return last;
    }

    private static double mean(List<@Nullable Double> values, double none) {
        double sum = 0;
        int count = 0;
        for (Double value : values) {
            if (value != null) {
                sum += value;
                count++;
            }
        }
        return count == 0 ? none : sum / count;
    }
}
