package dev.redliner.analyzer.intake;

import dev.redliner.contracts.sample.SampleBatch;
import java.time.Instant;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Detects batches that were already received, by (pool, reporter, host, epoch) and sequence. The last
 * {@value #REMEMBERED} sequences of each source are kept; older batches count as already received.
 */
final class Duplicates {
    static final int REMEMBERED = 1024;

    private record Source(String pool, String reporter, String host, long epoch) {}

    private static final class Seen {
        private final BitSet sequences = new BitSet(REMEMBERED);
        private long highest = -1;
        private Instant at = Instant.MIN;

        boolean add(long sequence) {
            if (sequence <= highest - REMEMBERED) {
                return false;
            }
            if (sequence > highest) {
                // sequences are bounded by SampleBatch, so neither sum can overflow
                long from = Math.max(highest + 1, sequence - REMEMBERED + 1);
                for (long forgotten = from; forgotten <= sequence; forgotten++) {
                    sequences.clear((int) (forgotten % REMEMBERED));
                }
                highest = sequence;
            }
            int slot = (int) (sequence % REMEMBERED);
            boolean fresh = !sequences.get(slot);
            sequences.set(slot);
            return fresh;
        }
    }

    private final Map<Source, Seen> bySource = new HashMap<>();

    /** Whether the batch is received for the first time. Marks it as received. */
    boolean isNew(SampleBatch batch, Instant now) {
        Seen seen = bySource.computeIfAbsent(
                new Source(batch.pool(), batch.source(), batch.host(), batch.epoch()), source -> new Seen());
        seen.at = now;
        return seen.add(batch.sequence());
    }

    /** Drops the sources that have been silent since this instant. */
    void forgetSilentSince(Instant instant) {
        bySource.values().removeIf(seen -> seen.at.isBefore(instant));
    }
}
