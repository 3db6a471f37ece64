package dev.redliner.collector.sample;

import dev.redliner.contracts.sample.SampleBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The batches of one entity by one reporter, in order of time. A batch covers the time since the last reading, so a
 * skipped reading makes the next batch longer and loses nothing. The same applies after a failed read: the batch of that
 * reading has a gap, and the next one covers both intervals.
 *
 * <p>Sources start again with a first reading in three cases:
 * <ul>
 * <li>the sources of an entity failed at different times: those that failed start again, because their increase would
 * cover more time than the batch;
 * <li>after a pause, such as in a pool without a watch: all sources start again;
 * <li>the clock was set back: all sources start again.
 * </ul>
 *
 * <p>Not safe for concurrent use.
 */
public final class SampleSeries {
    /** A time without a batch that is longer than this, and longer than ten intervals, is a pause. */
    private static final Duration PAUSE = Duration.ofSeconds(10);
    /** An older reading is useless for a window, because the increase since then belongs to a different time. */
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final String pool;
    private final String host;
    private final String reporter;
    private final long epoch;
    private final LongSupplier sequence;
    private final Map<String, Taken> readings = new HashMap<>();
    private @Nullable Instant last;

    private record Taken(Reading reading, Instant at) {}

    /**
     * @param pool the pool
     * @param host the entity
     * @param reporter the measuring reporter
     * @param epoch start of the reporter's process, ms since 1970
     * @param sequence counts up by one at each call, for this entity alone
     */
    public SampleSeries(String pool, String host, String reporter, long epoch, LongSupplier sequence) {
        this.pool = pool;
        this.host = host;
        this.reporter = reporter;
        this.epoch = epoch;
        this.sequence = sequence;
    }

    /**
     * The batch for a due time.
     *
     * @param due the end of the interval
     * @param interval the assumed length of the first batch; later ones reach back to the previous batch
     * @param envoy node id of the Envoy that was read; empty if none was
     * @param results the result of each source of this entity, by the source's name; if two sources have the same
     *     gauge, the later one in the map's order applies
     * @return empty for the due time of the last batch
     */
    public Optional<SampleBatch> next(Instant due, Duration interval, String envoy, Map<String, ReadResult> results) {
        Instant from = coveredFrom(due, interval, results);
        Duration covered = Duration.between(from, due);
        if (covered.isNegative() || covered.isZero()) {
            return Optional.empty();
        }
        last = due;
        var draft = new BatchDraft();
        results.forEach((source, result) -> add(draft, source, result, from, due));
        return Optional.of(new SampleBatch(
                pool,
                host,
                reporter,
                epoch,
                sequence.getAsLong(),
                due,
                covered,
                draft.gauges(),
                draft.counters(),
                draft.latencies(),
                draft.gaps(),
                envoy,
                draft.properties()));
    }

    /**
     * The previous read of the sources that were read now, if it was due at the same time for all these sources; else the
     * previous due time.
     */
    private Instant coveredFrom(Instant due, Duration interval, Map<String, ReadResult> results) {
        Instant before = last;
        Duration silent = before == null ? interval : Duration.between(before, due);
        boolean pause = silent.compareTo(PAUSE) > 0 && silent.compareTo(interval.multipliedBy(10)) > 0;
        if (before == null || pause || silent.isNegative()) {
            readings.clear();
            return due.minus(interval);
        }
        List<Instant> since = results.entrySet().stream()
                .filter(result -> result.getValue() instanceof ReadResult.Got)
                .flatMap(result -> Stream.ofNullable(readings.get(result.getKey())))
                .map(Taken::at)
                .distinct()
                .toList();
        return since.size() == 1 && Duration.between(since.get(0), due).compareTo(LONGEST) <= 0 ? since.get(0) : before;
    }

    private void add(BatchDraft draft, String source, ReadResult result, Instant from, Instant due) {
        if (result instanceof ReadResult.Got got) {
            Taken earlier = readings.put(source, new Taken(got.reading(), due));
            Reading since = earlier != null && earlier.at().equals(from) ? earlier.reading() : null;
            draft.add(got.reading(), Increase.between(since, got.reading()));
        } else if (result instanceof ReadResult.Missed missed) {
            draft.missed(source, missed.reason());
        }
    }
}
