package dev.redliner.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class AnalyzerSettingsTest {
    @Test
    void the_defaults_of_the_analyzer_are_the_documented_ones() {
        assertThat(new Binder(new MapConfigurationPropertySource())
                        .bindOrCreate("redliner.analyzer", AnalyzerProperties.class))
                .isEqualTo(new AnalyzerProperties(
                        1,
                        Duration.ofSeconds(90),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(5),
                        1.5,
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(10),
                        Duration.ofMillis(20)));
    }
}
