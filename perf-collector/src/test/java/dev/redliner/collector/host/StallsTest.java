package dev.redliner.collector.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class StallsTest {
    private static final long MS = 1_000_000;

    @Test
    void counts_whole_stalls_and_not_the_lateness_of_every_busy_machine() {
        var stalls = new Stalls();
        stalls.woke(3 * MS);
        stalls.woke(19 * MS);
        assertThat(stalls.seconds()).isZero();
        stalls.woke(250 * MS);
        stalls.woke(1 * MS);
        stalls.woke(50 * MS);
        assertThat(stalls.seconds()).isCloseTo(0.3, within(1e-9));
    }

    @Test
    void of_this_process_is_one_and_only_grows() {
        double before = Stalls.ofThisProcess().seconds();
        assertThat(Stalls.ofThisProcess().seconds()).isGreaterThanOrEqualTo(before);
        assertThat(Stalls.ofThisProcess()).isSameAs(Stalls.ofThisProcess());
    }
}
