package dev.redliner.controller.web;

import dev.redliner.api.RedlineReport;
import dev.redliner.api.RunSummary;
import java.util.ArrayList;
import java.util.Collections;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/**
 * A run in the trend of its service, in the units of a picture of {@value #WIDTH} by {@value #HEIGHT}.
 *
 * @param measured whether the run measured a redline; a run without one is a tick on the lower edge
 * @param x the place of the run, the oldest at the left
 * @param y the estimate, higher ones above; at the lower edge without one
 * @param low the lower end of the 95% interval, as a place
 * @param high the upper end of the 95% interval, as a place
 */
record TrendMark(boolean measured, double x, double y, double low, double high) {
    static final int RUNS = 12;
    static final int WIDTH = 120;
    static final int HEIGHT = 24;
    private static final double EDGE = 3;

    /** @param newestFirst the runs of one service */
    static List<TrendMark> of(List<RunSummary> newestFirst) {
        List<RunSummary> runs = new ArrayList<>(newestFirst.stream()
                .filter(run -> run.state().over())
                .limit(RUNS)
                .toList());
        Collections.reverse(runs);
        DoubleSummaryStatistics range = new DoubleSummaryStatistics();
        for (RunSummary run : runs) {
            RedlineReport redline = run.result();
            if (redline != null) {
                range.accept(redline.low());
                range.accept(upper(redline));
            }
        }
        List<TrendMark> marks = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            marks.add(mark(runs.get(i), (RUNS - runs.size() + i + 0.5) * WIDTH / RUNS, range));
        }
        return marks;
    }

    private static TrendMark mark(RunSummary run, double x, DoubleSummaryStatistics range) {
        RedlineReport redline = run.result();
        if (redline == null) {
            return new TrendMark(false, x, HEIGHT, HEIGHT, HEIGHT);
        }
        return new TrendMark(
                true, x, place(redline.rps(), range), place(redline.low(), range), place(upper(redline), range));
    }

    private static double upper(RedlineReport redline) {
        Double high = redline.high();
        return high == null ? redline.rps() : high;
    }

    private static double place(double rps, DoubleSummaryStatistics range) {
        double span = range.getMax() - range.getMin();
        double part = span > 0 ? (rps - range.getMin()) / span : 0.5;
        return Math.round((HEIGHT - EDGE - part * (HEIGHT - 2 * EDGE)) * 10) / 10.0;
    }
}
