package dev.redliner.collector;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

class CollectorSettingsTest {
    @Test
    void the_defaults_of_the_collector_are_the_documented_ones() {
        assertThat(new Binder(new MapConfigurationPropertySource())
                        .bindOrCreate("redliner.collector", CollectorProperties.class))
                .isEqualTo(new CollectorProperties(
                        "",
                        "",
                        "",
                        List.of(),
                        false,
                        Duration.ZERO,
                        List.of("127.0.0.0/8", "::1/128"),
                        List.of("process_*", "jvm_*", "http_server_*", "*"),
                        500,
                        DataSize.ofMegabytes(8)));
    }
}
