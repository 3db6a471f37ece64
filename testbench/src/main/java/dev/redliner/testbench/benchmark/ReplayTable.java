package dev.redliner.testbench.benchmark;

import dev.redliner.search.Redline;
import dev.redliner.testbench.replay.Hindsight;
import dev.redliner.testbench.replay.RecordedSearch.Interval;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Recorded results beside those of the present search. */
final class ReplayTable {
    private static final String NONE = "-";

    private ReplayTable() {}

    /**
     * A row for each run, and the errors of both searches if truths are known. Runs that their search did not end are not
     * among the errors.
     */
    static String text(List<Hindsight> runs) {
        var text = new StringBuilder("| run | truth, rps | recorded, rps | error % | present search, rps | error % "
                + "| other decisions | the first one |\n|---|---|---|---|---|---|---|---|\n");
        runs.forEach(run -> text.append(row(run)));
        List<Hindsight> known = runs.stream()
                .filter(run -> run.recorded().truth() != null && !run.cutShort())
                .toList();
        if (!known.isEmpty()) {
            text.append(summary("recorded", known, run -> run.recorded().result()));
            text.append(summary("present search", known, ReplayTable::present));
        }
        return text.toString();
    }

    private static String row(Hindsight run) {
        Double truth = run.recorded().truth();
        Interval before = run.recorded().result();
        Interval now = present(run);
        return String.format(
                Locale.ROOT,
                "| %s, %s | %s | %s | %s | %s | %s | %d | %s |%n",
                run.recorded().service(),
                run.recorded().run(),
                truth == null ? NONE : String.format(Locale.ROOT, "%.1f", truth),
                words(before, run.recorded().state() + (run.cutShort() ? ", not by the search" : "")),
                error(before, truth),
                words(now, "no result"),
                error(now, truth),
                run.differences().size(),
                run.differences().stream().findFirst().orElse(NONE));
    }

    private static @Nullable Interval present(Hindsight run) {
        return run.redline().map(ReplayTable::interval).orElse(null);
    }

    private static Interval interval(Redline redline) {
        return new Interval(redline.rps(), redline.low(), redline.atLeast() ? null : (Double) redline.high());
    }

    private static String words(@Nullable Interval result, String without) {
        if (result == null) {
            return without;
        }
        Double high = result.high();
        return high == null
                ? String.format(Locale.ROOT, "at least %.1f (from %.1f)", result.rps(), result.low())
                : String.format(Locale.ROOT, "%.1f (%.1f to %.1f)", result.rps(), result.low(), high);
    }

    private static String error(@Nullable Interval result, @Nullable Double truth) {
        return result == null || truth == null ? NONE : String.format(Locale.ROOT, "%+.1f", percent(result, truth));
    }

    private static double percent(Interval result, double truth) {
        return 100 * (result.rps() / truth - 1);
    }

    private static String summary(
            String search, List<Hindsight> runs, Function<Hindsight, @Nullable Interval> resultOf) {
        List<Hindsight> with =
                runs.stream().filter(run -> resultOf.apply(run) != null).toList();
        if (with.isEmpty()) {
            return String.format(Locale.ROOT, "%n%s: no result%n", search);
        }
        List<Double> errors = with.stream()
                .map(run -> percent(Objects.requireNonNull(resultOf.apply(run)), truth(run)))
                .toList();
        var sizes = new Figures(errors.stream().map(Math::abs).toList());
        long held = with.stream()
                .filter(run -> Objects.requireNonNull(resultOf.apply(run)).contains(truth(run)))
                .count();
        return String.format(
                Locale.ROOT,
                "%n%s: %d of %d with a result, error %.1f / %.1f%% (median / 90%%), mean %+.1f%%, interval holds the truth in %d%n",
                search,
                with.size(),
                runs.size(),
                sizes.quantile(0.5),
                sizes.quantile(0.9),
                errors.stream().mapToDouble(Double::doubleValue).average().orElseThrow(),
                held);
    }

    private static double truth(Hindsight run) {
        return Objects.requireNonNull(run.recorded().truth());
    }
}
