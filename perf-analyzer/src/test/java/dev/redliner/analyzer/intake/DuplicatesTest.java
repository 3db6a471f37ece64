package dev.redliner.analyzer.intake;

import static dev.redliner.analyzer.judge.Traffic.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.analyzer.judge.Traffic;
import dev.redliner.contracts.sample.SampleBatch;
import java.time.Duration;
import java.util.HashSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DuplicatesTest {
    private final Duplicates duplicates = new Duplicates();

    @Test
    void agrees_with_a_set_of_all_sequences_whatever_their_order() {
        long seed = 7;
        System.out.println("seed " + seed);
        var random = new Random(seed);
        var seen = new HashSet<Long>();
        for (long i = 0; i < 20_000; i++) {
            long sequence = Math.max(0, i / 2 - random.nextInt(1_000));
            assertThat(duplicates.isNew(batch("a", sequence), at(0))).isEqualTo(seen.add(sequence));
        }
    }

    @Test
    void what_is_too_old_to_be_remembered_counts_as_seen() {
        assertThat(duplicates.isNew(batch("a", 5_000), at(0))).isTrue();
        assertThat(duplicates.isNew(batch("a", 5_000 - Duplicates.REMEMBERED), at(0)))
                .isFalse();
        assertThat(duplicates.isNew(batch("a", 5_001 - Duplicates.REMEMBERED), at(0)))
                .isTrue();
    }

    @Test
    void a_jump_forgets_what_was_before_it() {
        assertThat(duplicates.isNew(batch("a", 3), at(0))).isTrue();
        assertThat(duplicates.isNew(batch("a", 3 + 10 * Duplicates.REMEMBERED), at(0)))
                .isTrue();
        assertThat(duplicates.isNew(batch("a", 2 + 10 * Duplicates.REMEMBERED), at(0)))
                .isTrue();
    }

    @Test
    void each_source_has_its_own_sequence() {
        assertThat(duplicates.isNew(batch("a", 1), at(0))).isTrue();
        assertThat(duplicates.isNew(batch("b", 1), at(0))).isTrue();
        assertThat(duplicates.isNew(batch("a", 1), at(0))).isFalse();
        duplicates.forgetSilentSince(at(1));
        assertThat(duplicates.isNew(batch("a", 1), at(0))).isTrue();
    }

    private static SampleBatch batch(String host, long sequence) {
        return Traffic.counts("envoy", host, sequence, 1, 1, 0, Duration.ofMillis(1));
    }
}
