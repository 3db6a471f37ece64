package dev.redliner.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class ControllerPropertiesTest {
    private static ControllerProperties bound(Map<String, String> settings) {
        return new Binder(new MapConfigurationPropertySource(settings))
                .bindOrCreate("redliner.controller", ControllerProperties.class);
    }

    @ParameterizedTest
    @CsvSource({
        "renew-every, 0s, is not above zero",
        "watch-valid-for, 1s, must be at least twice redliner.controller.renew-every",
        "take-over-after, 4s, 'is below PT5S, and a controller reports every 2 s that it is alive'",
        "restore-on-stop, -1s, is below zero",
        "keep-events, 59m, is below 1h"
    })
    void a_time_that_would_endanger_runs_is_refused(String name, String value, String message) {
        var settings = new HashMap<>(Map.of("redliner.controller." + name, value));
        assertThatThrownBy(() -> bound(settings))
                .rootCause()
                .hasMessageContaining("redliner.controller." + name)
                .hasMessageContaining(message);
    }

    @Test
    void the_defaults_and_the_least_of_each_time_are_accepted() {
        assertThat(bound(Map.of()).takeOverAfter()).hasSeconds(15);
        assertThat(bound(Map.of(
                                "redliner.controller.renew-every", "500ms",
                                "redliner.controller.watch-valid-for", "1s",
                                "redliner.controller.take-over-after", "5s"))
                        .watchValidFor())
                .hasSeconds(1);
    }
}
