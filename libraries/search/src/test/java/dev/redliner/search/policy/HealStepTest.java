package dev.redliner.search.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.search.PowerLawHost;
import dev.redliner.search.Stage;
import org.junit.jupiter.api.Test;

class HealStepTest {
    private final PowerLawHost host = new PowerLawHost(125, 15);
    private final ProbeHistory carried =
            ProbeHistory.NONE.with(host.probe(Stage.BASELINE, 80, 10)).with(host.probe(Stage.RAMP, 100, 10));

    @Test
    void is_three_quarters_of_the_best_load_or_less_if_the_broken_one_was_near() {
        assertThat(HealStep.after(130, "p99", carried).load()).isCloseTo(75, within(1e-9));
        assertThat(HealStep.after(105, "p99", carried).load()).isCloseTo(0.65 * 105, within(1e-9));
    }

    @Test
    void names_the_load_that_was_left() {
        assertThat(HealStep.after(130, "p99", carried).why()).contains("p99", "130 rps");
        HealStep waiting = HealStep.waitForOthers(130, "p99", carried);
        assertThat(waiting.load()).isCloseTo(75, within(1e-9));
        assertThat(waiting.why()).contains("other hosts");
    }
}
