package dev.redliner.testbench.benchmark;

import dev.redliner.search.Redline;
import dev.redliner.search.SearchSettings;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * How right estimates, intervals and safe rates are, by the width of the interval. Runs without a result are included, as
 * far as they have an estimate: they show whether their intervals were right.
 */
final class WidthTable {
    private static final List<Double> ENDS =
            List.of(0.1, SearchSettings.WIDEST, SearchSettings.widest(0), Double.POSITIVE_INFINITY);
    private static final String HEAD =
            "| half-width of the interval, %% | runs | error %% | interval holds the truth | truth at or above the safe rate |%n"
                    + "|---|---|---|---|---|%n";

    private WidthTable() {}

    /** The table of the trials that ended with an interval. */
    static String of(List<Trial> trials) {
        var table = new StringBuilder(String.format(Locale.ROOT, HEAD));
        double from = 0;
        for (double to : ENDS) {
            double least = from;
            List<Trial> in = trials.stream()
                    .filter(trial -> bounded(trial) && least < width(trial) && width(trial) <= to)
                    .toList();
            if (!in.isEmpty()) {
                table.append(row(name(from, to), in));
            }
            from = to;
        }
        return table.toString();
    }

    private static boolean bounded(Trial trial) {
        return trial.result().low() != null
                && trial.result().high() != null
                && trial.result().est() != null;
    }

    private static double width(Trial trial) {
        return Redline.halfWidth(
                Objects.requireNonNull(trial.result().low()),
                Objects.requireNonNull(trial.result().high()));
    }

    private static String name(double from, double to) {
        return Double.isInfinite(to)
                ? String.format(Locale.ROOT, "above %.0f", 100 * from)
                : String.format(Locale.ROOT, "%.0f to %.0f", 100 * from, 100 * to);
    }

    private static String row(String name, List<Trial> trials) {
        var errors = new Figures(trials.stream().map(Trial::error).toList());
        long safe = trials.stream()
                .filter(trial -> trial.result().safe() != null && trial.result().safe() <= trial.truth())
                .count();
        return String.format(
                Locale.ROOT,
                "| %s | %d | %.1f / %.1f | %d of %d | %d of %d |%n",
                name,
                trials.size(),
                errors.quantile(0.5),
                errors.quantile(0.9),
                trials.stream().filter(Trial::covered).count(),
                trials.size(),
                safe,
                trials.stream().filter(trial -> trial.result().safe() != null).count());
    }
}
