package dev.redliner.testbench.demo;

import dev.redliner.api.ConcurrencyReport;
import dev.redliner.api.MeasurementReport;
import dev.redliner.api.RunReport;
import dev.redliner.api.StepReport;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.controller.engine.RunOptions;
import dev.redliner.controller.engine.RunRefused;
import dev.redliner.standalone.demo.Demo;
import dev.redliner.standalone.envoy.EnvoyBinary;
import dev.redliner.standalone.envoy.EnvoyProcess;
import dev.redliner.standalone.rig.Loopback;
import dev.redliner.standalone.traffic.LoadSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * Runs whose measurement is broken on purpose, on the demo fleet, and their reports: the fleet as it is, with an Envoy
 * whose statistics are up to five seconds old, with an Envoy that stands still for a part of each 100 ms, and with a SUT that leaves requests
 * unanswered until the Envoy gives them up. Prints the end of each run, its check by Little's law, and the ratio at each
 * step.
 *
 * <p>Arguments: the cases to run; all without one. Needs a real Envoy. A case takes some six minutes.
 */
final class BrokenMeasurements {
    private static final Duration READY = Duration.ofSeconds(20);
    private static final Duration SETTLE = Duration.ofSeconds(20);
    private static final int SEED = 7;
    /** One request in this many is left unanswered. */
    private static final int UNANSWERED = 200;

    private BrokenMeasurements() {}

    /** A break of the measurement. Closing it mends what would keep the demo from ending. */
    private interface Break {
        AutoCloseable on(Demo demo, Path folder) throws IOException;
    }

    private enum Case {
        NONE((demo, folder) -> () -> {}),
        OLD_STATISTICS(BrokenMeasurements::restartedWithOldStatistics),
        RUNS_25_OF_100_MS((demo, folder) -> stopped(demo, 25)),
        RUNS_10_OF_100_MS((demo, folder) -> stopped(demo, 10)),
        UNANSWERED_REQUESTS(BrokenMeasurements::unanswered),
        /** Envoy answers them with 504 after the 15 s of its route, because their clients wait longer. */
        GATEWAY_TIMEOUTS(BrokenMeasurements::unanswered, Duration.ofSeconds(30));

        private final Break how;
        private final Duration clientTimeout;

        Case(Break how) {
            this(how, LoadSettings.DEMO_TIMEOUT);
        }

        Case(Break how, Duration clientTimeout) {
            this.how = how;
            this.clientTimeout = clientTimeout;
        }
    }

    public static void main(String[] arguments) throws Exception {
        List<Case> cases = arguments.length == 0
                ? List.of(Case.values())
                : List.of(arguments).stream().map(Case::valueOf).toList();
        for (Case each : cases) {
            run(each);
        }
        System.exit(0);
    }

    private static void run(Case each) throws Exception {
        Path folder = Files.createTempDirectory("broken-");
        try (Demo demo = Demo.start(
                        new Demo.Settings(Tier.BACK_END, folder, 0, SEED, 1, each.clientTimeout), line -> {});
                AutoCloseable mended = each.how.on(demo, folder)) {
            LockSupport.parkNanos(SETTLE.toNanos());
            print(each, demo);
        }
    }

    private static AutoCloseable unanswered(Demo demo, Path folder) {
        demo.fleet().hang("demo-1", UNANSWERED);
        return () -> demo.fleet().hang("demo-1", 0);
    }

    private static void print(Case each, Demo demo) {
        System.out.println(each);
        try {
            RunReport report = demo.follow(demo.startRun(new RunOptions("quick", true)), news -> {});
            System.out.println("  " + report.state() + " at "
                    + (report.redline() == null
                            ? "-"
                            : "%.0f rps".formatted(report.redline().rps())) + ": "
                    + report.reason());
            MeasurementReport measurement = report.measurement();
            if (measurement != null) {
                System.out.println("  " + measurement.outcome() + ": " + measurement.words());
                measurement.reasons().forEach(reason -> System.out.println("    " + reason));
            }
            report.remarks().forEach(remark -> System.out.println("  remark: " + remark));
            System.out.println("  in flight: "
                    + report.steps().stream()
                            .filter(step -> step.concurrency() != null
                                    && step.concurrency().ratio() != null)
                            .map(BrokenMeasurements::words)
                            .collect(Collectors.joining(", ")));
        } catch (RunRefused e) {
            System.out.println("  REFUSED: " + e.getMessage());
        }
    }

    private static String words(StepReport step) {
        ConcurrencyReport concurrency = step.concurrency();
        return String.format(
                Locale.ROOT,
                "%s %.0f rps %.2f (%s)%s",
                step.stage(),
                step.rps(),
                concurrency.ratio(),
                concurrency.tolerance() == null ? "not checked" : "%.2f allowed".formatted(concurrency.tolerance()),
                concurrency.deviates() ? " DEVIATES" : "");
    }

    /** The same Envoy without {@code stats_flush_on_admin}. It merges its histograms every five seconds. */
    private static AutoCloseable restartedWithOldStatistics(Demo demo, Path folder) throws IOException {
        URI admin = demo.envoy().admin();
        String page = "/xds/v1/pools/demo/bootstrap?adminPort=" + admin.getPort();
        String bootstrap = Loopback.awaitOk(demo.url().resolve(page), READY);
        String old = bootstrap.replace("stats_flush_on_admin: true", "");
        if (old.equals(bootstrap)) {
            throw new IllegalStateException("The bootstrap has no stats_flush_on_admin: true.");
        }
        demo.envoy().close();
        return EnvoyProcess.start(EnvoyBinary.find(), old, Files.createDirectory(folder.resolve("old")), READY);
    }

    /**
     * Lets the Envoy stand still for a part of each 100 ms. That is harder than a quota of the kernel, which stops a process
     * only after it has used its time.
     *
     * @param millis of 100 in which it may run
     */
    private static AutoCloseable stopped(Demo demo, int millis) throws IOException {
        long pid = demo.envoy().pid();
        var command = new ArrayList<>(List.of("sh", "-c"));
        command.add(String.format(
                Locale.ROOT,
                "while kill -STOP %1$d; do sleep %2$.3f; kill -CONT %1$d; sleep %3$.3f; done",
                pid,
                (100 - millis) / 1000.0,
                millis / 1000.0));
        Process stopping = new ProcessBuilder(command).inheritIO().start();
        return () -> {
            stopping.destroy();
            stopping.waitFor();
            new ProcessBuilder("kill", "-CONT", Long.toString(pid)).start().waitFor();
        };
    }
}
