package dev.redliner.testbench.fleet;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.standalone.fleet.Fleet;
import dev.redliner.standalone.fleet.FleetSettings;
import dev.redliner.standalone.fleet.HostSettings;
import dev.redliner.standalone.traffic.LoadSettings;
import dev.redliner.standalone.traffic.Traffic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The experiment behind {@link Truth#MEASURED_OVERHEAD}. Envoy counts whole milliseconds, so hosts answer after a
 * constant {@code 11 ms - x}. The fraction that Envoy counts at 11 ms or more is the fraction with an overhead of
 * {@code x} or more.
 *
 * <p>Arguments: seconds per point, requests per second.
 */
final class OverheadOnRealEnvoy {
    private OverheadOnRealEnvoy() {}

    public static void main(String[] args) throws Exception {
        long seconds = Long.parseLong(args[0]);
        double rps = Double.parseDouble(args[1]);
        Path folder = Files.createTempDirectory("overhead");
        for (int micros = 100; micros <= 2_500; micros += micros < 1_000 ? 100 : 500) {
            var host = new HostSettings(
                    1_000, Duration.ofNanos(11_000_000L - micros * 1_000L), 0, Duration.ZERO, 0, Duration.ZERO);
            var settings = new FleetSettings(1, "demo", "127.0.0.1", 0, 1, host);
            try (Fleet fleet = Fleet.start(settings);
                    var envoy = new EnvoyInFront(fleet.hosts(), folder.resolve("x" + micros));
                    Traffic traffic = Traffic.start(
                            LoadSettings.demo(envoy.listener(), rps, micros).steady())) {
                Thread.sleep(8_000);
                LatencyHistogram before = envoy.latencies();
                Thread.sleep(seconds * 1_000);
                LatencyHistogram window = TruthOnRealEnvoy.minus(envoy.latencies(), before);
                System.out.printf(
                        "overhead of %d us or more: %.2f%% of %d, %s%n",
                        micros,
                        100 * window.over(Duration.ofMillis(11)) / window.count(),
                        window.count(),
                        traffic.punctuality());
            }
        }
    }
}
