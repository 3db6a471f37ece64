package dev.redliner.controller.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.Basis;
import dev.redliner.api.LiveTick;
import dev.redliner.api.RunState;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ActiveRowTest {
    @Test
    void a_percentile_of_enough_requests_is_shown() {
        assertThat(ActiveRow.p99(tick(36.0, new Basis(1, 400, 2L, 200.0)))).isEqualTo("36.0 ms");
    }

    @Test
    void of_fewer_requests_the_slow_ones_are_counted() {
        assertThat(ActiveRow.p99(tick(null, new Basis(4, 17, 3L, 200.0)))).isEqualTo("3 of 17 slow");
        assertThat(ActiveRow.p99(tick(null, new Basis(4, 17, null, null)))).isEqualTo(Figures.NONE);
        assertThat(ActiveRow.p99(tick(null, new Basis(4, 0, 0L, 200.0)))).isEqualTo(Figures.NONE);
        assertThat(ActiveRow.p99(null)).isEqualTo(Figures.NONE);
    }

    @Test
    void a_step_of_few_requests_has_its_slow_ones_with_their_limit() {
        assertThat(SlowCounts.p99WithLimit(null, new Basis(4, 17, 3L, 200.0))).isEqualTo("3 of 17 over 200 ms");
        assertThat(SlowCounts.p99WithLimit(36.0, new Basis(4, 400, 3L, 200.0))).isEqualTo("36.0 ms");
        assertThat(SlowCounts.p99WithLimit(null, null)).isEqualTo(Figures.NONE);
        assertThat(SlowCounts.limit(null, new Basis(4, 17, 3L, 200.0))).isEqualTo("from 200 ms on");
        assertThat(SlowCounts.limit(36.0, new Basis(4, 400, 3L, 200.0))).isNull();
    }

    private static LiveTick tick(@Nullable Double p99, Basis basis) {
        return new LiveTick(
                Instant.EPOCH,
                RunState.RAMPING,
                1,
                0.2,
                null,
                null,
                null,
                null,
                null,
                null,
                p99,
                null,
                null,
                List.of(),
                "",
                null,
                basis);
    }
}
