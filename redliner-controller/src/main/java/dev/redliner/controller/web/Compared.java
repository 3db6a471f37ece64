package dev.redliner.controller.web;

import dev.redliner.api.ComparisonReport;
import dev.redliner.api.RedlineReport;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunSummary;
import dev.redliner.api.StepReport;
import dev.redliner.controller.report.Comparisons;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Two to four runs beside each other. The first is the reference.
 *
 * @param runs the runs, in the order in which they were asked for
 * @param redlines the marks of the axis on which the redlines are drawn
 * @param loads the marks of the load's axis of the curves
 * @param latencies the marks of the latency's axis
 * @param height of the picture of the redlines
 */
record Compared(
        List<Line> runs, List<Curve.Mark> redlines, List<Curve.Mark> loads, List<Curve.Mark> latencies, double height) {
    /** The most that can be told apart in one picture. */
    static final int MOST = 4;

    private static final double ROW = 34;

    /**
     * A run.
     *
     * @param mark {@code a} to {@code d}; selects the colour and the shape
     * @param whisker its redline and interval as places; null without a redline
     * @param points its counted steps as places, by load
     * @param path the line through the points
     * @param comparison against the reference; null for the reference
     */
    record Line(
            String mark,
            RunRow run,
            @Nullable Whisker whisker,
            List<Place> points,
            String path,
            @Nullable Answer comparison) {}

    record Whisker(double low, double at, double high, double y, boolean open) {}

    record Place(double x, double y, String title) {}

    /**
     * A comparison in words.
     *
     * @param state the answer with its icon and colour
     * @param difference the change with its 95% interval, or why there is none
     * @param certainty the probability that the run is worse by more than the margin
     * @param unfair why there is no answer; empty if the comparison is fair
     */
    record Answer(Sign state, String difference, String certainty, List<String> unfair) {}

    /** Whether a step of any run has a latency to draw. */
    public boolean withLatency() {
        return runs.stream().anyMatch(line -> !line.points().isEmpty());
    }

    static Compared of(List<RunReport> runs, double margin) {
        double[] ends = runs.stream()
                .map(RunReport::result)
                .filter(Objects::nonNull)
                .flatMapToDouble(it -> DoubleStream.of(it.low(), upper(it)))
                .toArray();
        double[] loads = runs.stream()
                .flatMap(Compared::counted)
                .mapToDouble(Compared::rps)
                .toArray();
        double[] latencies = runs.stream()
                .flatMap(Compared::counted)
                .mapToDouble(step -> step.p99Ms() == null ? 0 : step.p99Ms())
                .toArray();
        Scale redline = Scale.of(least(ends), most(ends), Curve.LEFT, Curve.RIGHT);
        Scale load = Scale.of(least(loads), most(loads), Curve.LEFT, Curve.RIGHT);
        Scale latency = Scale.of(0, most(latencies), Curve.BOTTOM, Curve.TOP);
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            lines.add(line(i, runs, redline, load, latency, margin));
        }
        return new Compared(
                lines,
                redline.marks(Figures::rps),
                load.marks(Figures::rps),
                latency.marks(ms -> String.format(Locale.ROOT, "%.0f", ms)),
                runs.size() * ROW + 24);
    }

    private static Line line(int i, List<RunReport> runs, Scale redline, Scale load, Scale latency, double margin) {
        RunReport run = runs.get(i);
        List<Place> points = counted(run)
                .sorted(Comparator.comparingDouble(Compared::rps))
                .map(step -> new Place(
                        load.place(rps(step)),
                        latency.place(step.p99Ms() == null ? 0 : step.p99Ms()),
                        run.id() + ": " + Figures.rps(step.rps()) + " rps, p99 " + Figures.millis(step.p99Ms())))
                .toList();
        String path = points.isEmpty()
                ? ""
                : "M"
                        + String.join(
                                "L",
                                points.stream().map(p -> p.x() + " " + p.y()).toList());
        return new Line(
                String.valueOf((char) ('a' + i)),
                RunRow.of(RunSummary.of(run)),
                whisker(run.result(), i, redline),
                points,
                path,
                i == 0 ? null : answer(Comparisons.of(runs.get(0), run, margin)));
    }

    private static @Nullable Whisker whisker(@Nullable RedlineReport redline, int i, Scale scale) {
        if (redline == null) {
            return null;
        }
        return new Whisker(
                scale.place(redline.low()),
                scale.place(redline.rps()),
                redline.high() == null ? Curve.RIGHT : scale.place(upper(redline)),
                (i + 0.5) * ROW,
                redline.high() == null);
    }

    private static Answer answer(ComparisonReport found) {
        String percent = Figures.percent(found.margin());
        Sign state =
                switch (found.outcome()) {
                    case WORSE -> new Sign("i-bad", "bad", "Carries less by more than " + percent);
                    case NOT_WORSE -> new Sign("i-check", "ok", "Not less by more than " + percent);
                    case CANNOT_TELL -> new Sign("i-ask", "mid", "Cannot tell");
                };
        if (found.change() == null || found.low() == null || found.high() == null || found.worse() == null) {
            return new Answer(state, found.words(), "", found.unfair());
        }
        String difference =
                signed(found.change()) + " (95%: " + signed(found.low()) + " to " + signed(found.high()) + ")";
        if (!found.unfair().isEmpty()) {
            // of runs that are not comparable there is no probability
            return new Answer(state, difference, "", found.unfair());
        }
        String probability =
                "Less by more than " + percent + " with a probability of " + Figures.percent(found.worse()) + ".";
        String more = found.outcome() == ComparisonReport.Outcome.CANNOT_TELL
                ? " " + Comparisons.toTell(Objects.requireNonNull(found.runsToTell()), found.margin())
                : "";
        return new Answer(state, difference, probability + more, List.of());
    }

    /** A change in percent with its sign. */
    private static String signed(double change) {
        return (change < 0 ? "\u2212" : "+") + Figures.percent(Math.abs(change));
    }

    private static Stream<StepReport> counted(RunReport run) {
        return run.steps().stream().filter(step -> step.counted() && step.rps() != null && step.p99Ms() != null);
    }

    private static double rps(StepReport step) {
        return step.rps() == null ? 0 : step.rps();
    }

    private static double upper(RedlineReport redline) {
        return redline.high() == null ? redline.rps() : redline.high();
    }

    private static double least(double[] values) {
        return DoubleStream.of(values).min().orElse(0);
    }

    private static double most(double[] values) {
        return DoubleStream.of(values).max().orElse(1);
    }
}
