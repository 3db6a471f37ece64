package dev.redliner.controller.web;

import dev.redliner.api.RedlineReport;
import dev.redliner.api.RunSummary;
import dev.redliner.controller.schedule.Deploy;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The redlines of a service over time, each with its 95% interval.
 *
 * @param points the completed runs, oldest first
 * @param capacities the marks of the capacity's axis
 * @param days the marks of the time's axis
 * @param deploys the deploys that were announced since the first of them
 * @param words the finding as text
 */
record TrendChart(
        List<Point> points,
        List<Curve.Mark> capacities,
        List<Curve.Mark> days,
        List<Curve.Mark> deploys,
        String words) {
    /**
     * A run.
     *
     * @param low the place of the interval's lower end
     * @param high the place of its upper end; the upper edge if the redline is "at least"
     */
    record Point(String run, double x, double y, double low, double high, boolean atLeast, String title) {}

    /** The chart of a service, or nothing with fewer than two redlines. */
    static Optional<TrendChart> of(List<RunSummary> runs, List<Deploy> deploys, ZoneId zone) {
        List<RunSummary> measured = runs.stream()
                .filter(run -> run.result() != null)
                .sorted(Comparator.comparing(RunSummary::startedAt))
                .toList();
        if (measured.size() < 2) {
            return Optional.empty();
        }
        double low = Double.MAX_VALUE;
        double high = 0;
        for (RunSummary run : measured) {
            low = Math.min(low, low(run.redline()));
            high = Math.max(high, high(run.redline()));
        }
        Scale capacity = Scale.of(low, high, Curve.BOTTOM, Curve.TOP);
        Instant first = measured.get(0).startedAt();
        Instant last = measured.get(measured.size() - 1).startedAt();
        // a deploy since the last run may have changed the redline
        Instant end = deploys.stream().map(Deploy::at).reduce(last, (one, other) -> one.isAfter(other) ? one : other);
        TimeAxis time = new TimeAxis(first, end.plusSeconds(1), zone);
        List<Point> points = new ArrayList<>();
        for (RunSummary run : measured) {
            points.add(point(run, time, capacity));
        }
        return Optional.of(new TrendChart(
                points,
                capacity.marks(Figures::rps),
                time.days(),
                deploys(deploys, first, time),
                measured.size() + " redlines from " + time.day(first) + " to " + time.day(last) + "."));
    }

    /** Whether a redline has no upper end. */
    public boolean isOpen() {
        return points.stream().anyMatch(Point::atLeast);
    }

    private static Point point(RunSummary run, TimeAxis time, Scale capacity) {
        RedlineReport redline = run.redline();
        if (redline == null) {
            throw new IllegalArgumentException(run.id() + " has no redline");
        }
        return new Point(
                run.id(),
                time.place(run.startedAt()),
                capacity.place(redline.rps()),
                capacity.place(redline.low()),
                redline.high() == null ? Curve.TOP : capacity.place(redline.high()),
                redline.atLeast(),
                run.id() + ": " + Figures.redline(redline) + " rps (95%: " + Figures.interval(redline) + ")");
    }

    private static List<Curve.Mark> deploys(List<Deploy> deploys, Instant first, TimeAxis time) {
        return deploys.stream()
                .filter(it -> !it.at().isBefore(first))
                .map(it -> new Curve.Mark(time.place(it.at()), it.words()))
                .toList();
    }

    private static double low(@Nullable RedlineReport redline) {
        return redline == null ? 0 : redline.low();
    }

    private static double high(@Nullable RedlineReport redline) {
        return redline == null ? 0 : redline.high() == null ? redline.rps() : redline.high();
    }
}
