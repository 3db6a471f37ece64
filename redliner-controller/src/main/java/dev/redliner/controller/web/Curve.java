package dev.redliner.controller.web;

import dev.redliner.api.RedlineReport;
import dev.redliner.api.RuleReport;
import dev.redliner.api.RunReport;
import dev.redliner.api.StepReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The picture of latency against load: one mark for each step, and the redline with its interval. It is drawn on the
 * server, so that it is there without JavaScript, in print and in an exported report.
 *
 * @param points the steps with a latency
 * @param redline the redline; null if the run has none
 * @param limit the limit of the latency; null if no rule has one
 * @param loads the marks of the load's axis
 * @param latencies the marks of the latency's axis
 * @param words the finding as text
 * @param missing how many steps have no mark, and why; null if all have one
 */
record Curve(
        List<Point> points,
        @Nullable Band redline,
        @Nullable Mark limit,
        List<Mark> loads,
        List<Mark> latencies,
        String words,
        @Nullable String missing) {
    static final double WIDTH = 640;
    static final double HEIGHT = 270;
    /** Places of the picture's edges. */
    static final double LEFT = 52;

    static final double RIGHT = 628;
    static final double TOP = 22;
    static final double BOTTOM = 236;

    /** Latencies beyond this multiple of the limit are drawn at the upper edge, so that the others can be read. */
    private static final double CLIPPED = 2.2;

    private static final double TO_MILLIS = 1000;

    /** A text at a place of an axis. */
    record Mark(double at, String text) {}

    /** The interval of the redline; {@code safe} is the safe rate's place. */
    record Band(double from, double to, double at, String text, @Nullable Double safe) {}

    /**
     * A step.
     *
     * @param kind {@code held}, {@code gave-out}, {@code left} (before a rule failed; the host recovers
     *     in the next step), or {@code other} (not counted, or a step in which the host recovers)
     * @param number of the step
     * @param title load, latency and kind as text
     */
    record Point(double x, double y, String kind, int number, String title) {}

    /** The curve of a run, or nothing if fewer than two steps have a latency. */
    static Optional<Curve> of(RunReport run) {
        List<StepReport> all = run.steps().stream()
                .filter(step -> step.rps() != null && !step.stage().equals("restore"))
                .toList();
        List<StepReport> steps =
                all.stream().filter(step -> step.p99Ms() != null).toList();
        if (steps.size() < 2) {
            return Optional.empty();
        }
        Double limit = limit(steps);
        RedlineReport redline = run.result();
        double most =
                steps.stream().mapToDouble(step -> value(step.p99Ms())).max().orElse(0);
        Scale latency =
                Scale.of(0, limit == null ? most : Math.min(Math.max(most, limit), CLIPPED * limit), BOTTOM, TOP);
        double least =
                steps.stream().mapToDouble(step -> value(step.rps())).min().orElse(0);
        double highest =
                steps.stream().mapToDouble(step -> value(step.rps())).max().orElse(0);
        if (redline != null) {
            least = Math.min(least, redline.low());
            highest = Math.max(highest, redline.high() == null ? redline.rps() : redline.high());
        }
        Scale load = Scale.of(least, highest, LEFT, RIGHT);
        List<Point> points = new ArrayList<>();
        for (StepReport step : steps) {
            points.add(point(step, kind(step, run), load, latency));
        }
        return Optional.of(new Curve(
                points,
                redline == null ? null : band(redline, load),
                limit == null ? null : new Mark(latency.place(limit), "limit " + Figures.millis(limit)),
                load.marks(Figures::rps),
                latency.marks(ms -> String.format(Locale.ROOT, "%.0f", ms)),
                words(redline, limit, steps.size()),
                missing(all.size() - steps.size(), all.size())));
    }

    private static Point point(StepReport step, String kind, Scale load, Scale latency) {
        String title = "Step " + step.number() + ": " + Figures.rps(step.rps()) + " rps, p99 "
                + Figures.millis(step.p99Ms()) + ", "
                + switch (kind) {
                    case "gave-out" -> "a rule failed";
                    case "held" -> "the rules passed";
                    case "left" -> "left early, and the host recovered afterwards";
                    default -> step.counted() ? "a load at which the host recovers" : "not counted for the redline";
                };
        return new Point(load.place(value(step.rps())), latency.place(value(step.p99Ms())), kind, step.number(), title);
    }

    private static String kind(StepReport step, RunReport run) {
        if (recovers(step) || !step.counted()) {
            return "other";
        }
        // the step in which the host recovers may have too few requests for a latency, and no mark
        boolean left = run.steps().stream().anyMatch(it -> it.number() == step.number() + 1 && recovers(it));
        if (gaveOut(step, run.redline()) || (left && failed(step))) {
            return "gave-out";
        }
        return left ? "left" : "held";
    }

    private static boolean recovers(StepReport step) {
        return step.stage().equals("heal");
    }

    private static boolean failed(StepReport step) {
        return step.rules().stream().anyMatch(rule -> rule.outcome().equals("FAIL"));
    }

    /** Rules that are only reported may fail at any load. The limiting rule is the one that counts. */
    private static boolean gaveOut(StepReport step, @Nullable RedlineReport redline) {
        String limiting = redline == null ? null : redline.limitingRule();
        return step.rules().stream()
                .anyMatch(rule -> rule.outcome().equals("FAIL")
                        && (limiting == null ? latencyLimit(rule) != null : limiting.equals(rule.rule())));
    }

    private static Band band(RedlineReport redline, Scale load) {
        Double high = redline.high();
        Double safe = redline.safe();
        return new Band(
                load.place(redline.low()),
                high == null ? RIGHT : load.place(high),
                load.place(redline.rps()),
                Figures.redline(redline) + " rps",
                safe == null ? null : load.place(safe));
    }

    private static @Nullable Double limit(List<StepReport> steps) {
        return steps.stream()
                .flatMap(step -> step.rules().stream())
                .map(Curve::latencyLimit)
                .filter(limit -> limit != null)
                .findFirst()
                .orElse(null);
    }

    /** The limit of a rule on the 99th percentile of the SUT in milliseconds; null if the rule has none. */
    private static @Nullable Double latencyLimit(RuleReport rule) {
        return rule.values().stream()
                .filter(value -> value.metric().equals("latency.p99") && value.limit() != null)
                .map(value -> value(value.limit()) * TO_MILLIS)
                .findFirst()
                .orElse(null);
    }

    private static String words(@Nullable RedlineReport redline, @Nullable Double limit, int steps) {
        String shown = "The p99 latency of " + steps + " steps over their load.";
        String bound = limit == null ? "" : " The limit is " + Figures.millis(limit) + ".";
        return redline == null
                ? shown + bound
                : shown + bound + " The redline is " + Figures.redline(redline) + " rps, with 95% certainty "
                        + Figures.interval(redline) + ".";
    }

    private static @Nullable String missing(int missing, int all) {
        return missing == 0
                ? null
                : missing + " of " + all + " steps " + (missing == 1 ? "has" : "have")
                        + " too few requests for a p99 and no mark. The table of steps counts their slow requests.";
    }

    private static double value(@Nullable Double present) {
        return present == null ? 0 : present;
    }
}
