package dev.redliner.cli;

import dev.redliner.api.BaselineReport;
import dev.redliner.api.ConcurrencyReport;
import dev.redliner.api.RunReport;
import dev.redliner.api.StepReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The signals of a run as a table: a row for each signal, a column for the baseline and for each step. Before them, the
 * requests in flight of each step, divided by load times latency: 1 if both agree by Little's law.
 */
final class SignalsView {
    private SignalsView() {}

    static String text(RunReport run) {
        BaselineReport baseline = run.baseline();
        Map<String, Double> normal = baseline == null ? Map.of() : baseline.signals();
        var names = new TreeSet<>(normal.keySet());
        run.steps().forEach(step -> names.addAll(step.signals().keySet()));
        boolean inFlight = run.steps().stream().anyMatch(step -> step.concurrency() != null);
        if (names.isEmpty() && !inFlight) {
            return "The run has no signals.\n";
        }
        var table = new Table(Stream.concat(
                        Stream.of("SIGNAL", "BASELINE"), run.steps().stream().map(SignalsView::head))
                .toArray(String[]::new));
        if (inFlight) {
            table.row(ofSteps(run, "requests in flight", ConcurrencyReport::inFlight));
            table.row(ofSteps(run, "in flight / (load * latency)", ConcurrencyReport::ratio));
        }
        for (String name : names) {
            List<String> row = new ArrayList<>(List.of(Formats.safe(name), Formats.measure(name, normal.get(name))));
            run.steps()
                    .forEach(
                            step -> row.add(Formats.measure(name, step.signals().get(name))));
            table.row(row.toArray(String[]::new));
        }
        return table.text();
    }

    private static String[] ofSteps(RunReport run, String name, Function<ConcurrencyReport, @Nullable Double> value) {
        return Stream.concat(
                        Stream.of(name, Formats.UNKNOWN), run.steps().stream().map(step -> {
                            ConcurrencyReport concurrency = step.concurrency();
                            Double each = concurrency == null ? null : value.apply(concurrency);
                            return each == null ? Formats.UNKNOWN : String.format(Locale.ROOT, "%.2f", each);
                        }))
                .toArray(String[]::new);
    }

    private static String head(StepReport step) {
        return step.number() + ": " + Formats.rps(step.rps());
    }
}
