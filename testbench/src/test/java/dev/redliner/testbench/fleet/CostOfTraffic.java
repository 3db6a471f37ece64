package dev.redliner.testbench.fleet;

import dev.redliner.standalone.fleet.Fleet;
import dev.redliner.standalone.fleet.FleetSettings;
import dev.redliner.standalone.traffic.LoadSettings;
import dev.redliner.standalone.traffic.Punctuality;
import dev.redliner.standalone.traffic.Traffic;
import java.nio.file.Files;
import java.time.Duration;
import java.util.function.ToDoubleFunction;

/**
 * The CPU cost of fleet, traffic and Envoy. Not part of the build.
 *
 * <p>Arguments: seconds, requests per second, hosts.
 */
final class CostOfTraffic {
    private CostOfTraffic() {}

    public static void main(String[] args) throws Exception {
        long seconds = Long.parseLong(args[0]);
        double rps = Double.parseDouble(args[1]);
        try (Fleet fleet = Fleet.start(FleetSettings.demo(Integer.parseInt(args[2]), 1));
                var envoy = new EnvoyInFront(fleet.hosts(), Files.createTempDirectory("cost"));
                Traffic traffic = Traffic.start(LoadSettings.demo(envoy.listener(), rps, 1))) {
            Thread.sleep(10_000);
            Duration jvm = cpu(ProcessHandle.current());
            Duration proxy = cpu(ProcessHandle.of(envoy.process().pid()).orElseThrow());
            long answered = traffic.counts().answered();
            Punctuality warm = traffic.punctuality();
            Thread.sleep(seconds * 1_000);
            System.out.printf(
                    "%.0f rps answered; cores: fleet and traffic %.3f, envoy %.3f%n%s%nafter the warm-up %.0f us late on average, %.2f%% over 1 ms%n",
                    (double) (traffic.counts().answered() - answered) / seconds,
                    cores(cpu(ProcessHandle.current()).minus(jvm), seconds),
                    cores(
                            cpu(ProcessHandle.of(envoy.process().pid()).orElseThrow())
                                    .minus(proxy),
                            seconds),
                    traffic.counts(),
                    since(warm, traffic.punctuality(), Punctuality::meanLateMicros),
                    since(warm, traffic.punctuality(), Punctuality::lateOverMilli) * 100);
        }
    }

    private static double since(Punctuality warm, Punctuality now, ToDoubleFunction<Punctuality> perRequest) {
        return (perRequest.applyAsDouble(now) * now.requests() - perRequest.applyAsDouble(warm) * warm.requests())
                / (now.requests() - warm.requests());
    }

    private static double cores(Duration cpu, long seconds) {
        return cpu.toMillis() / 1_000.0 / seconds;
    }

    private static Duration cpu(ProcessHandle process) {
        return process.info().totalCpuDuration().orElseThrow();
    }
}
