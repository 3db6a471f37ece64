package dev.redliner.testbench.benchmark;

import java.util.List;
import java.util.Locale;

/** Quantiles of a few measurements. */
record Figures(List<Double> values) {
    Figures {
        values = values.stream().sorted().toList();
    }

    /** Returns the smallest value that at least this fraction of all values does not exceed, or NaN without values. */
    double quantile(double fraction) {
        if (values.isEmpty()) {
            return Double.NaN;
        }
        return values.get(Math.max(0, (int) Math.ceil(fraction * values.size()) - 1));
    }

    /** Prints the median, the 90th percentile and the largest value. */
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

    /** The median and the largest value, such as {@code 1.2 / 3.4%}; a dash without values. */
    String medianAndWorst(int decimals, String unit) {
        return values.isEmpty()
                ? "-"
                : String.format(Locale.ROOT, "%." + decimals + "f / %." + decimals + "f", quantile(0.5), quantile(1))
                        + unit;
    }

    static String header() {
        return "| what | median | p90 | worst | unit | n |\n|---|---|---|---|---|---|";
    }
}
