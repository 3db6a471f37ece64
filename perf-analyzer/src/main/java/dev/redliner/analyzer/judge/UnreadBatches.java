package dev.redliner.analyzer.judge;

import dev.redliner.analyzer.window.PoolSamples;
import dev.redliner.analyzer.window.Span;
import dev.redliner.contracts.sample.SampleBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives each batch about a host to one tick: the first that closes after it arrived. A span of the tick alone would lose
 * batches that end with the tick and arrive after its Envoys'.
 */
final class UnreadBatches {
    /** How many ticks late a reading of a host may be. */
    private static final int MOST_LATE = 3;

    /** End of the newest batch that was given, by host and source. */
    private final Map<String, Map<String, Instant>> given = new HashMap<>();

    /** The time in which batches for a tick may have ended. */
    static Span span(Instant end, Duration length, Duration samplingInterval) {
        Duration longest = samplingInterval.compareTo(length) > 0 ? samplingInterval : length;
        return new Span(end, longest.multipliedBy(MOST_LATE), samplingInterval);
    }

    /** The batches about a host in the span that were not given before. */
    List<SampleBatch> take(PoolSamples samples, String host, Span span) {
        Map<String, Instant> bySource = given.computeIfAbsent(host, unused -> new HashMap<>());
        List<SampleBatch> unread = samples.within(host, span).stream()
                .filter(batch -> batch.time().isAfter(bySource.getOrDefault(batch.source(), Instant.MIN)))
                .toList();
        unread.forEach(batch -> bySource.merge(batch.source(), batch.time(), (a, b) -> a.isAfter(b) ? a : b));
        return unread;
    }
}
