package dev.redliner.controller.web;

import dev.redliner.api.RedlineReport;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.controller.traffic.NeededLoad;
import dev.redliner.controller.traffic.TrafficSlot;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The traffic of a pool by hour of the day, and the load of the pool that a run needs to reach the redline.
 *
 * @param hours the hours with known traffic
 * @param needed the needed load; null without a redline that has an upper end
 * @param loads the marks of the load's axis
 * @param words the finding as text
 */
record DayChart(List<Hour> hours, Curve.@Nullable Mark needed, List<Curve.Mark> loads, String words) {
    /** The time that is looked at. */
    static final Duration SPAN = Duration.ofDays(28);

    private static final int HOURS = 24;
    private static final double TENTH = 0.1;
    private static final double GAP = 3;

    /**
     * An hour of the day.
     *
     * @param x left end of its column
     * @param width of its column
     * @param low the place of the load that nine days in ten exceed
     * @param high the place of the load that one day in ten exceeds
     * @param median the place of the median over the days
     * @param enough whether the median reaches the needed load
     * @param title hour, median and days as text
     */
    record Hour(double x, double width, double low, double high, double median, boolean enough, String title) {}

    /** The chart of a pool, or nothing without traffic. */
    static Optional<DayChart> of(List<TrafficSlot> slots, Pool pool, @Nullable RedlineReport redline, ZoneId zone) {
        TreeMap<Integer, List<Double>> byHour = means(slots, zone);
        if (byHour.isEmpty()) {
            return Optional.empty();
        }
        Double needed = needed(pool, redline);
        double most = byHour.values().stream()
                .flatMap(List::stream)
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
        Scale load = Scale.of(0, needed == null ? most : Math.max(most, needed), Curve.BOTTOM, Curve.TOP);
        List<Hour> hours = new ArrayList<>();
        byHour.forEach((hour, values) -> hours.add(hour(hour, values, load, needed, zone)));
        return Optional.of(new DayChart(
                hours,
                needed == null
                        ? null
                        : new Curve.Mark(load.place(needed), "a run needs " + Figures.rps(needed) + " rps"),
                load.marks(Figures::rps),
                words(hours, needed)));
    }

    /** The load of the pool at which the highest share brings the load that a run needs to each host of the SUT. */
    static @Nullable Double needed(Pool pool, @Nullable RedlineReport redline) {
        return redline == null || redline.high() == null
                ? null
                : NeededLoad.of(redline) * pool.sut().size() / pool.maxShare().fraction();
    }

    /** The mean load of each hour of each day, by hour of the day, ascending. */
    private static TreeMap<Integer, List<Double>> means(List<TrafficSlot> slots, ZoneId zone) {
        var sums = new TreeMap<LocalDateTime, double[]>();
        for (TrafficSlot slot : slots) {
            LocalDateTime hour = slot.start().atZone(zone).toLocalDateTime().truncatedTo(ChronoUnit.HOURS);
            double[] sum = sums.computeIfAbsent(hour, unused -> new double[2]);
            sum[0] += slot.sum();
            sum[1] += slot.seconds();
        }
        var byHour = new TreeMap<Integer, List<Double>>();
        sums.forEach((hour, sum) -> byHour.computeIfAbsent(hour.getHour(), unused -> new ArrayList<>())
                .add(sum[0] / sum[1]));
        byHour.values().forEach(values -> values.sort(null));
        return byHour;
    }

    private static Hour hour(int hour, List<Double> values, Scale load, @Nullable Double needed, ZoneId zone) {
        double width = (Curve.RIGHT - Curve.LEFT) / HOURS;
        double median = quantile(values, 0.5);
        String days = values.size() == 1 ? "1 day" : values.size() + " days";
        return new Hour(
                Math.round((Curve.LEFT + hour * width + GAP / 2) * 10) / 10.0,
                Math.round((width - GAP) * 10) / 10.0,
                load.place(quantile(values, TENTH)),
                load.place(quantile(values, 1 - TENTH)),
                load.place(median),
                needed == null || median >= needed,
                String.format("%02d:00 %s: median %s rps of %s", hour, zone.getId(), Figures.rps(median), days));
    }

    /** The nearest rank. */
    private static double quantile(List<Double> ascending, double part) {
        int rank = (int) Math.ceil(part * ascending.size());
        return ascending.get(Math.max(0, rank - 1));
    }

    private static String words(List<Hour> hours, @Nullable Double needed) {
        if (needed == null) {
            return "Requests per second by hour of the day.";
        }
        long enough = hours.stream().filter(Hour::enough).count();
        return enough + " of " + hours.size() + " known hours reach the " + Figures.rps(needed)
                + " rps that a run needs.";
    }
}
