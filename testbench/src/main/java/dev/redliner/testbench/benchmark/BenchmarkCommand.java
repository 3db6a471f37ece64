package dev.redliner.testbench.benchmark;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.cli.RedlinerCli;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.controller.engine.RunOptions;
import dev.redliner.controller.engine.RunRefused;
import dev.redliner.standalone.demo.Demo;
import dev.redliner.standalone.fleet.FleetTier;
import dev.redliner.standalone.simulate.Seed;
import dev.redliner.testbench.micro.MicroCommand;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code redliner benchmark}: what docs/benchmarks.md repeats. */
@Command(
        name = "benchmark",
        description = "Measure Redliner itself, on a quiet machine.",
        subcommands = {
            RestoreBenchmark.class,
            SearchCommand.class,
            PrecisionCommand.class,
            ServicesCommand.class,
            TruthCommand.class,
            MicroCommand.class
        })
public final class BenchmarkCommand implements Runnable {
    @ParentCommand
    private RedlinerCli cli;

    @Spec
    private CommandSpec spec;

    RedlinerCli cli() {
        return cli;
    }

    @Override
    public void run() {
        cli.out()
                .println(new TreeSet<>(spec.subcommands().keySet())
                        .stream().map(name -> "benchmark " + name).collect(Collectors.joining(" | ")));
    }

    /** Runs one after the other on one fleet, against its known capacity. */
    @Command(name = "accuracy", description = "Error, interval, harm and time over runs whose true redline is known.")
    int accuracy(
            @Option(names = "--runs", defaultValue = "10", description = "Number of runs (default: ${DEFAULT-VALUE}).")
                    int runs,
            @Mixin FleetTier tier,
            @Option(names = "--warm", description = "Begin each run from the redline of the previous one.")
                    boolean warm,
            @Option(
                            names = "--busy-cores",
                            paramLabel = "N",
                            defaultValue = "0",
                            description = "Number of cores that other processes keep busy (default: ${DEFAULT-VALUE}).")
                    int busyCores,
            @Mixin Seed seed)
            throws IOException {
        var settings =
                new Demo.Settings(tier.tier(), Files.createTempDirectory("redliner-benchmark-"), 0, seed.number());
        try (var busy = new BusyCores(busyCores);
                Demo demo = Demo.start(settings, text -> cli.err().println("- " + text))) {
            var reports = new ArrayList<RunReport>();
            double truth = demo.truth().rps();
            cli.out()
                    .printf(
                            Locale.ROOT,
                            "tier %s, truth %.1f rps, seed %d, busy cores %d%n",
                            tier.name(),
                            truth,
                            seed.number(),
                            busyCores);
            var options = new RunOptions(null, !warm);
            int refused = 0;
            for (int i = 1; i <= runs; i++) {
                try {
                    RunReport report = demo.follow(demo.startRun(options), news -> {});
                    reports.add(report);
                    cli.out().printf(Locale.ROOT, "%2d %s%n", i, LiveTrial.words(report, truth));
                } catch (RunRefused e) {
                    refused++;
                    cli.out().printf(Locale.ROOT, "%2d REFUSED at once: %s%n", i, e.getMessage());
                }
                cli.out().flush();
            }
            summary(cli.out(), reports, refused, truth);
        }
        return 0;
    }

    private static void summary(PrintStream out, List<RunReport> reports, int refused, double truth) {
        var measured = reports.stream()
                .filter(r -> r.state() == RunState.COMPLETED && r.redline() != null)
                .toList();
        long covered = measured.stream()
                .map(r -> Objects.requireNonNull(r.redline()))
                .filter(r -> r.low() <= truth && (r.high() == null || truth <= r.high()))
                .count();
        long narrow = measured.stream()
                .map(r -> Objects.requireNonNull(r.redline()))
                .filter(r -> r.high() != null && r.high() <= 1.1 * r.rps() && r.low() >= 0.9 * r.rps())
                .count();
        List<Double> safe = measured.stream()
                .map(r -> Objects.requireNonNull(r.redline()).safe())
                .filter(Objects::nonNull)
                .toList();
        long restored = reports.stream()
                .filter(r -> r.restored() != null && r.restored().verified())
                .count();
        out.println();
        out.println(Figures.header());
        out.println(new Figures(measured.stream()
                        .map(r -> 100
                                * Math.abs(Objects.requireNonNull(r.redline()).rps() / truth - 1))
                        .toList())
                .row("error", "%"));
        out.println(new Figures(measured.stream()
                        .map(r -> Objects.requireNonNull(r.redline()))
                        .filter(r -> r.high() != null)
                        .map(r -> 50 * Math.log(Objects.requireNonNull(r.high()) / r.low()))
                        .toList())
                .row("half-width of the 95% interval", "%"));
        out.println(new Figures(measured.stream()
                        .map(r -> 100 * r.harm().excessFraction())
                        .toList())
                .row("excess harm", "%"));
        out.println(new Figures(reports.stream().map(LiveTrial::seconds).toList()).row("time", "s"));
        out.println();
        out.printf(
                "completed %d of %d; interval holds the truth in %d of %d and reaches at most 10%% "
                        + "to either side in %d; truth at or above safe in %d of %d; "
                        + "restore verified in %d of %d%n",
                measured.size(),
                reports.size() + refused,
                covered,
                measured.size(),
                narrow,
                safe.stream().filter(rate -> rate <= truth).count(),
                safe.size(),
                restored,
                reports.size());
    }

    /** From a SUT that suddenly is slow to a smaller share in Envoy. */
    @Command(name = "reaction", description = "Time from a breach at the SUT to the smaller share in Envoy.")
    int reaction(
            @Option(names = "--runs", defaultValue = "20", description = "Number of runs (default: ${DEFAULT-VALUE}).")
                    int runs,
            @Option(
                            names = "--interval",
                            defaultValue = "1000",
                            description = "Sampling interval in milliseconds (default: ${DEFAULT-VALUE}).")
                    int intervalMillis)
            throws IOException, RunRefused {
        var settings = new Demo.Settings(Tier.BACK_END, Files.createTempDirectory("redliner-benchmark-"), 0, 1);
        try (Demo demo = Demo.start(settings, text -> cli.err().println("- " + text))) {
            var reaction = new Reaction(demo, Duration.ofMillis(intervalMillis), InstantSource.system());
            var total = new ArrayList<Double>();
            var pipeline = new ArrayList<Double>();
            for (int i = 0; i < runs; i++) {
                Reaction.Times times = reaction.measure();
                total.add(times.fromBreachMillis());
                pipeline.add(times.fromSampleMillis());
                cli.out()
                        .printf(
                                Locale.ROOT,
                                "%2d from the breach %.0f ms, from the end of the sample that showed it %.0f ms%n",
                                i + 1,
                                times.fromBreachMillis(),
                                times.fromSampleMillis());
                cli.out().flush();
            }
            cli.out().println();
            cli.out().println("sampling every " + intervalMillis + " ms");
            cli.out().println(Figures.header());
            cli.out().println(new Figures(total).row("from the breach to the smaller share in Envoy", "ms"));
            cli.out().println(new Figures(pipeline).row("from the end of the sample to the same", "ms"));
        }
        return 0;
    }
}
