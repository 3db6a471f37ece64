package dev.redliner.testbench.benchmark;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code redliner benchmark bound}: the precision that counts of bad requests allow at all. */
@Command(
        name = "bound",
        description = {
            "The precision of the redline that counts of bad requests allow, on simulated hosts whose redline and steepness",
            "are known. Each host stays at one load. Its redline is estimated from the counts there and the known steepness."
        },
        footer = {
            "",
            "A host per row, and one for all of them; two figures are median and nine in ten.",
            "  redliner benchmark bound --scenarios docs/heldout/23003 --seconds 420 --at 110"
        })
final class BoundCommand implements Callable<Integer> {
    /** Fewer estimates have no 95% interval. */
    private static final int LEAST_SEEDS = 40;

    private static final int LONGEST = 86_400;

    @ParentCommand
    private BenchmarkCommand benchmark;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--scenarios",
            paramLabel = "DIR",
            required = true,
            description = "Folder of scenarios with a truth.json.")
    private Path scenarios;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "420",
            description = "Time at the load (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(
            names = "--at",
            paramLabel = "PERCENT",
            defaultValue = "100",
            description = "The load, in percent of the true redline (default: ${DEFAULT-VALUE}).")
    private double percent;

    @Option(
            names = "--seeds",
            paramLabel = "FROM:TO",
            defaultValue = "1:100",
            description = "First and last seed, both included (default: ${DEFAULT-VALUE}).")
    private String seeds;

    @Override
    public Integer call() {
        check(seconds >= 1 && seconds <= LONGEST, "--seconds " + seconds + " is not within 1 and " + LONGEST);
        check(percent >= 50 && percent <= 150, "--at " + percent + " is not within 50 and 150");
        List<CountBound> bounds;
        try {
            SeedRange range = SeedRange.parse(seeds);
            check(
                    range.size() >= LEAST_SEEDS,
                    "--seeds " + seeds + " are fewer than " + LEAST_SEEDS + ", and have no 95% interval");
            bounds = KnownHost.in(scenarios).stream()
                    .map(host -> CountBound.of(host, seconds, percent / 100, range))
                    .toList();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        var out = benchmark.cli().out();
        out.printf(
                Locale.ROOT, "counts of %d s at %.0f%% of the redline, with the true steepness%n%n", seconds, percent);
        out.print(CountBound.table(bounds));
        out.flush();
        return 0;
    }

    private void check(boolean holds, String message) {
        if (!holds) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }
}
