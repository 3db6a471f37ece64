package dev.redliner.search.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.search.Background;
import dev.redliner.search.PowerLawHost;
import dev.redliner.search.Stage;
import dev.redliner.search.estimate.RedlinePosterior;
import org.junit.jupiter.api.Test;

class ConfirmStepTest {
    private static final double ANY = Double.POSITIVE_INFINITY;

    private final PowerLawHost host = new PowerLawHost(1_000, 15);
    private final ProbeHistory probes =
            ProbeHistory.NONE.with(host.probe(Stage.BASELINE, 400, 15)).with(host.probe(Stage.RAMP, 990, 200));

    private RedlinePosterior known(ProbeHistory probes, double highest) {
        return RedlinePosterior.upTo(highest, probes.all(), Background.NONE);
    }

    @Test
    void confirms_a_low_quantile_that_the_host_carried() {
        RedlinePosterior known = known(probes, 3_000);
        assertThat(ConfirmStep.safe(ANY, probes, known).load()).isEqualTo(Math.min(known.quantile(0.12), 990));
        assertThat(ConfirmStep.safe(ANY, probes, known.with(host.probe(Stage.RAMP, 1_100, 60)))
                        .load())
                .isLessThan(990);
        assertThat(ConfirmStep.safe(300, probes, known).load()).isEqualTo(300);
    }

    @Test
    void all_the_load_is_confirmed_once_it_held_and_the_redline_lies_above() {
        var low = ProbeHistory.NONE.with(host.probe(Stage.BASELINE, 400, 15));
        assertThat(ConfirmStep.isDueAtTop(ANY, 400, low, known(low, 400), false))
                .isTrue();
        assertThat(ConfirmStep.isDueAtTop(ANY, 420, low, known(low, 420), false))
                .as("400 is less than 97% of it")
                .isFalse();
        assertThat(ConfirmStep.isDueAtTop(399, 400, low, known(low, 400), true))
                .as("a load just broke")
                .isFalse();
        assertThat(ConfirmStep.top(400).load()).isEqualTo(400);
    }

    @Test
    void a_smaller_part_is_enough_if_there_is_no_other_time_and_no_load_below_the_top_broke() {
        var calm = ProbeHistory.NONE.with(host.probe(Stage.BASELINE, 400, 15)).with(host.probe(Stage.RAMP, 500, 200));
        assertThat(ConfirmStep.isDueAtTop(ANY, 545, calm, known(calm, 545), false))
                .isFalse();
        assertThat(ConfirmStep.isDueAtTop(ANY, 545, calm, known(calm, 545), true))
                .isTrue();
        assertThat(ConfirmStep.isDueAtTop(ANY, 560, calm, known(calm, 560), true))
                .as("500 is less than 91% of it")
                .isFalse();
        var broken = calm.with(new PowerLawHost(530, 15).probe(Stage.RAMP, 540, 8));
        assertThat(ConfirmStep.isDueAtTop(ANY, 545, broken, known(calm, 545), true))
                .as("540 broke")
                .isFalse();
    }
}
