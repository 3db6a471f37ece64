package dev.redliner.collector.sample;

import dev.redliner.contracts.sample.SampleBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The batches of one subject by one reporter, in order of time. A batch covers the time since the one before, so a
 * skipped tick makes the next batch longer and loses nothing; a source that failed at the tick before starts anew,
 * since its increase would cover more time than the batch says. After a pause the series starts anew too. Not for use by
 * several threads at once.
 */
public final class SampleSeries {
    /** Longer without a batch, and longer than ten intervals, is a pause. */
    private static final Duration PAUSE = Duration.ofSeconds(10);

    private final String pool;
    private final String host;
    private final String reporter;
    private final long epoch;
    private final LongSupplier sequence;
    private final Map<String, Reading> before = new HashMap<>();
    private @Nullable Instant last;

    /**
     * @param pool the pool
     * @param host the subject
     * @param reporter who measures
     * @param epoch when the reporter's process started, ms since 1970
     * @param sequence counts up by one at each call, for this subject alone
     */
    public SampleSeries(String pool, String host, String reporter, long epoch, LongSupplier sequence) {
        this.pool = pool;
        this.host = host;
        this.reporter = reporter;
        this.epoch = epoch;
        this.sequence = sequence;
    }

    /**
     * The batch for a tick.
     *
     * @param tick the end of the interval
     * @param interval how long the first batch is said to be; later ones reach back to the batch before
     * @param results how the read of each source of this subject ended, by the source's name; where two tell of the
     *     same gauge, the later one in the map's order holds
     * @return empty if the clock did not move on since the last batch
     */
    public Optional<SampleBatch> next(Instant tick, Duration interval, Map<String, ReadResult> results) {
        Duration covered = last == null ? interval : Duration.between(last, tick);
        if (covered.isNegative() || covered.isZero()) {
            return Optional.empty();
        }
        if (covered.compareTo(PAUSE) > 0 && covered.compareTo(interval.multipliedBy(10)) > 0) {
            before.clear();
            covered = interval;
        }
        last = tick;
        var draft = new BatchDraft();
        results.forEach((source, result) -> add(draft, source, result));
        return Optional.of(new SampleBatch(
                pool,
                host,
                reporter,
                epoch,
                sequence.getAsLong(),
                tick,
                covered,
                draft.gauges(),
                draft.counters(),
                draft.latencies(),
                draft.gaps()));
    }

    private void add(BatchDraft draft, String source, ReadResult result) {
        if (result instanceof ReadResult.Got got) {
            Reading earlier = before.put(source, got.reading());
            draft.add(got.reading(), Increase.between(earlier, got.reading()));
        } else if (result instanceof ReadResult.Missed missed) {
            before.remove(source);
            draft.missed(source, missed.reason());
        }
    }
}
