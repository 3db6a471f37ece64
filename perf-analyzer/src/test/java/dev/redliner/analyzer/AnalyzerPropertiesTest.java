package dev.redliner.analyzer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class AnalyzerPropertiesTest {
    @Test
    void defaults_are_these() {
        assertThat(bind(Map.of()))
                .isEqualTo(new AnalyzerProperties(
                        1,
                        Duration.ofSeconds(90),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(5),
                        1.5,
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(10),
                        Duration.ofMillis(50)));
    }

    @Test
    void impossible_settings_are_refused() {
        for (String setting : new String[] {
            "threads=0", "retention=0s", "max-clock-skew=-1s", "grace-intervals=0", "poll=2s", "oldest-verdict=0s"
        }) {
            String[] parts = setting.split("=", 2);
            assertThatThrownBy(() -> bind(Map.of("redliner.analyzer." + parts[0], parts[1])))
                    .as(setting)
                    .isInstanceOf(BindException.class);
        }
    }

    private static AnalyzerProperties bind(Map<String, String> settings) {
        return new Binder(new MapConfigurationPropertySource(settings))
                .bindOrCreate("redliner.analyzer", AnalyzerProperties.class);
    }
}
