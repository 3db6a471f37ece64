package dev.redliner.standalone.benchmark;

import dev.redliner.standalone.benchmark.PrecisionFit.Constants;
import dev.redliner.standalone.benchmark.PrecisionFit.Run;
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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code redliner benchmark precision}: expected and reached precision of recorded searches. */
@Command(
        name = "precision",
        description = {
            "Compares the precision that is stated before a run with the one that recorded searches reached, and fits the",
            "two constants of that arithmetic (controller.search.Precision) to them."
        },
        footer = {
            "",
            "  redliner benchmark search --scenarios docs/heldout/23001 --seeds 1:5 --records 23001.records",
            "  redliner benchmark precision 23001.records"
        })
final class PrecisionCommand implements Callable<Integer> {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Of records without it: all scenarios of those limit a p99. */
    private static final double P99 = 0.01;

    @ParentCommand
    private BenchmarkCommand benchmark;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "What benchmark search --records wrote.")
    private List<Path> files;

    @Override
    public Integer call() throws IOException {
        List<Run> runs = new ArrayList<>();
        for (Path file : files) {
            Files.readAllLines(file).forEach(line -> add(JSON.readTree(line), runs));
        }
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
        out.flush();
        return 0;
    }

    private static void add(JsonNode record, List<Run> runs) {
        double low = record.path("lo").asDouble(0);
        double high = record.path("hi").asDouble(0);
        if (low > 0 && high > low) {
            runs.add(new Run(
                    record.path("truth").asDouble(),
                    record.path("time").asDouble(),
                    record.path("allowed").asDouble(P99),
                    (high / low - 1) / 2));
        }
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
