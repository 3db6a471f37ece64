package dev.redliner.analyzer.judge;

import dev.redliner.contracts.sample.SampleBatch;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Numbers the lives of one reporter about one entity. A reporter that restarts begins a new epoch and a new sequence.
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

    /** As many batches in a row, none of them of the newest life, show that the newest life is over. */
    private static final int TAKES_OVER = 3;

    private final Map<Long, Life> byEpoch = new LinkedHashMap<>();
    private long newest = -1;
    private long lives;
    private long rival = -1;
    private int rivalBatches;

    /**
     * The number of the life to which a batch belongs. An epoch that was not seen before is a new life. Batches of an
     * earlier life keep its number, so that two reporters of one name are never both counted. If only batches of an
     * earlier life arrive, the newest one was a batch that had been on its way for long, and the earlier life continues
     * as a new one.
     */
    long numberOf(SampleBatch batch) {
        long epoch = batch.epoch();
        Life life = byEpoch.get(epoch);
        if (life == null) {
            return begin(batch);
        }
        if (epoch == newest) {
            rivalBatches = 0;
        } else if (batch.sequence() > life.highest()) {
            rivalBatches = epoch == rival ? rivalBatches + 1 : 1;
            rival = epoch;
            if (rivalBatches >= TAKES_OVER) {
                return begin(batch);
            }
        }
        byEpoch.put(epoch, new Life(life.number(), Math.max(life.highest(), batch.sequence())));
        return life.number();
    }

    private long begin(SampleBatch batch) {
        newest = batch.epoch();
        rivalBatches = 0;
        byEpoch.remove(newest);
        byEpoch.put(newest, new Life(++lives, batch.sequence()));
        if (byEpoch.size() > REMEMBERED) {
            byEpoch.remove(byEpoch.keySet().iterator().next());
        }
        return lives;
    }
}
