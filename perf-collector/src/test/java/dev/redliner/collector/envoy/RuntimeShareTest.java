package dev.redliner.collector.envoy;

import static dev.redliner.contracts.sample.MetricNames.BASELINE_SHARE;
import static dev.redliner.contracts.sample.MetricNames.FOREIGN_SHARE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.collector.sample.ReadFailed;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Answers of Envoys in the format of their page of the runtime. */
class RuntimeShareTest {
    private static final String KEY = "redliner.shop.share";
    private static final String THIRD = "numerator: 333333 denominator: MILLION";

    @Test
    void the_share_of_a_layer_below_is_the_baseline_whatever_redliners_layer_holds() throws ReadFailed {
        assertThat(gauges("", THIRD, "", "")).isEqualTo(Map.of(BASELINE_SHARE, 0.333333));
        assertThat(gauges("", THIRD, "numerator: 600000 denominator: MILLION", ""))
                .isEqualTo(Map.of(BASELINE_SHARE, 0.333333));
        assertThat(gauges("", THIRD, "", "45")).isEqualTo(Map.of(BASELINE_SHARE, 0.333333, FOREIGN_SHARE, 0.45));
    }

    @Test
    void of_several_layers_below_the_highest_counts() throws ReadFailed {
        assertThat(gauges(THIRD, "17", "", "")).isEqualTo(Map.of(BASELINE_SHARE, 0.17));
    }

    @Test
    void without_a_fraction_below_the_route_has_the_baseline() throws ReadFailed {
        assertThat(gauges("", "", "", "")).isEmpty();
        assertThat(gauges("", "much", "", "")).isEmpty();
        assertThat(RuntimeShare.gauges("{\"layers\": [\"redliner\", \"admin\"], \"entries\": {}}", KEY))
                .isEmpty();
    }

    private static Map<String, Double> gauges(String lowest, String base, String own, String admin) throws ReadFailed {
        String page =
                """
                {"layers": ["lowest", "base", "redliner", "admin"],
                 "entries": {"%s": {"layer_values": ["%s", "%s", "%s", "%s"]}}}
                """
                        .formatted(KEY, lowest, base, own, admin);
        return RuntimeShare.gauges(page, KEY);
    }
}
