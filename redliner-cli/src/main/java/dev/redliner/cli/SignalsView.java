package dev.redliner.cli;

import dev.redliner.api.BaselineReport;
import dev.redliner.api.RunReport;
import dev.redliner.api.StepReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The signals of a run as a table: a row for each signal, a column for the baseline and for each step. */
final class SignalsView {
    private SignalsView() {}

    static String text(RunReport run) {
        BaselineReport baseline = run.baseline();
        Map<String, Double> normal = baseline == null ? Map.of() : baseline.signals();
        var names = new TreeSet<>(normal.keySet());
        run.steps().forEach(step -> names.addAll(step.signals().keySet()));
        if (names.isEmpty()) {
            return "The run has no signals.\n";
        }
        var table = new Table(Stream.concat(
                        Stream.of("SIGNAL", "BASELINE"), run.steps().stream().map(SignalsView::head))
                .toArray(String[]::new));
        for (String name : names) {
            List<String> row = new ArrayList<>(List.of(Formats.safe(name), Formats.measure(name, normal.get(name))));
            run.steps()
                    .forEach(
                            step -> row.add(Formats.measure(name, step.signals().get(name))));
            table.row(row.toArray(String[]::new));
        }
        return table.text();
    }

    private static String head(StepReport step) {
        return step.number() + ": " + Formats.rps(step.rps());
    }
}
