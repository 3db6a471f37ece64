package dev.redliner.analyzer.judge;

import dev.redliner.contracts.sample.SampleBatch;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Numbers the lives of one reporter about one subject. A reporter that restarts begins a new epoch and a new sequence.
 *
 * <p>Lives are numbered in the order in which they arrive, which Kafka keeps. Their epochs are times of the reporter's
 * clock, and a clock may be behind the previous start: ordered by their epochs, every batch of the later life would
 * come too late.
 */
final class ReporterLives {
    /** More restarts than this do not happen while a batch is under way. */
    private static final int REMEMBERED = 8;

    /** @param highest the highest sequence that arrived in this life */
    private record Life(long number, long highest) {}

    private final Map<Long, Life> byEpoch = new LinkedHashMap<>();
    private long newest = -1;
    private long lives;

    /**
     * The number of the life to which a batch belongs. A batch that continues an epoch after a batch of a different
     * epoch begins a new life, so that two reporters of one name do not displace each other.
     */
    long numberOf(SampleBatch batch) {
        Life life = byEpoch.get(batch.epoch());
        if (life != null && batch.sequence() <= life.highest()) {
            return life.number();
        }
        long number = life != null && batch.epoch() == newest ? life.number() : ++lives;
        newest = batch.epoch();
        byEpoch.remove(newest);
        byEpoch.put(newest, new Life(number, batch.sequence()));
        if (byEpoch.size() > REMEMBERED) {
            byEpoch.remove(byEpoch.keySet().iterator().next());
        }
        return number;
    }
}
