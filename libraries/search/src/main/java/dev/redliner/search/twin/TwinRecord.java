package dev.redliner.search.twin;

import dev.redliner.search.CountInterval;
import dev.redliner.search.CountInterval.Criterion;
import dev.redliner.search.LatencyCounts;
import dev.redliner.search.Precision;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The seconds of a run as a twin needs them. Seconds of about equal load form a group. A twin is compared with the
 * number of requests in each group that are slower than each of some thresholds, the last of which is the limit.
 */
final class TwinRecord {
    /** A twin of more requests than this takes too long, and such hosts serve enough requests without one. */
    private static final double MOST_REQUESTS = 120_000;

    private static final int FEWEST_SECONDS = 60;
    /** Weight of a second in the load of a queue. The rest is of the seconds before. */
    private static final double OWN = 0.35;
    /** The loads of a group differ by this factor at most, once it has {@link #GROUP_REQUESTS}. */
    private static final double GROUP_WIDTH = 1.06;

    private static final double GROUP_REQUESTS = 500;
    /** One second in twenty is busier than the top load. */
    private static final double TOP = 0.95;
    /** The latencies up to this part of the top load determine the service times. */
    private static final double QUIET = 0.7;

    private static final double QUIET_NORMAL = 1.25;
    private static final double[] LEVELS = {0.3, 0.5, 0.7, 0.85, 0.95};
    private static final double[] PARTS_OF_LIMIT = {0.35, 0.5, 0.6, 0.7, 0.8, 0.9};

    private final Criterion criterion;
    private final CountInterval[] seconds;
    private final double[] from;
    private final double[] length;
    private final int[] arrivals;
    private final int[] group;
    private final boolean[] quiet;
    private final double normal;
    private final double top;
    private final double[] thresholds;
    private final double[][] slower;
    private final double[] answered;
    private final double[] quietQuantiles;

    private TwinRecord(Criterion criterion, List<CountInterval> all, double normal) {
        this.criterion = criterion;
        this.normal = normal;
        seconds = all.toArray(CountInterval[]::new);
        from = new double[seconds.length];
        length = new double[seconds.length];
        arrivals = new int[seconds.length];
        double[] loads = new double[seconds.length];
        double load = normal;
        long start = seconds[0].from().toEpochMilli();
        for (int i = 0; i < seconds.length; i++) {
            from[i] = (seconds[i].from().toEpochMilli() - start) / 1e3;
            length[i] = seconds[i].length();
            arrivals[i] = (int) Math.round(seconds[i].requested());
            load = (1 - OWN) * load + OWN * arrivals[i] / length[i];
            loads[i] = load;
        }
        top = Arrays.stream(loads).sorted().toArray()[(int) (TOP * (loads.length - 1))];
        quiet = new boolean[seconds.length];
        for (int i = 0; i < quiet.length; i++) {
            quiet[i] = loads[i] <= Math.max(QUIET_NORMAL * normal, QUIET * top);
        }
        quietQuantiles = quantiles(IntStream.range(0, ServiceTimes.SIZE)
                .mapToDouble(ServiceTimes::level)
                .toArray());
        thresholds = chosen();
        group = groups(loads);
        int groups = Arrays.stream(group).max().orElse(0) + 1;
        slower = new double[groups][thresholds.length];
        answered = new double[groups];
        for (int i = 0; i < seconds.length; i++) {
            count(seconds[i], slower[group[i]], group[i]);
        }
    }

    /**
     * The record of a run; empty if a twin cannot be made of it, because there is no latency, the SUT is several hosts,
     * the run is too short, or its requests are too many.
     *
     * @param all the seconds in order of time
     * @param normal the normal load, requests per second
     */
    static Optional<TwinRecord> of(Criterion criterion, List<CountInterval> all, double normal) {
        double requests = all.stream().mapToDouble(CountInterval::requested).sum();
        boolean some = all.size() >= FEWEST_SECONDS
                && criterion.latency()
                && criterion.host() == null
                && requests <= MOST_REQUESTS
                && all.stream().allMatch(s -> s.byHost().isEmpty())
                && all.stream().anyMatch(s -> s.latencies().size() > 0);
        if (!some) {
            return Optional.empty();
        }
        var record = new TwinRecord(criterion, all, normal);
        return Optional.of(record).filter(r -> r.top <= Precision.MOST_TWIN_RPS && r.quietQuantiles[0] > 0);
    }

    private void count(CountInterval second, double[] counts, int at) {
        CountInterval.Count count = second.count(criterion);
        answered[at] += count.total();
        for (int j = 0; j < thresholds.length - 1; j++) {
            counts[j] += second.latencies().over(thresholds[j]);
        }
        counts[thresholds.length - 1] += count.bad();
    }

