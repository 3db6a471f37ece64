package dev.redliner.service;

import dev.redliner.api.PrecisionReport;
import dev.redliner.search.Precision;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Builds {@link PrecisionReport}s before and after a run. */
public final class PrecisionReports {
    private static final List<Double> RATES = List.of(5.0, 15.0, 50.0, 150.0, 500.0);
    private static final Duration HOUR = Duration.ofHours(1);

    /** A precision that is good enough to plan the number of hosts. */
    private static final double GOOD = 0.1;

    /** Times that differ by a smaller factor count as one. */
    private static final double NOTABLY = 1.2;

    private PrecisionReports() {}

    /**
     * The expected precision before a run, for given rates.
     *
     * @param rates between which the redline may lie, requests per second at one host; one if it was measured before
     * @param usual usual duration of a search
     * @param longest longest duration of a search
     */
    public static PrecisionReport before(Precision precision, List<Double> rates, Duration usual, Duration longest) {
        List<PrecisionReport.Expected> expected = expected(precision, rates, times(usual, longest));
        String words = rates.stream()
                .map(rps -> "at " + rps(rps) + " " + words(expected, rps) + good(precision, rps, longest))
                .collect(Collectors.joining("; "));
        return new PrecisionReport(expected, null, "Precision to expect (half of the 95% interval): " + words + ".");
    }

    /** The expected precision before a run, without any traffic: a line of text for each of a few rates. */
    static PrecisionReport table(Precision precision, Duration usual, Duration longest) {
        List<Duration> times = new ArrayList<>(times(usual, longest));
        if (longest.compareTo(HOUR) < 0) {
            times.add(HOUR);
        }
        List<PrecisionReport.Expected> expected = expected(precision, RATES, times);
        String lines = RATES.stream()
                .map(rps -> String.format(Locale.ROOT, "%8s  ", rps(rps)) + words(expected, rps) + "\n")
                .collect(Collectors.joining());
        return new PrecisionReport(
                expected,
                null,
                "Precision to expect (half of the 95% interval), by the redline of one host:\n" + lines);
    }

    /**
     * The expected and the reached precision after a run.
     *
     * @param rps the redline, requests per second at one host
     * @param took duration of the search
     * @param reached half of the 95% interval, as a fraction of the redline
     */
    public static PrecisionReport after(Precision precision, double rps, Duration took, double reached) {
        List<PrecisionReport.Expected> expected = expected(precision, List.of(rps), List.of(took));
        return new PrecisionReport(
                expected,
                reached,
                "The redline is known to " + percent(reached) + "; for " + rps(rps) + " " + words(expected, rps)
                        + " was to be expected.");
    }

    private static List<Duration> times(Duration usual, Duration longest) {
        boolean more = longest.toSeconds() > NOTABLY * usual.toSeconds();
        return more ? List.of(usual, longest) : List.of(usual);
    }

    private static List<PrecisionReport.Expected> expected(
            Precision precision, List<Double> rates, List<Duration> times) {
        return rates.stream()
                .flatMap(rps -> times.stream()
                        .map(time -> new PrecisionReport.Expected(
                                Math.round(rps * 10) / 10.0,
                                time.toSeconds(),
                                Math.round(precision.halfWidth(rps, time.toSeconds()) * 1000) / 1000.0)))
                .toList();
    }

    private static String words(List<PrecisionReport.Expected> expected, double rps) {
        return expected.stream()
                .filter(it -> it.rps() == Math.round(rps * 10) / 10.0)
                .map(it -> percent(it.halfWidth()) + " in " + time(it.seconds()))
                .collect(Collectors.joining(", ", "about ", ""));
    }

    private static String good(Precision precision, double rps, Duration longest) {
        double needed = precision.secondsFor(rps, GOOD);
        return needed <= longest.toSeconds() ? "" : " (" + percent(GOOD) + " would take " + time(needed) + ")";
    }

    private static String percent(double fraction) {
        return fraction > 1 ? "more than +-100%" : String.format(Locale.ROOT, "+-%.0f%%", fraction * 100);
    }

    private static String rps(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.1f rps" : "%.0f rps", value)
                .replace(".0 ", " ");
    }

    private static String time(double seconds) {
        return seconds < 5400
                ? Math.max(1, Math.round(seconds / 60)) + " min"
                : String.format(Locale.ROOT, "%.0f h", seconds / 3600);
    }
}
