package dev.redliner.testbench.benchmark;

import dev.redliner.cli.RedlinerCli;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.controller.engine.RunRefused;
import dev.redliner.standalone.demo.Demo;
import dev.redliner.standalone.fleet.FleetTier;
import dev.redliner.standalone.simulate.Seed;
import dev.redliner.testbench.micro.MicroCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Locale;
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
            AccuracyTableCommand.class,
            RestoreBenchmark.class,
            SearchCommand.class,
            PrecisionCommand.class,
            BoundCommand.class,
            ReplayCommand.class,
            ServicesCommand.class,
            TrafficCommand.class,
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
                .println(spec.subcommands().entrySet().stream()
                        .filter(command -> !command.getValue()
                                .getCommandSpec()
                                .usageMessage()
                                .hidden())
                        .map(command -> "benchmark " + command.getKey())
                        .sorted()
                        .collect(Collectors.joining(" | ")));
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
        var cell = new AccuracyCell(tier.tier(), busyCores);
        var measured = new ArrayList<AccuracyRun>();
        cell.measure(
                runs,
                seed.number(),
                warm,
                truth -> line(
                        "tier %s, truth %.1f rps, seed %d, busy cores %d",
                        cell.tierName(), truth, seed.number(), busyCores),
                run -> {
                    measured.add(run);
                    line("%2d %s", measured.size(), run.words());
                },
                cli.err()::println);
        cli.out().println();
        cli.out().print(new AccuracySummary(measured).text());
        return 0;
    }

    private void line(String format, Object... values) {
        cli.out().printf(Locale.ROOT, format + "%n", values);
        cli.out().flush();
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
