package dev.redliner.testbench.benchmark;

import dev.redliner.standalone.simulate.Seed;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code redliner benchmark accuracy-table}: the table of the demo's runs in docs/benchmarks.md. */
@Command(
        name = "accuracy-table",
        description = {
            "Accuracy of the demo in both tiers, on a quiet and on a busy machine: four cells of a table. Each run that is",
            "over is kept in a file, and the next call continues there. A run takes about three minutes."
        },
        footer = {"", "  redliner benchmark accuracy-table --runs 20"})
final class AccuracyTableCommand implements Callable<Integer> {
    /** A fleet of another capacity is another fleet. */
    private static final double SAME_TRUTH = 0.001;

    @ParentCommand
    private BenchmarkCommand benchmark;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--runs",
            defaultValue = "20",
            description = "Number of runs in each cell, with those in the file (default: ${DEFAULT-VALUE}).")
    private int runs;

    @Option(
            names = "--busy-cores",
            paramLabel = "N,N",
            split = ",",
            defaultValue = "0,1",
            description = "Numbers of cores that other processes keep busy (default: ${DEFAULT-VALUE}).")
    private List<Integer> busyCores;

    @Option(
            names = "--results",
            paramLabel = "FILE",
            defaultValue = "target/accuracy.jsonl",
            description = "File of the runs; remove it to begin anew (default: ${DEFAULT-VALUE}).")
    private Path results;

    @Option(
            names = "--require",
            description = {
                "Exit with 1 unless nine of ten runs of each cell completed, with an interval that holds the truth and",
                "reaches at most 10%% to either side, and traffic was restored after each run."
            })
    private boolean require;

    @Mixin
    private final Seed seed = new Seed();

    @Override
    public Integer call() throws IOException {
        check(runs >= 1, "--runs " + runs + " is below 1");
        check(busyCores.stream().allMatch(cores -> cores >= 0), "--busy-cores " + busyCores + " has a number below 0");
        AccuracyRecords records = records();
        List<AccuracyCell> cells = AccuracyCell.all(busyCores);
        for (AccuracyCell cell : cells) {
            complete(cell, records);
        }
        out().println();
        out().print(AccuracySummary.header());
        cells.forEach(cell -> out().print(new AccuracySummary(records.of(cell)).row(cell)));
        boolean all = cells.stream().allMatch(cell -> new AccuracySummary(records.of(cell)).meetsAim());
        return all || !require ? 0 : 1;
    }

    private AccuracyRecords records() throws IOException {
        try {
            return AccuracyRecords.open(results);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private void complete(AccuracyCell cell, AccuracyRecords records) throws IOException {
        int there = records.of(cell).size();
        line("%s: %d of %d runs are in %s", cell.words(), there, runs, results);
        if (there < runs) {
            cell.measure(
                    runs - there,
                    seed.number() + there,
                    false,
                    truth -> checkFleet(cell, records, truth),
                    run -> add(records, run),
                    benchmark.cli().err()::println);
        }
    }

    private void checkFleet(AccuracyCell cell, AccuracyRecords records, double truth) {
        records.of(cell).stream()
                .filter(run -> Math.abs(run.truth() / truth - 1) > SAME_TRUTH)
                .findFirst()
                .ifPresent(run -> check(
                        false,
                        String.format(
                                Locale.ROOT,
                                "%s has runs of a fleet of %.1f rps, and the demo's fleet has %.1f; choose another file",
                                results,
                                run.truth(),
                                truth)));
    }

    private void add(AccuracyRecords records, AccuracyRun run) {
        try {
            records.add(run);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        line("%2d %s", records.of(run.cell()).size(), run.words());
    }

    private void check(boolean holds, String message) {
        if (!holds) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }

    private void line(String format, Object... values) {
        out().printf(Locale.ROOT, format + "%n", values);
        out().flush();
    }

    private PrintStream out() {
        return benchmark.cli().out();
    }
}
