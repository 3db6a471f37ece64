package dev.redliner.testbench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.controller.ControllerProperties;
import dev.redliner.redirector.settings.RedirectorProperties;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Checks that the bound of the fault matrix follows from the default settings. */
class RestoreBoundTest {
    private final Binder nothingSet = new Binder(new MapConfigurationPropertySource(Map.of()));

    @Test
    void orders_are_valid_and_overrides_live_as_long_by_default_as_the_bound_says() {
        assertThat(nothingSet
                        .bindOrCreate("redliner.controller", ControllerProperties.class)
                        .orderValidFor())
                .isEqualTo(RestoreBound.VALIDITY);
        assertThat(nothingSet
                        .bindOrCreate("redliner.redirector", RedirectorProperties.class)
                        .ttl())
                .isEqualTo(RestoreBound.TTL);
    }

    @Test
    void the_bound_is_six_seconds_and_the_slack_of_a_busy_machine() {
        assertThat(RestoreBound.ofSilence()).isEqualTo(Duration.ofSeconds(6).plus(RestoreBound.SLACK));
        assertThat(RestoreBound.SLACK).isLessThanOrEqualTo(Duration.ofSeconds(4));
    }
}
