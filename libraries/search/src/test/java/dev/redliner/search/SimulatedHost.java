package dev.redliner.search;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.search.CountInterval.Count;
import dev.redliner.search.CountInterval.Criterion;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * A host in virtual time: Poisson arrivals or page loads, served in order of arrival by {@code workers} workers, with
 * lognormal service times. The simulation is exact per request. Each second of it is a {@link CountInterval}.
 */
public final class SimulatedHost {
    public static final Criterion P99 = new Criterion("p99", "latency.p99", 0.01, 0.100);
    public static final Criterion ERRORS = new Criterion("errors", "error_rate", 0.001, 0);

    private final Random random;
    private final int workers;
    private final double meanSeconds;
    private final double sigma;
    private final PriorityQueue<Double> freeAt = new PriorityQueue<>();
    private double now;
    private double nextArrival;
    private double busySeconds;
    private final Pauses pauses;
    private final Traffic traffic;
    private double nextPause;

    /**
     * Pauses of all workers at once, as by garbage collection, so that bad requests come in bursts.
     *
     * @param everySeconds mean time between two pauses; infinite for none
     * @param seconds duration of each pause
     */
    public record Pauses(double everySeconds, double seconds) {
        public static final Pauses NONE = new Pauses(Double.POSITIVE_INFINITY, 0);
    }

    /**
     * How uneven the arrivals are.
     *
     * @param page mean number of requests that arrive at once, geometric; 1 for independent requests
     * @param swing amplitude of a wave of one minute, as a part of the load
     */
    public record Traffic(double page, double swing) {
        public static final Traffic POISSON = new Traffic(1, 0);

        private double loadAt(double seconds, double load) {
            return load * (1 + swing * Math.sin(2 * Math.PI * seconds / 60));
        }

        private boolean samePage(Random random) {
            return page > 1 && random.nextDouble() < 1 - 1 / page;
        }
    }

    public SimulatedHost(long seed, int workers, double meanSeconds, double cv) {
        this(seed, workers, meanSeconds, cv, Pauses.NONE, Traffic.POISSON);
    }

    public SimulatedHost(long seed, int workers, double meanSeconds, double cv, Pauses pauses) {
        this(seed, workers, meanSeconds, cv, pauses, Traffic.POISSON);
    }

    public SimulatedHost(long seed, int workers, double meanSeconds, double cv, Pauses pauses, Traffic traffic) {
        this.pauses = pauses;
        this.traffic = traffic;
        this.random = new Random(seed);
        this.workers = workers;
        this.meanSeconds = meanSeconds;
        this.sigma = Math.sqrt(Math.log(1 + cv * cv));
        for (int i = 0; i < workers; i++) {
            freeAt.add(0.0);
        }
        pause();
    }

    private void pause() {
        if (Double.isFinite(pauses.everySeconds())) {
            nextPause -= pauses.everySeconds() * Math.log(1 - random.nextDouble());
        } else {
            nextPause = Double.POSITIVE_INFINITY;
        }
    }

    /** A worker that is free when the pause begins waits for its end. The work of the others takes that much longer. */
    private void pauseUntil(double time) {
        while (nextPause <= time) {
            var later = freeAt.stream()
                    .map(free -> Math.max(free, nextPause) + pauses.seconds())
                    .toList();
            freeAt.clear();
            freeAt.addAll(later);
            pause();
        }
    }

    /** One second under this load. */
    public CountInterval second(double load) {
        return second(load, Double.MAX_VALUE);
    }

    /** One second under this load, with {@code available} as the highest load that could be brought. */
    public CountInterval second(double load, double available) {
        double from = now;
        double to = now + 1;
        nextArrival = Math.max(nextArrival, from);
        var counts = new TreeMap<Integer, Long>();
        double sum = 0;
        long requests = 0;
        long slow = 0;
        busySeconds = 0;
        double pages = traffic.loadAt(from, load) / traffic.page();
        while (true) {
            double arrival = requests > 0 && traffic.samePage(random)
                    ? nextArrival
                    : nextArrival - Math.log(1 - random.nextDouble()) / pages;
            if (arrival >= to) {
                break;
            }
            nextArrival = arrival;
            pauseUntil(arrival);
            double service = meanSeconds * Math.exp(sigma * random.nextGaussian() - sigma * sigma / 2);
            double start = Math.max(arrival, freeAt.remove());
            freeAt.add(start + service);
            busySeconds += service;
            double latency = start + service - arrival;
            counts.merge(LatencyHistogram.bucketOf(Duration.ofNanos((long) (latency * 1e9))), 1L, Long::sum);
            sum += latency;
            requests++;
            slow += latency > P99.limitSeconds() ? 1 : 0;
        }
        nextArrival = to;
        now = to;
        var histogram = LatencyHistogram.of(counts, sum);
        boolean some = requests > 0;
        return new CountInterval(
                at(from),
                at(to),
                requests,
                requests,
                List.of(new Count(P99, slow, requests), new Count(ERRORS, 0, requests)),
                List.of(),
                some ? histogram.quantileSeconds(0.5) : null,
                some ? histogram.quantileSeconds(0.99) : null,
                some ? histogram.meanSeconds() : null,
                latencies(histogram),
                null,
                Map.of(),
                Math.min(1, busySeconds / workers),
                available,
                false,
                Set.of());
    }

