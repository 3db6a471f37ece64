package dev.redliner.controller.web;

import dev.redliner.api.RunSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A choice of recorded runs to try rules on.
 *
 * @param value {@code 1} for the newest run, {@code 5} for the newest five, or the id of a run; the value of
 *     {@code ?try=}
 * @param runs ids, the newest first, with spaces between them
 * @param text the choice in words
 */
record TryOption(String value, String runs, String text) {
    /** Number of runs that are offered. */
    static final int OFFERED = 10;

    private static final int SEVERAL = 5;

    /** @param newest the runs of a service, the newest first */
    static List<TryOption> of(List<RunSummary> newest) {
        var options = new ArrayList<TryOption>();
        if (!newest.isEmpty()) {
            RunSummary last = newest.get(0);
            options.add(new TryOption("1", last.id(), "the last run, " + words(last)));
        }
        int several = Math.min(SEVERAL, newest.size());
        if (several > 1) {
            String ids = newest.stream().limit(several).map(RunSummary::id).collect(Collectors.joining(" "));
            options.add(new TryOption(Integer.toString(SEVERAL), ids, "the last " + several + " runs"));
        }
        newest.stream().skip(1).forEach(run -> options.add(new TryOption(run.id(), run.id(), words(run))));
        return options;
    }

    private static String words(RunSummary run) {
        String result = run.result() == null ? Sign.of(run.state()).words() : Figures.redline(run.result()) + " rps";
        return run.id() + " (" + result + ")";
    }
}
