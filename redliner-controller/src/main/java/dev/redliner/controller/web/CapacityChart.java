package dev.redliner.controller.web;

import dev.redliner.api.RedlineReport;
import dev.redliner.api.RunSummary;
import dev.redliner.controller.traffic.PeakTraffic.Peak;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The daily peak of a pool's traffic against the load that its hosts carry safely. Each redline counts for the number of
 * hosts that the pool has now, because the number of that day is not kept.
 *
 * @param redlines the redlines of the completed runs times the hosts, oldest first
 * @param safe the safe capacity from each run to the next, oldest first
 * @param peaks the busiest five minutes of each day, oldest first
 * @param loads the marks of the load's axis
 * @param days the marks of the time's axis
 * @param words the finding as text
 */
record CapacityChart(
        List<TrendChart.Point> redlines,
        List<Safe> safe,
        List<Day> peaks,
        List<Curve.Mark> loads,
        List<Curve.Mark> days,
        String words) {
    /** The longest time that is shown. */
    static final Duration SPAN = Duration.ofDays(56);

    private static final double GAP = 1;
    private static final double NARROWEST = 2;

    /** The safe rate times the hosts, between two places of the time. */
    record Safe(double from, double to, double y) {}

    /** A peak against the safe capacity at that time. */
    enum Carried {
        /** There was no run before it. */
        UNKNOWN,
        YES,
        NO,
        /** The peak is above a lower bound, which never shows that it was too high. */
        UNDECIDED
    }

    record Day(double x, double width, double y, Carried carried, String title) {
        public boolean held() {
            return carried != Carried.NO;
        }
    }

    /** A completed run with its redline and safe rate. */
    private record Measured(RunSummary run, RedlineReport redline, double safe) {
        private static Optional<Measured> of(RunSummary run) {
            RedlineReport redline = run.result();
            Double safe = redline == null ? null : redline.safe();
            return redline == null || safe == null ? Optional.empty() : Optional.of(new Measured(run, redline, safe));
        }

        private Instant at() {
            return run.startedAt();
        }

        private double most() {
            Double high = redline.high();
            return high == null ? redline.rps() : high;
        }
    }

    /**
     * The chart of a service, from its first run on; nothing without a redline, a peak since then, or a known number of
     * hosts.
     *
     * @param hosts of the pool; 0 if not known
     * @param peaks the busiest five minutes of each day
     */
    static Optional<CapacityChart> of(List<RunSummary> runs, int hosts, List<Peak> peaks, Instant now, ZoneId zone) {
        List<Measured> measured = runs.stream()
                .flatMap(run -> Measured.of(run).stream())
                .sorted(Comparator.comparing(Measured::at))
                .toList();
        if (measured.isEmpty() || hosts == 0) {
            return Optional.empty();
        }
        Instant first = startOfDay(measured.get(0).at(), 0, zone);
        Instant oldest = begin(now, zone);
        TimeAxis time = new TimeAxis(first.isBefore(oldest) ? oldest : first, startOfDay(now, 1, zone), zone);
        List<Peak> shown =
                peaks.stream().filter(it -> !it.at().isBefore(time.from())).toList();
        if (shown.isEmpty()) {
            return Optional.empty();
        }
        double most = Math.max(
                shown.stream().mapToDouble(Peak::rps).max().orElse(0),
                hosts * measured.stream().mapToDouble(Measured::most).max().orElse(0));
        Scale load = Scale.of(0, most, Curve.BOTTOM, Curve.TOP);
        List<Day> days = days(shown, measured, hosts, time, load);
        return Optional.of(new CapacityChart(
                redlines(measured, hosts, time, load),
                safe(measured, hosts, time, load, now),
                days,
                load.marks(Figures::rps),
                time.days(),
                words(days)));
    }

    /** The first instant that the chart can show. */
    static Instant begin(Instant now, ZoneId zone) {
        return startOfDay(now.minus(SPAN), 0, zone);
    }

    private static List<TrendChart.Point> redlines(List<Measured> measured, int hosts, TimeAxis time, Scale load) {
        List<TrendChart.Point> redlines = new ArrayList<>();
        for (Measured one : measured) {
            // an older one has its safe capacity in the chart only
            if (one.at().isBefore(time.from())) {
                continue;
            }
            RedlineReport redline = one.redline();
            Double high = redline.high();
            redlines.add(new TrendChart.Point(
                    one.run().id(),
                    time.place(one.at()),
                    load.place(hosts * redline.rps()),
                    load.place(hosts * redline.low()),
                    high == null ? Curve.TOP : load.place(hosts * high),
                    redline.atLeast(),
                    one.run().id() + ": " + hosts + " × " + Figures.redline(redline) + " rps, safe "
                            + Figures.rps(hosts * one.safe()) + " rps"));
        }
        return redlines;
    }

    private static List<Safe> safe(List<Measured> measured, int hosts, TimeAxis time, Scale load, Instant now) {
        List<Safe> steps = new ArrayList<>();
        for (int i = 0; i < measured.size(); i++) {
            Instant until = i + 1 < measured.size() ? measured.get(i + 1).at() : now;
            if (until.isAfter(time.from())) {
                Measured one = measured.get(i);
                steps.add(new Safe(time.place(one.at()), time.place(until), load.place(hosts * one.safe())));
            }
        }
        return steps;
    }

    private static List<Day> days(List<Peak> peaks, List<Measured> measured, int hosts, TimeAxis time, Scale load) {
        List<Day> days = new ArrayList<>();
        for (Peak peak : peaks) {
            double x = time.place(startOfDay(peak.at(), 0, time.zone()));
            double width = time.place(startOfDay(peak.at(), 1, time.zone())) - x;
            Measured last = last(measured, peak.at());
            Carried carried = carried(peak, last, hosts);
            days.add(new Day(
                    x,
                    Math.max(NARROWEST, Math.round((width - GAP) * 10) / 10.0),
                    load.place(peak.rps()),
                    carried,
                    time.day(peak.at()) + ": peak " + Figures.rps(peak.rps()) + " rps"
                            + (last != null && carried == Carried.NO
                                    ? ", above the safe capacity of " + Figures.rps(hosts * last.safe())
                                    : "")));
        }
        return days;
    }

    private static Carried carried(Peak peak, @Nullable Measured last, int hosts) {
        if (last == null) {
            return Carried.UNKNOWN;
        }
        if (peak.rps() <= hosts * last.safe()) {
            return Carried.YES;
        }
        return last.redline().atLeast() ? Carried.UNDECIDED : Carried.NO;
    }

    /** The start of the day of an instant, or of a later day. */
    private static Instant startOfDay(Instant at, int later, ZoneId zone) {
        return at.atZone(zone).toLocalDate().plusDays(later).atStartOfDay(zone).toInstant();
    }

    /** The last run at a time; null before the first one. */
    private static @Nullable Measured last(List<Measured> measured, Instant at) {
        Measured last = null;
        for (Measured one : measured) {
            last = one.at().isAfter(at) ? last : one;
        }
        return last;
    }

    private static String words(List<Day> days) {
        long decided = count(days, Carried.YES) + count(days, Carried.NO);
        long undecided = count(days, Carried.UNDECIDED);
        if (decided + undecided == 0) {
            return "No peak is known since the first run.";
        }
        String known = decided == 0
                ? ""
                : "The peak was above the safe capacity on " + count(days, Carried.NO) + " of " + days(decided) + ". ";
        String beyond = undecided == 0
                ? ""
                : "On " + days(undecided) + " the peak was above what the last run showed, which is a lower bound.";
        return (known + beyond).strip();
    }

    private static long count(List<Day> days, Carried carried) {
        return days.stream().filter(day -> day.carried() == carried).count();
    }

    private static String days(long number) {
        return number + (number == 1 ? " day" : " days");
    }
}