    private static LatencyCounts latencies(LatencyHistogram histogram) {
        return new LatencyCounts(
                Arrays.stream(histogram.buckets())
                        .mapToDouble(LatencyHistogram::lowerSeconds)
                        .toArray(),
                Arrays.stream(histogram.buckets())
                        .mapToDouble(LatencyHistogram::upperSeconds)
                        .toArray(),
                Arrays.stream(histogram.counts()).asDoubleStream().toArray());
    }

    /** The load at which one request in a hundred is slow in the long run, by bisection over long steady runs. */
    public static double truth(int workers, double meanSeconds, double cv) {
        return truth(workers, meanSeconds, cv, Pauses.NONE, Traffic.POISSON);
    }

    public static double truth(int workers, double meanSeconds, double cv, Pauses pauses) {
        return truth(workers, meanSeconds, cv, pauses, Traffic.POISSON);
    }

    public static double truth(int workers, double meanSeconds, double cv, Pauses pauses, Traffic traffic) {
        double low = 0.3 * workers / meanSeconds;
        double high = workers / meanSeconds;
        for (int i = 0; i < 12; i++) {
            double load = (low + high) / 2;
            var host = new SimulatedHost(99, workers, meanSeconds, cv, pauses, traffic);
            double slow = 0;
            double all = 0;
            for (int s = 0; s < 2_000; s++) {
                var count = host.second(load).count(P99);
                slow += s < 20 ? 0 : count.bad();
                all += s < 20 ? 0 : count.total();
            }
            if (slow <= 0.01 * all) {
                low = load;
            } else {
                high = load;
            }
        }
        return low;
    }

    private static Instant at(double seconds) {
        return Instant.ofEpochSecond(1_800_000_000L).plusMillis(Math.round(seconds * 1000));
    }

    /** The second without any counts. */
    public static CountInterval uncounted(CountInterval second) {
        return with(second, List.of());
    }

    /** The second with this many of its requests slow instead. */
    public static CountInterval slowed(CountInterval second, double slow) {
        return with(
                second,
                second.counts().stream()
                        .map(c -> c.criterion().equals(P99) ? new Count(P99, c.bad() + slow, c.total()) : c)
                        .toList());
    }

    private static CountInterval with(CountInterval second, List<Count> counts) {
        return new CountInterval(
                second.from(),
                second.to(),
                second.requested(),
                second.completed(),
                counts,
                second.gauges(),
                second.p50Seconds(),
                second.p99Seconds(),
                second.meanSeconds(),
                second.latencies(),
                second.slowest(),
                second.byHost(),
                second.cpu(),
                second.available(),
                second.common(),
                second.held());
    }

    /** The outcome of a whole search. */
    public record Outcome(Plan plan, double seconds, double served, double bad, int probes, List<String> story) {}

    /** Plays a search to its end, with each load observed a second after it was asked for. */
    public static Outcome play(Search search, SimulatedHost host, double available) {
        return play(search, host, available, 1);
    }

    /** Plays a search to its end, with each load observed {@code late} seconds after it was asked for. */
    public static Outcome play(Search search, SimulatedHost host, double available, int late) {
        double served = 0;
        double bad = 0;
        int seconds = 0;
        int probe = 0;
        var story = new ArrayList<String>();
        while (search.plan() instanceof Plan.Probe planned && seconds < 3_000) {
            if (planned.number() != probe) {
                probe = planned.number();
                story.add(seconds + "s " + planned.stage() + " " + Math.round(planned.load()) + ": " + planned.why());
                for (int i = 0; i < late; i++) {
                    host.second(planned.load());
                    seconds++;
                }
            }
            CountInterval second = host.second(planned.load(), available);
            served += second.completed();
            bad += second.count(P99).bad();
            search = search.observe(second);
            seconds++;
        }
        return new Outcome(search.plan(), seconds, served, bad, probe, story);
    }
}
