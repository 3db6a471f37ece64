package dev.redliner.service;

import dev.redliner.api.PrecisionReport;
import dev.redliner.search.Precision;
import dev.redliner.search.SearchSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

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
     * The expected precision before a run, for given rates: in the usual time, and in the time that the search takes while
     * few requests were seen.
     *
     * @param rates between which the redline may lie, requests per second at one host; one if it was measured before
     * @param settings of the search, if it had all the time that it wants
     * @param longest longest duration of a run
     */
    public static PrecisionReport before(
            Precision precision, List<Double> rates, SearchSettings settings, Duration longest) {
        var expected = new ArrayList<PrecisionReport.Expected>();
        var words = new ArrayList<String>();
        for (double rps : rates) {
            List<PrecisionReport.Expected> own = expected(precision, rps, times(precision, rps, settings, longest));
            expected.addAll(own);
            words.add("at " + rps(rps) + " " + words(own) + longer(precision, rps, settings, longest));
        }
        return new PrecisionReport(
                expected, null, "Precision to expect (half of the 95% interval): " + String.join("; ", words) + ".");
    }

    /**
     * The expected precision before a run, without any traffic: a line of text for each of a few rates. One of the
     * times is that of a run of an hour, because the duration may be chosen after the table was read.
     */
    static PrecisionReport table(Precision precision, SearchSettings settings, Duration longest) {
        var expected = new ArrayList<PrecisionReport.Expected>();
        var lines = new StringBuilder();
        for (double rps : RATES) {
            var times = new ArrayList<>(times(precision, rps, settings, longest));
            Duration hour = settings.longest(precision, rps, HOUR);
            if (notablyLonger(hour, times.get(times.size() - 1))) {
                times.add(hour);
            }
            List<PrecisionReport.Expected> own = expected(precision, rps, times);
            expected.addAll(own);
            lines.append(String.format(Locale.ROOT, "%8s  %s\n", rps(rps), words(own)));
        }
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
        List<PrecisionReport.Expected> expected = expected(precision, rps, List.of(took));
        return new PrecisionReport(
                expected,
                reached,
                "The redline is known to " + percent(reached) + "; for " + rps(rps) + " " + words(expected)
                        + " was to be expected.");
    }

    /** The usual time and, if it is notably more, the time while few requests were seen. */
    private static List<Duration> times(Precision precision, double rps, SearchSettings settings, Duration longest) {
        SearchSettings within = settings.within(longest);
        Duration usual = within.budget();
        Duration more = within.longest(precision, rps, longest);
        return notablyLonger(more, usual) ? List.of(usual, more) : List.of(usual);
    }

    private static boolean notablyLonger(Duration one, Duration other) {
        return one.toSeconds() > NOTABLY * other.toSeconds();
    }

    private static List<PrecisionReport.Expected> expected(Precision precision, double rps, List<Duration> times) {
        return times.stream()
                .map(time -> new PrecisionReport.Expected(
                        Math.round(rps * 10) / 10.0,
                        time.toSeconds(),
                        Math.round(precision.halfWidth(rps, time.toSeconds()) * 1000) / 1000.0))
                .toList();
    }

    private static String words(List<PrecisionReport.Expected> expected) {
        var words = new StringJoiner(", ");
        boolean about = false;
        for (PrecisionReport.Expected it : expected) {
            String first = about || it.halfWidth() > 1 ? "" : "about ";
            words.add(first + percent(it.halfWidth()) + " in " + time(it.seconds()));
            about = about || !first.isEmpty();
        }
        return words.toString();
    }

    /** A remark that the interval is probably too wide for a result, or on the duration of a good precision. */
    private static String longer(Precision precision, double rps, SearchSettings settings, Duration longest) {
        double seconds =
                settings.within(longest).longest(precision, rps, longest).toSeconds();
        if (precision.halfWidth(rps, seconds) > SearchSettings.widest(rps * seconds)) {
            return " (probably too wide for a result)";
        }
        double needed = precision.secondsFor(rps, GOOD);
        boolean used = needed <= settings.budget().toSeconds()
                || (settings.thinAbove() <= GOOD && needed * rps <= SearchSettings.FEW_REQUESTS);
        return needed <= longest.toSeconds() || !used ? "" : " (" + percent(GOOD) + " would take " + time(needed) + ")";
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
