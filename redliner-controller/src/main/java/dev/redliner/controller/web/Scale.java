package dev.redliner.controller.web;

import dev.redliner.controller.web.Curve.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * A linear axis of a picture.
 *
 * @param low the value at {@code from}
 * @param high the value at {@code to}
 * @param step between two marks: 1, 2 or 5 times a power of ten
 */
record Scale(double low, double high, double from, double to, double step) {
    private static final int MARKS = 6;
    private static final double MARGIN = 0.06;

    /** An axis that holds both values, with a margin; it begins at zero if the least value is zero. */
    static Scale of(double least, double most, double from, double to) {
        double span = most > least ? most - least : Math.max(1, Math.abs(most));
        double low = least == 0 ? 0 : Math.max(0, least - MARGIN * span);
        double high = most + MARGIN * span;
        return new Scale(low, high, from, to, step((high - low) / MARKS));
    }

    /** The place of a value; values outside of the axis are at its end. */
    double place(double value) {
        double part = Math.min(1, Math.max(0, (value - low) / (high - low)));
        return Math.round((from + part * (to - from)) * 10) / 10.0;
    }

    List<Mark> marks(DoubleFunction<String> text) {
        List<Mark> marks = new ArrayList<>();
        for (double value = Math.ceil(low / step) * step; value <= high; value += step) {
            marks.add(new Mark(place(value), text.apply(value)));
        }
        return marks;
    }

    private static double step(double least) {
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        for (double factor : new double[] {1, 2, 5}) {
            if (factor * power >= least) {
                return factor * power;
            }
        }
        return 10 * power;
    }
}