    private double[] chosen() {
        var all = new TreeSet<Double>();
        double limit = criterion.limitSeconds();
        double[] usual = quantiles(LEVELS);
        for (double quantile : usual) {
            if (quantile > 0 && quantile < TOP * limit) {
                all.add(edge(quantile));
            }
        }
        for (double part : PARTS_OF_LIMIT) {
            if (part * limit > usual[0]) {
                all.add(edge(part * limit));
            }
        }
        all.add(limit);
        return all.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** The nearest edge of a decimal bucket of two digits, where counts are exact. */
    private static double edge(double seconds) {
        double unit = Math.pow(10, Math.floor(Math.log10(seconds)) - 1);
        return Math.round(seconds / unit) * unit;
    }

    private int[] groups(double[] loads) {
        Integer[] order = IntStream.range(0, loads.length).boxed().toArray(Integer[]::new);
        Arrays.sort(order, Comparator.comparingDouble(i -> loads[i]));
        int[] groups = new int[loads.length];
        int at = -1;
        double begins = 0;
        double requests = GROUP_REQUESTS;
        for (int i : order) {
            if (requests >= GROUP_REQUESTS && (at < 0 || loads[i] > GROUP_WIDTH * begins)) {
                at++;
                begins = loads[i];
                requests = 0;
            }
            groups[i] = at;
            requests += seconds[i].completed();
        }
        boolean few = requests < GROUP_REQUESTS / 2 && at > 0;
        for (int i = 0; few && i < groups.length; i++) {
            groups[i] = Math.min(groups[i], at - 1);
        }
        return groups;
    }

    /** Requests with latencies up to an edge in seconds. */
    private record Bucket(double to, double count) {
        Bucket plus(Bucket other) {
            return new Bucket(to, count + other.count);
        }
    }

    /** Quantiles of the latencies of the quiet seconds. */
    private double[] quantiles(double[] levels) {
        var counts = new TreeMap<Double, Bucket>();
        for (int i = 0; i < seconds.length; i++) {
            LatencyCounts latencies = seconds[i].latencies();
            for (int b = 0; quiet[i] && b < latencies.size(); b++) {
                counts.merge(latencies.from(b), new Bucket(latencies.to(b), latencies.count(b)), Bucket::plus);
            }
        }
        double total = counts.values().stream().mapToDouble(Bucket::count).sum();
        double[] quantiles = new double[levels.length];
        double below = 0;
        int next = 0;
        for (var bucket : counts.entrySet()) {
            double here = bucket.getValue().count();
            while (next < levels.length && levels[next] * total <= below + here) {
                double part = Math.max(0, levels[next] * total - below) / here;
                quantiles[next++] = bucket.getKey() + part * (bucket.getValue().to() - bucket.getKey());
            }
            below += here;
        }
        return quantiles;
    }

    /**
     * The last second that begins until a time; -1 if there is none.
     *
     * @param near the second from which it is searched
     */
    int lastBegun(double time, int near) {
        int at = near;
        while (at + 1 < from.length && from[at + 1] <= time) {
            at++;
        }
        while (at >= 0 && from[at] > time) {
            at--;
        }
        return at;
    }

    Criterion criterion() {
        return criterion;
    }

    int seconds() {
        return seconds.length;
    }

    double from(int second) {
        return from[second];
    }

    double length(int second) {
        return length[second];
    }

    int arrivals(int second) {
        return arrivals[second];
    }

    int group(int second) {
        return group[second];
    }

    boolean quiet(int second) {
        return quiet[second];
    }

    /** The highest load that could be brought in each second, requests per second: it follows the pool's traffic. */
    double[] available() {
        return Arrays.stream(seconds).mapToDouble(CountInterval::available).toArray();
    }

    /** The normal load, requests per second. */
    double normal() {
        return normal;
    }

    /** The highest load, apart from the busiest seconds. */
    double top() {
        return top;
    }

    int groups() {
        return answered.length;
    }

    /** Latencies in seconds, ascending. The last one is the limit. */
    double[] thresholds() {
        return thresholds;
    }

    /** Observed requests of a group that were slower than a threshold. */
    double slower(int group, int threshold) {
        return slower[group][threshold];
    }

    /** Observed requests of a group. */
    double answered(int group) {
        return answered[group];
    }

    /** Requests that a replay serves, at least 1. */
    double requests() {
        return Math.max(1, Arrays.stream(arrivals).asLongStream().sum());
    }

    /** Latencies of the quiet seconds at the levels of {@link ServiceTimes}. */
    double[] quietQuantiles() {
        return quietQuantiles;
    }
}
