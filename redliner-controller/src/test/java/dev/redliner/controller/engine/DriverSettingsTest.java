package dev.redliner.controller.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DriverSettingsTest {
    private static DriverSettings of(int renewEvery, int orderValidFor) {
        return new DriverSettings(
                "me",
                Duration.ofSeconds(renewEvery),
                Duration.ofSeconds(orderValidFor),
                Duration.ofSeconds(10),
                Duration.ofSeconds(15),
                true,
                Duration.ofSeconds(10));
    }

    @Test
    void an_order_is_valid_for_two_renewals_and_for_no_longer_than_the_promise_allows() {
        assertThat(of(1, 14).orderValidFor()).isEqualTo(Duration.ofSeconds(14));
        assertThatThrownBy(() -> of(1, 15))
                .hasMessageContaining("redliner.controller.order-valid-for PT15S is above PT14S");
        assertThatThrownBy(() -> of(2, 3)).hasMessageContaining("redliner.controller.renew-every PT2S");
    }
}
