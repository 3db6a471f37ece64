package dev.redliner.search.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.search.SimulatedHost;
import dev.redliner.search.twin.Twin;
import java.util.List;
import org.junit.jupiter.api.Test;

class TwinProgressTest {
    private static final String WHY = "The redline is known well enough.";

    @Test
    void the_reason_names_the_twin() {
        assertThat(with(0.05).because(WHY))
                .startsWith(WHY)
                .contains("2 threads")
                .contains("100 rps (+-10%)");
    }

    @Test
    void the_reason_names_no_twin_with_a_very_wide_interval() {
        assertThat(with(0.8).because(WHY)).isEqualTo(WHY);
        assertThat(TwinProgress.NONE.because(WHY)).isEqualTo(WHY);
    }

    private static TwinProgress with(double deviation) {
        return new TwinProgress(List.of(), null, 0, new Twin(SimulatedHost.P99, Math.log(100), deviation, "2 threads"));
    }
}
