package dev.redliner.search.policy;

import dev.redliner.search.CountInterval;
import dev.redliner.search.CountInterval.Criterion;
import dev.redliner.search.estimate.Arrivals;
import dev.redliner.search.estimate.ProbeResult;
import dev.redliner.search.twin.Twin;
import dev.redliner.search.twin.TwinFit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The twin of the SUT, fitted while the search goes on: each second does a little of the work, so that no second takes
 * long. A fit begins after the ramp, and again with all seconds so far once it has ended and another probe has finished.
 *
 * @param seconds all seconds of the run in order
 * @param fit the fit in progress; null before the first one
 * @param probes number of probes when it began
 * @param twin the result of the last fit that ended; null before
 */
record TwinProgress(List<CountInterval> seconds, @Nullable TwinFit fit, int probes, @Nullable Twin twin) {
    static final TwinProgress NONE = new TwinProgress(List.of(), null, 0, null);
    /** Requests that the work of a second serves. The last piece of work may exceed it by 150,000. */
    private static final double WORK = 200_000;
    /** Largest half-width of a twin that a reason names. */
    private static final double WIDEST_NAMED = 0.5;

    TwinProgress {
        seconds = List.copyOf(seconds);
    }

    TwinProgress plus(CountInterval second) {
        var more = new ArrayList<>(seconds);
        more.add(second);
        return new TwinProgress(more, fit, probes, twin);
    }

    /** This progress after the work of a second. */
    TwinProgress advanced(ProbeHistory known) {
        boolean idle = fit == null || fit.ended();
        TwinFit next = idle && known.all().size() > probes ? begun(known).orElse(null) : fit;
        int from = next == fit ? probes : known.all().size();
        for (double left = WORK; left > 0 && next != null && !next.ended(); next = next.next()) {
            left -= next.work();
        }
        return new TwinProgress(
                seconds, next, from, next == null ? twin : next.twin().orElse(twin));
    }

    /** The reason for the end of a search, with the twin, unless its interval is very wide. */
    String because(String why) {
        return twin == null || twin.halfWidth() > WIDEST_NAMED
                ? why
                : Reasons.withTwin(why, twin.host(), Math.exp(twin.lnRedline()), twin.halfWidth());
    }

    /** Whether a fit has ended since. */
    boolean isNewerThan(TwinProgress before) {
        return twin != before.twin;
    }

    private Optional<TwinFit> begun(ProbeHistory known) {
        List<ProbeResult> all = known.all();
        Optional<Criterion> latency =
                ProbeResult.criteria(all).stream().filter(Criterion::latency).findFirst();
        return latency.flatMap(
                criterion -> TwinFit.of(criterion, seconds, all.get(0).load(), Arrivals.fromSecondToSecond(all)));
    }
}
