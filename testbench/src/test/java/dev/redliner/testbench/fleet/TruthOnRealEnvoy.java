package dev.redliner.testbench.fleet;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.standalone.fleet.Fleet;
import dev.redliner.standalone.fleet.FleetSettings;
import dev.redliner.standalone.fleet.HostSettings;
import dev.redliner.standalone.fleet.Objective;
import dev.redliner.standalone.fleet.SteadyRun;
import dev.redliner.standalone.fleet.Truth;
import dev.redliner.standalone.traffic.LoadSettings;
import dev.redliner.standalone.traffic.Traffic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * The experiment behind {@link Truth}. It sends real requests through a real Envoy to hosts, each at a fraction of its
 * claimed redline, and reads Envoy's histogram. Not part of the build: it takes minutes and needs a quiet machine.
 *
 * <p>Arguments: seconds per load, seed, hosts (all measured together), then the fractions.
 */
final class TruthOnRealEnvoy {
    private static final Duration WARM_UP = Duration.ofSeconds(15);

    private TruthOnRealEnvoy() {}

    public static void main(String[] args) throws Exception {
        long seconds = Long.parseLong(args[0]);
        long seed = Long.parseLong(args[1]);
        int hosts = Integer.parseInt(args[2]);
        Truth truth = Truth.of(HostSettings.DEMO, Objective.DEMO, Truth.MEASURED_OVERHEAD);
        System.out.println("seed=" + seed + " " + truth);
        Path folder = Files.createTempDirectory("truth");
        for (String fraction : Arrays.asList(args).subList(3, args.length)) {
            double rps = truth.rps() * Double.parseDouble(fraction);
            try (Fleet fleet = Fleet.start(FleetSettings.demo(hosts, seed));
                    var envoy = new EnvoyInFront(fleet.hosts(), folder.resolve(fraction));
                    Traffic traffic = Traffic.start(LoadSettings.demo(envoy.listener(), rps * hosts, seed)
                            .steady())) {
                Thread.sleep(WARM_UP.toMillis());
                LatencyHistogram before = envoy.latencies();
                Thread.sleep(seconds * 1_000);
                report(fraction, rps, before, envoy.latencies(), traffic, seconds * hosts);
            }
        }
    }

    private static void report(
            String fraction,
            double rps,
            LatencyHistogram before,
            LatencyHistogram after,
            Traffic traffic,
            long hostSeconds) {
        LatencyHistogram window = minus(after, before);
        double over = window.over(Objective.DEMO.latencyLimit()) / window.count();
        double expected = new SteadyRun(
                        HostSettings.DEMO, Objective.DEMO, Truth.MEASURED_OVERHEAD, 3_000_000, new SplittableRandom(1))
                .at((double) window.count() / hostSeconds)
                .overFraction();
        System.out.printf(
                "%s of the truth = %.1f rps; seen %.1f rps, p50 %.1f ms, p99 %.1f ms, over the limit %.3f%% (%.3f%% by the model at the rate seen); %s %s%n",
                fraction,
                rps,
                (double) window.count() / hostSeconds,
                window.quantileSeconds(0.5) * 1e3,
                window.quantileSeconds(0.99) * 1e3,
                over * 100,
                expected * 100,
                traffic.counts(),
                traffic.punctuality());
    }

    static LatencyHistogram minus(LatencyHistogram after, LatencyHistogram before) {
        var counts = new TreeMap<Integer, Long>();
        add(counts, after, 1);
        add(counts, before, -1);
        return LatencyHistogram.of(counts, 0);
    }

    private static void add(SortedMap<Integer, Long> counts, LatencyHistogram histogram, int sign) {
        for (int i = 0; i < histogram.buckets().length; i++) {
            counts.merge(histogram.buckets()[i], sign * histogram.counts()[i], Long::sum);
        }
    }
}
