package dev.redliner.controller.replay;

import dev.redliner.contracts.pool.DependencyMetric;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.sample.SignalNames;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.rules.Coverage;
import dev.redliner.rules.RuleNames;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The recorded signals in the past that a rule covers. As in a run, the value of a window is the mean over its readings,
 * weighted by their time: of a counter, that is the increase per second. With {@code max.} it is the highest reading, of
 * a second at least. The record has one value for each tick in place of each reading, so a value has the time of its
 * tick.
 *
 * <p>A window has a value under the conditions of a run: two ticks, or the window if it is shorter, and no more than a
 * fifth of it missing since the run was first recorded.
 */
final class SignalWindow {
    /** Dependencies are read once a second at most, however short the ticks are. */
    private static final double DEPENDENCY_SECONDS = 1;

    private final Duration length;
    private final Pool pool;
    private final Deque<TickSignals> ticks = new ArrayDeque<>();
    private @Nullable Instant began;
    private @Nullable Instant end;

    /** @param pool the pool of the run */
    SignalWindow(Duration length, Pool pool) {
        this.length = length;
        this.pool = pool;
    }

    /** Adds a verdict, later than all before, and ends the window with it. */
    void add(Verdict verdict) {
        if (verdict.tick() != null) {
            began = began == null ? verdict.tick().from() : began;
        }
        TickSignals signals = TickSignals.of(verdict, pool);
        if (signals != null) {
            ticks.addLast(signals);
        }
        end = verdict.at();
        Instant start = verdict.at().minus(length);
        while (!ticks.isEmpty() && !ticks.getFirst().to().isAfter(start)) {
            ticks.removeFirst();
        }
    }

    /** The value of a metric by the name that rules use; empty if it is no signal, or too little of it was recorded. */
    OptionalDouble value(String name) {
        boolean highest = name.startsWith(RuleNames.MAX_PREFIX);
        String scoped = highest ? name.substring(RuleNames.MAX_PREFIX.length()) : name;
        String plain = TickSignals.plain(scoped);
        if (SignalNames.isHighest(plain) && !highest) {
            // the record has the highest reading, and this rule reads the mean
            return OptionalDouble.empty();
        }
        double most = DependencyMetric.of(plain).isPresent() ? DEPENDENCY_SECONDS : 0;
        var readings = new Readings();
        Instant newest = null;
        for (TickSignals tick : ticks) {
            Double value = tick.value(scoped);
            if (value != null) {
                double since = newest == null ? most : Math.min(most, seconds(newest, tick.to()));
                double seconds = Math.max(tick.seconds(), since);
                readings.add(value, seconds);
                newest = tick.to();
            }
        }
        // as in a run, where a batch of a host has all of its readings: only a dependency is read at times of its own
        Instant reported = newest == null || most > 0 ? newest : ticks.getLast().to();
        return reported != null && isCovered(readings.seconds, reported, most)
                ? OptionalDouble.of(highest ? readings.highest() : readings.mean())
                : OptionalDouble.empty();
    }

    /** @param most the longest time between two readings, if it is longer than a tick */
    private boolean isCovered(double covered, Instant newest, double most) {
        if (began == null || end == null) {
            return false;
        }
        double window = length.toNanos() / 1e9;
        double tick = ticks.getLast().seconds();
        double due = Math.min(window, seconds(began, end));
        double notYet = Math.min(seconds(newest, end), Math.max(tick, most));
        return Coverage.isEnough(window, due, notYet, covered, tick);
    }

    /** The values of a signal, oldest first. */
    private static final class Readings {
        private double weighted;
        private double seconds;
        private double highest = Double.NEGATIVE_INFINITY;
        /** Of the values that are not yet a second together. */
        private double partWeighted;

        private double partSeconds;

        void add(double value, double length) {
            weighted += value * length;
            seconds += length;
            partWeighted += value * length;
            partSeconds += length;
            if (partSeconds >= Coverage.READING_SECONDS) {
                highest = Math.max(highest, partWeighted / partSeconds);
                partWeighted = 0;
                partSeconds = 0;
            }
        }

        double mean() {
            return weighted / seconds;
        }

        /** The highest mean over a second; of less than a second, its mean. */
        double highest() {
            return Double.isInfinite(highest) ? mean() : highest;
        }
    }

    /** The names of the signals in the window, those of peers and pool after their prefix. */
    Set<String> names() {
        var names = new TreeSet<String>();
        ticks.forEach(tick -> names.addAll(tick.names()));
        return names;
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toNanos() / 1e9;
    }
}
