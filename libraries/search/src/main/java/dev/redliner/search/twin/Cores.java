package dev.redliner.search.twin;

import java.util.Arrays;

/**
 * Requests share the cores: with {@code n} requests on {@code c} cores, each has {@code min(1, c/n)} of a core. One sum
 * of the work per request is therefore enough, and a request leaves when the sum reaches the request's own mark.
 */
final class Cores implements Station {
    /** A station with more requests than this is far beyond its capacity, and drops the rest. */
    private static final int MOST = 20_000;

    private final int number;
    /** A heap of the requests by their marks. */
    private double[] marks = new double[64];

    private double[] arrived = new double[64];
    private int size;
    private double done;
    private double now;

    Cores(int number, double from) {
        this.number = number;
        this.now = from;
    }

    @Override
    public void arrive(double time, double work, Answers answers) {
        advance(time, answers);
        if (size < MOST) {
            push(done + work, time);
        }
    }

    @Override
    public void advance(double until, Answers answers) {
        while (size > 0) {
            double leaves = now + (marks[0] - done) / speed();
            if (leaves > until) {
                done += (until - now) * speed();
                break;
            }
            done = marks[0];
            now = leaves;
            double since = arrived[0];
            pop();
            answers.answered(since, leaves);
        }
        now = until;
    }

    private double speed() {
        return size <= number ? 1 : number / (double) size;
    }

    private void push(double mark, double time) {
        if (size == marks.length) {
            marks = Arrays.copyOf(marks, 2 * size);
            arrived = Arrays.copyOf(arrived, 2 * size);
        }
        int at = size++;
        while (at > 0 && marks[(at - 1) / 2] > mark) {
            move((at - 1) / 2, at);
            at = (at - 1) / 2;
        }
        marks[at] = mark;
        arrived[at] = time;
    }

    private void pop() {
        double mark = marks[--size];
        double time = arrived[size];
        int at = 0;
        for (int child = 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && marks[child + 1] < marks[child]) {
                child++;
            }
            if (marks[child] >= mark) {
                break;
            }
            move(child, at);
            at = child;
        }
        marks[at] = mark;
        arrived[at] = time;
    }

    private void move(int from, int to) {
        marks[to] = marks[from];
        arrived[to] = arrived[from];
    }
}
