package dev.redliner.search.twin;

import java.util.Arrays;

/** Requests wait in one queue for the first free thread. */
final class Threads implements Station {
    /** A heap of the times at which the threads are free. */
    private final double[] free;

    Threads(int number, double from) {
        free = new double[number];
        Arrays.fill(free, from);
    }

    @Override
    public void arrive(double time, double work, Answers answers) {
        double leaves = Math.max(time, free[0]) + work;
        int at = 0;
        for (int child = 1; child < free.length; child = 2 * at + 1) {
            if (child + 1 < free.length && free[child + 1] < free[child]) {
                child++;
            }
            if (free[child] >= leaves) {
                break;
            }
            free[at] = free[child];
            at = child;
        }
        free[at] = leaves;
        answers.answered(time, leaves);
    }

    @Override
    public void advance(double until, Answers answers) {
        // the time at which a request leaves is known when it arrives
    }
}
