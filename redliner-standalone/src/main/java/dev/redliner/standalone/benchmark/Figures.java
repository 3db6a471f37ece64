package dev.redliner.standalone.benchmark;

import java.util.List;
import java.util.Locale;

/** Quantiles of a few measurements. */
record Figures(List<Double> values) {
    Figures {
        values = values.stream().sorted().toList();
    }

    /** The smallest value that this fraction of all do not exceed; NaN of nothing. */
    double quantile(double fraction) {
        if (values.isEmpty()) {
            return Double.NaN;
        }
        return values.get(Math.max(0, (int) Math.ceil(fraction * values.size()) - 1));
    }

    /** Median, nine in ten, largest. */
    String row(String name, String unit) {
        return String.format(
                Locale.ROOT,
                "| %s | %.2f | %.2f | %.2f | %s | %d |",
                name,
                quantile(0.5),
                quantile(0.9),
                quantile(1),
                unit,
                values.size());
    }

    static String header() {
        return "| what | median | p90 | worst | unit | n |\n|---|---|---|---|---|---|";
    }
}
