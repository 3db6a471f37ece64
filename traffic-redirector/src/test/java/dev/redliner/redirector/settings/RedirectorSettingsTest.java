package dev.redliner.redirector.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class RedirectorSettingsTest {
    @Test
    void the_defaults_of_the_redirector_are_the_documented_ones() {
        assertThat(new Binder(new MapConfigurationPropertySource())
                        .bindOrCreate("redliner.redirector", RedirectorProperties.class))
                .isEqualTo(new RedirectorProperties(
                        "",
                        Duration.ofSeconds(3),
                        Duration.ofSeconds(10),
                        Duration.ofMinutes(10),
                        new RedirectorProperties.Xds("127.0.0.1", 8779),
                        null));
    }
}
