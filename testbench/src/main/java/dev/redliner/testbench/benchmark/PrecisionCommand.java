package dev.redliner.testbench.benchmark;

import dev.redliner.testbench.benchmark.PrecisionFit.Constants;
import dev.redliner.testbench.benchmark.PrecisionFit.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code redliner benchmark precision}: expected and reached precision of recorded searches, and their errors by width. */
@Command(
        name = "precision",
        description = {
            "Compares the precision that is stated before a run with the one that recorded searches reached, and fits the",
            "constants of that arithmetic (dev.redliner.search.Precision) to them. The last table has the errors by the",
            "width of the interval."
        },
        footer = {
            "",
            "  redliner benchmark search --scenarios docs/heldout/23001 --seeds 1:5 --records 23001.records",
            "  redliner benchmark precision 23001.records"
        })
final class PrecisionCommand implements Callable<Integer> {
    @ParentCommand
    private BenchmarkCommand benchmark;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Output of benchmark search --records.")
    private List<Path> files;

    @Override
    public Integer call() throws IOException {
        List<Trial> trials = new ArrayList<>();
        for (Path file : files) {
            trials.addAll(SearchRecords.read(Files.readAllLines(file)));
        }
        List<Run> runs = trials.stream()
                .flatMap(trial -> PrecisionFit.run(trial).stream())
                .toList();
        if (runs.isEmpty()) {
            benchmark.cli().err().println("No recorded search ended with an interval.");
            return 2;
        }
        Constants fitted = PrecisionFit.fit(runs);
        var out = benchmark.cli().out();
        out.println("built in: " + PrecisionFit.words(Constants.BUILT_IN));
        out.println("fitted:   " + PrecisionFit.words(fitted));
        table("built in", runs, Constants.BUILT_IN);
        table("fitted", runs, fitted);
        out.println();
        out.print(WidthTable.of(trials));
        out.flush();
        return 0;
    }

    private void table(String name, List<Run> runs, Constants constants) {
        var out = benchmark.cli().out();
        out.println();
        out.println("| redline, " + name + " | runs | reached, % | expected, % | expected / reached (90% of runs) |");
        out.println("|---|---|---|---|---|");
        for (double[] band : PrecisionFit.bands()) {
            List<Run> in = runs.stream()
                    .filter(run -> band[0] <= run.rps() && run.rps() < band[1])
                    .toList();
            if (!in.isEmpty()) {
                out.print(PrecisionFit.row(band(band), in, constants));
            }
        }
        out.print(PrecisionFit.row("all", runs, constants));
    }

    private static String band(double[] band) {
        return Double.isInfinite(band[1])
                ? String.format(Locale.ROOT, "above %.0f rps", band[0])
                : String.format(Locale.ROOT, "%.0f to %.0f rps", band[0], band[1]);
    }
}
