package dev.redliner.search.estimate;

import dev.redliner.search.CountInterval;
import dev.redliner.search.CountInterval.Count;
import dev.redliner.search.CountInterval.Criterion;
import dev.redliner.search.CountInterval.Gauge;
import dev.redliner.search.Plan;
import dev.redliner.search.Stage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One finished probe.
 *
 * @param stage purpose of the probe
 * @param asked the load that was asked for, requests per second; at the baseline, which asks for no load, the observed one
 * @param load mean observed offered load, requests per second
 * @param outcome the result
 * @param cut whether the probe ended early because of danger
 * @param queued the criterion whose host was queueing. Its counts then mean nothing, and the probe shows only that the
 *     load was too high. Null if no host was queueing
 * @param breachedRule the rule behind a BAD outcome; empty otherwise
 * @param seconds the evidence
 */
public record ProbeResult(
        Stage stage,
        double asked,
        double load,
        Outcome outcome,
        boolean cut,
        @Nullable Criterion queued,
        String breachedRule,
        List<CountInterval> seconds) {

    /** Part of the bad requests that is assumed to be independent of load. */
    private static final double INDIFFERENT = 0.1;
    /** A knee may be steeper, but single seconds do not show it. */
    private static final double STEEPEST = 40;

    /** Largest exponent of the growth. It keeps a single busy second from explaining all bad requests of a probe. */
    private static final double MOST_GROWTH = 3;
    /** A load up to this part below the one asked for counts as equal to it, besides the chance of single requests. */
    private static final double BY_CHANCE = 0.02;
    /** Stands for no load at all, whose logarithm does not exist. */
    private static final double NO_LOAD = 1e-9;

    /** The judgement of a load. */
    public enum Outcome {
        GOOD,
        BAD,
        /** Neither is certain. Only the counts are used. */
        OPEN
    }

    public ProbeResult {
        seconds = List.copyOf(seconds);
    }

    /** The result of a planned probe with this evidence. */
    public static ProbeResult of(
            Plan.Probe plan,
            Outcome outcome,
            boolean cut,
            @Nullable Criterion queued,
            String breachedRule,
            List<CountInterval> seconds) {
        double requested =
                seconds.stream().mapToDouble(CountInterval::requested).sum();
        double time = seconds.stream().mapToDouble(CountInterval::length).sum();
        double load = requested / time;
        double asked = plan.stage() == Stage.BASELINE ? load : plan.load();
        return new ProbeResult(plan.stage(), asked, load, outcome, cut, queued, breachedRule, seconds);
    }

    /** All criteria that were counted in any of the probes. */
    public static List<Criterion> criteria(List<ProbeResult> probes) {
        return probes.stream()
                .flatMap(v -> v.seconds().stream())
                .flatMap(s -> s.counts().stream())
                .map(Count::criterion)
                .distinct()
                .toList();
    }

    /** Whether a rule without counts and plain values held at the end. */
    boolean held(String rule) {
        return !seconds.isEmpty() && seconds.get(seconds.size() - 1).held().contains(rule);
    }

    /** The rules without counts and plain values that broke a probe. */
    static Set<String> brokenByVerdicts(List<ProbeResult> probes) {
        var rules = new TreeSet<String>();
        for (ProbeResult probe : probes) {
            if (probe.outcome() == Outcome.BAD
                    && !probe.breachedRule().isEmpty()
                    && probe.seconds().stream().noneMatch(second -> second.hasNumbersOf(probe.breachedRule()))) {
                rules.add(probe.breachedRule());
            }
        }
        return rules;
    }

    /**
     * Whether the counts of a criterion mean nothing because a host was queueing. Other hosts of a set may have been
     * queueing too.
     */
    boolean signOnly(Criterion criterion) {
        return queued != null && criterion.latency();
    }

    /** Its duration in seconds. */
    public double time() {
        return seconds.stream().mapToDouble(CountInterval::length).sum();
    }

    /** The mean offered load of the host that a criterion is about, requests per second. */
    double load(Criterion criterion) {
        return criterion.host() == null
                ? load
                : seconds.stream().mapToDouble(s -> s.requested(criterion)).sum() / time();
    }

    /** The mean load of each host, requests per second, by the host's id; empty if the SUT is one host. */
    public Map<String, Double> byHost() {
        var loads = new TreeMap<String, Double>();
        double time = time();
        seconds.forEach(second ->
                second.byHost().forEach((host, requested) -> loads.merge(host, requested / time, Double::sum)));
        return loads;
    }

    /** The load that this probe stands for: the load asked for, unless clearly less arrived. */
    public double carried() {
        double requests = Math.max(1, load * time());
        return Math.min(asked, load * (1 + BY_CHANCE + 1 / Math.sqrt(requests)));
    }

    /** Whether the load asked for was this part or more of all the load that could be brought meanwhile. */
    public boolean isAtTop(double part) {
        double available =
                seconds.stream().mapToDouble(s -> s.available() * s.length()).sum();
        return available > 0 && asked * time() >= part * available;
    }

    /** Its bad requests. */
    public double bad(Criterion criterion) {
        return Likelihood.bad(criterion, seconds);
    }

    /** All its counted requests. */
    public double total(Criterion criterion) {
        return Likelihood.total(criterion, seconds);
    }

    /** Its bad requests as a fraction of all; 0 without any request. */
    public double badFraction(Criterion criterion) {
        return bad(criterion) / Math.max(1, total(criterion));
    }

    double[] badBySecond(Criterion criterion) {
        return seconds.stream().mapToDouble(s -> s.count(criterion).bad()).toArray();
    }

    /**
     * The load that the requests of each second met: the load of that second, and a part of the two seconds before it.
     */
    double[] loads(Criterion criterion) {
        double carried = CarriedLoad.part(criterion);
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

    /** Expected bad requests of each second, up to a common factor, if they follow the load with this steepness. */
    double[] expected(Criterion criterion, double steepness) {
        double k = Math.min(STEEPEST, steepness);
        double mean = load(criterion);
        double[] loads = loads(criterion);
        double[] expected = new double[loads.length];
        for (int i = 0; i < expected.length; i++) {
            double growth = Math.exp(Math.min(MOST_GROWTH, k * Math.log(Math.max(NO_LOAD, loads[i] / mean))));
            expected[i] = seconds.get(i).count(criterion).total() * (INDIFFERENT + (1 - INDIFFERENT) * growth);
        }
        return expected;
    }

    /** Mean of the median latencies of its seconds, in seconds; 0 without any response. */
    public double p50() {
        return mean(seconds.stream().map(CountInterval::p50Seconds).toList(), 0);
    }

    /** Mean of the 99th percentiles of its seconds, in seconds; 0 without any response. */
    public double p99() {
        return mean(seconds.stream().map(CountInterval::p99Seconds).toList(), 0);
    }

    /** The highest 99th percentile of any second. Excursions show before the typical second moves. */
    public double highestP99() {
        return seconds.stream()
                .map(CountInterval::p99Seconds)
                .filter(java.util.Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
    }

    /** Mean fraction of the CPU in use; null if unknown. */
    @Nullable
    public Double cpu() {
        double mean = mean(seconds.stream().map(CountInterval::cpu).toList(), Double.NaN);
        return Double.isNaN(mean) ? null : mean;
    }

    /** Mean value of every observed gauge. */
    Map<String, Gauge> gauges() {
        Map<String, double[]> sums = new LinkedHashMap<>();
        Map<String, Gauge> last = new LinkedHashMap<>();
        for (CountInterval second : seconds) {
            for (Gauge gauge : second.gauges()) {
                String key = key(gauge);
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

    /** Identifies a gauge: a rule's metric, at one host if the SUT is several hosts. */
    private static String key(Gauge gauge) {
        return gauge.rule() + "/" + gauge.metric() + (gauge.host() == null ? "" : "/" + gauge.host());
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
