package dev.redliner.contracts.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SignalValuesTest {
    @Test
    void values_have_five_digits_and_those_of_the_peers_are_beside() {
        var values = SignalValues.rounded(
                Instant.EPOCH, Map.of("host.cpu", 0.1234567, "peers.host.cpu", 0.5, "peers.jvm.x", 1.0));
        assertThat(values.pairs()).isEqualTo(Map.of("host.cpu", List.of(0.12346, 0.5)));
    }

    @Test
    void values_whose_sums_would_be_no_numbers_are_left_out() {
        var values = SignalValues.rounded(
                Instant.EPOCH,
                Map.of(
                        "app.most", Double.MAX_VALUE,
                        "app.endless", Double.POSITIVE_INFINITY,
                        "app.none", Double.NaN,
                        "app.good", 3.0,
                        "peers.app.good", Double.NEGATIVE_INFINITY));
        assertThat(values.pairs()).isEqualTo(Map.of("app.good", List.of(3.0)));
    }
}
