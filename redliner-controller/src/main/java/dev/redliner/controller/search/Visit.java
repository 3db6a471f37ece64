package dev.redliner.controller.search;

import dev.redliner.controller.search.Second.Count;
import dev.redliner.controller.search.Second.Criterion;
import dev.redliner.controller.search.Second.Gauge;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One finished look at a load.
 *
 * @param stage what it was for
 * @param load mean offered load seen, requests per second
 * @param outcome what it showed
 * @param cut whether it ended early because of danger
 * @param signOnly whether it only says "too much": the host was queueing and its counts mean nothing
 * @param breachedRule the rule behind a BAD outcome; empty otherwise
 * @param seconds what was seen
 */
record Visit(
        Stage stage,
        double load,
        Outcome outcome,
        boolean cut,
        boolean signOnly,
        String breachedRule,
        List<Second> seconds) {

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
            Stage stage, Outcome outcome, boolean cut, boolean signOnly, String breachedRule, List<Second> seconds) {
        double requested = seconds.stream().mapToDouble(Second::requested).sum();
        double time = seconds.stream().mapToDouble(Second::length).sum();
        return new Visit(stage, requested / time, outcome, cut, signOnly, breachedRule, seconds);
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

    double time() {
        return seconds.stream().mapToDouble(Second::length).sum();
    }

    double bad(Criterion criterion) {
        return seconds.stream().mapToDouble(s -> s.count(criterion).bad()).sum();
    }

    double total(Criterion criterion) {
        return seconds.stream().mapToDouble(s -> s.count(criterion).total()).sum();
    }

    List<Count> counts(Criterion criterion) {
        return seconds.stream().map(s -> s.count(criterion)).toList();
    }

    double p50() {
        return mean(seconds.stream().map(Second::p50Seconds).toList(), 0);
    }

    double p99() {
        return mean(seconds.stream().map(Second::p99Seconds).toList(), 0);
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
                String key = gauge.rule() + "/" + gauge.metric();
                double[] sum = sums.computeIfAbsent(key, k -> new double[2]);
                sum[0] += gauge.value();
                sum[1]++;
                last.put(key, gauge);
            }
        }
        sums.forEach((key, sum) -> last.computeIfPresent(
                key, (k, gauge) -> new Gauge(gauge.rule(), gauge.metric(), sum[0] / sum[1], gauge.limit())));
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
