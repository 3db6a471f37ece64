package dev.redliner.testbench.benchmark;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Trials as rows of figures. A cell with two figures gives the median and the 90th percentile. */
final class SearchTable {
    private SearchTable() {}

    private static final int COLUMNS = 14;

    private static String header(String first) {
        return "| " + first
                + " | error % | bias % | CV % | covers % | truth at or above safe % | +- % | time s | excess harm % | overshoot % "
                + "| wrong abort % | over by 5% | changes | n |\n|" + "---|".repeat(COLUMNS) + "\n";
    }

    /** One row for each host, and one for all hosts. */
    static String text(List<Trial> trials) {
        var text = new StringBuilder(header("host"));
        byHost(trials).forEach((host, of) -> text.append(row(host, of, variation(of))));
        return text.append(row("**all**", trials, usualVariation(trials))).toString();
    }

    /** One row for each search. */
    static String overall(Map<String, List<Trial>> bySearch) {
        var text = new StringBuilder(header("search"));
        bySearch.forEach((search, of) -> text.append(row(search, of, usualVariation(of))));
        return text.toString();
    }

    private static Map<String, List<Trial>> byHost(List<Trial> trials) {
        return trials.stream().collect(Collectors.groupingBy(Trial::scenario, TreeMap::new, Collectors.toList()));
    }

    /** The variation of the median host. */
    private static double usualVariation(List<Trial> trials) {
        return new Figures(byHost(trials).values().stream()
                        .map(SearchTable::variation)
                        .filter(Double::isFinite)
                        .toList())
                .quantile(0.5);
    }

    private static String row(String name, List<Trial> trials, double variation) {
        return String.format(
                Locale.ROOT,
                "| %s | %s | %+.1f | %s | %.0f | %s | %.1f | %s | %s | %s | %.0f | %.0f | %.0f | %d |%n",
                name,
                pair(trials, Trial::error, "%.1f"),
                median(trials, t -> 100 * (t.estimate() / t.truth() - 1)),
                Double.isFinite(variation) ? String.format(Locale.ROOT, "%.1f", variation) : "-",
                part(trials, Trial::covered),
                safe(trials),
                new Figures(trials.stream()
                                .map(Trial::halfWidth)
                                .filter(Objects::nonNull)
                                .toList())
                        .quantile(0.5),
                pair(trials, t -> t.result().timeS(), "%.0f"),
                pair(trials, t -> Math.max(0, t.excess()), "%.2f"),
                pair(trials, Trial::overshoot, "%.0f"),
                part(trials, Trial::wrongAbort),
                part(trials, Trial::farTooHigh),
                median(trials, t -> t.result().changes()),
                trials.size());
    }

    /** How often the truth is at least the safe rate, among the results that have a safe rate. */
    private static String safe(List<Trial> trials) {
        List<Boolean> held =
                trials.stream().map(Trial::safeHeld).filter(Objects::nonNull).toList();
        return held.isEmpty()
                ? "-"
                : String.format(Locale.ROOT, "%.0f", 100.0 * Collections.frequency(held, true) / held.size());
    }

    private static double part(List<Trial> trials, java.util.function.Predicate<Trial> which) {
        return 100.0 * trials.stream().filter(which).count() / trials.size();
    }

    private static double median(List<Trial> trials, ToDoubleFunction<Trial> figure) {
        return figures(trials, figure).quantile(0.5);
    }

    private static String pair(List<Trial> trials, ToDoubleFunction<Trial> figure, String format) {
        Figures figures = figures(trials, figure);
        return String.format(Locale.ROOT, format + " / " + format, figures.quantile(0.5), figures.quantile(0.9));
    }

    private static Figures figures(List<Trial> trials, ToDoubleFunction<Trial> figure) {
        return new Figures(trials.stream()
                .mapToDouble(figure)
                .filter(Double::isFinite)
                .boxed()
                .toList());
    }

    /** Standard deviation of one host's estimates over their mean, percent. */
    private static double variation(List<Trial> trials) {
        double[] estimates = trials.stream()
                .mapToDouble(Trial::estimate)
                .filter(Double::isFinite)
                .toArray();
        if (estimates.length < 2) {
            return Double.NaN;
        }
        double mean = java.util.Arrays.stream(estimates).average().orElseThrow();
        double squares = java.util.Arrays.stream(estimates)
                .map(e -> (e - mean) * (e - mean))
                .sum();
        return 100 * Math.sqrt(squares / (estimates.length - 1)) / mean;
    }

    static Comparator<Trial> order() {
        return Comparator.comparing(Trial::scenario).thenComparing(Trial::seed);
    }
}
