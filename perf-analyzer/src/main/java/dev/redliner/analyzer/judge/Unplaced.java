package dev.redliner.analyzer.judge;

import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.verdict.Late;
import dev.redliner.contracts.verdict.Overdue;
import dev.redliner.contracts.verdict.Tick;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts of the SUT that are in no verdict, kept for the next verdict that is sent. */
final class Unplaced {
    private final Instant since;
    private @Nullable Late late;

    /**
     * @param since start of the watch at this analyzer: an analyzer that takes a pool over reads earlier samples again,
     *     which another analyzer has already judged
     */
    Unplaced(Instant since) {
        this.since = since;
    }

    /**
     * Adds counts that belong to no tick.
     *
     * @param end end of the tick in which these counts were found
     * @param streams number of streams of batches that report on the SUT: each host by each Envoy
     */
    void add(List<SampleBatch> batches, Overdue overdue, Instant end, int streams) {
        if (batches.isEmpty() || !end.isAfter(since)) {
            return;
        }
        double seconds = batches.stream()
                .map(SampleBatch::interval)
                .mapToDouble(Unplaced::seconds)
                .sum();
        add(new Late(TickCounts.counts(batches, null, overdue), seconds / Math.max(1, streams)));
    }

    private void add(Late more) {
        late = late == null ? more : late.plus(more);
    }

    /** The kept counts; null if there are none. */
    @Nullable
    Late late() {
        return late;
    }

    /**
     * Drops the kept counts if their verdict was sent. If the verdict is too old to be sent, its tick is kept with
     * them.
     */
    void wrote(Tick tick, boolean sent) {
        late = sent ? null : late;
        if (!sent && tick.to().isAfter(since)) {
            add(new Late(tick.sut(), tick.lengthSeconds()));
        }
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
