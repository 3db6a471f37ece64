package dev.redliner.analyzer.intake;

import dev.redliner.contracts.sample.SampleBatch;
import java.time.Instant;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Remembers which batches were seen, by (pool, reporter, host, epoch) and sequence. Of each source it remembers the
 * last {@value #REMEMBERED}; what is older than those counts as seen.
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
                // sequences are bounded by SampleBatch, so that neither sum overflows
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

    /** Whether the batch was not seen before; from now on it is. */
    boolean isNew(SampleBatch batch, Instant now) {
        Seen seen = bySource.computeIfAbsent(
                new Source(batch.pool(), batch.source(), batch.host(), batch.epoch()), source -> new Seen());
        seen.at = now;
        return seen.add(batch.sequence());
    }

    /** Forgets the sources that were silent since. */
    void forgetSilentSince(Instant instant) {
        bySource.values().removeIf(seen -> seen.at.isBefore(instant));
    }
}
