package dev.redliner.controller.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PatienceTest {
    private static final Instant NOW = Instant.parse("2026-11-01T12:00:00Z");
    private static final Duration TICK = Duration.ofSeconds(1);

    @Test
    void what_is_missing_again_is_no_news() {
        Patience missing = Patience.FULL.lacking(NOW);
        assertThat(missing.lacking(NOW.plusSeconds(1))).isSameAs(missing);
    }

    @Test
    void one_known_tick_among_two_or_more_unknown_ones_does_not_renew_it() {
        for (int unknown = 1; unknown <= 19; unknown++) {
            Patience patience = Patience.FULL;
            Instant now = NOW;
            int seconds = 0;
            while (!patience.exceeds(Duration.ofSeconds(20), now)) {
                patience = seconds % (unknown + 1) == 0 ? patience.known(TICK, now) : patience.lacking(now);
                now = now.plusSeconds(1);
                seconds++;
                assertThat(seconds).as("%d unknown", unknown).isLessThan(90);
            }
        }
    }

    @Test
    void a_tick_that_covers_missed_reads_renews_it_by_one_interval_only() {
        Observations observations = Observations.NONE.allKnown(RestorationTest.tick(NOW, 10, 100), TICK, NOW);
        observations = observations.lacking("Samples are missing.", NOW.plusSeconds(1));
        Instant read = NOW.plusSeconds(19);
        var covering = RestorationTest.tick(read.minusSeconds(19), read, 190, 1_900);
        observations = observations.allKnown(covering, TICK, read).lacking("Samples are missing.", read.plusSeconds(1));
        assertThat(observations.patience().totalAt(read.plusSeconds(1))).isBetween(18.0, 20.0);
        assertThat(observations.patience().exceeds(Duration.ofSeconds(20), read.plusSeconds(5)))
                .isTrue();
    }

    @Test
    void a_pattern_of_ticks_ends_it_if_a_third_or_more_is_missing_and_else_does_not() {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            double missing = i % 2 == 0 ? 0.45 + 0.5 * random.nextDouble() : 0.15 * random.nextDouble();
            assertThat(ended(random, missing))
                    .as("seed %d, %f missing", seed, missing)
                    .isEqualTo(i % 2 == 0);
        }
    }

    private static boolean ended(Random random, double missing) {
        Patience patience = Patience.FULL.known(TICK, NOW);
        Instant now = NOW;
        double unknown = 0;
        for (int i = 0; i < 600; i++) {
            now = now.plusSeconds(1);
            boolean known = random.nextDouble() >= missing;
            unknown += known ? 0 : 1;
            patience = known ? patience.known(TICK, now) : patience.lacking(now);
            assertThat(patience.totalAt(now)).isEqualTo(unknown);
            if (patience.exceeds(Duration.ofSeconds(20), now)) {
                return true;
            }
        }
        return false;
    }

    @Test
    void ticks_that_arrive_unevenly_are_not_missed() {
        Patience patience = Patience.FULL.known(TICK, NOW);
        Instant now = NOW;
        for (int i = 0; i < 200; i++) {
            now = now.plusMillis(i % 2 == 0 ? 300 : 1_700);
            patience = patience.known(TICK, now);
        }
        assertThat(patience.totalAt(now)).isZero();
        assertThat(patience.spent()).isZero();
    }
}
