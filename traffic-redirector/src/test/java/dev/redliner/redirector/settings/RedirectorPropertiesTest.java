package dev.redliner.redirector.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class RedirectorPropertiesTest {
    private static RedirectorProperties of(int ttl, int maxValidity) {
        return new RedirectorProperties(
                "",
                Duration.ofSeconds(ttl),
                Duration.ofSeconds(maxValidity),
                Duration.ofMinutes(10),
                new RedirectorProperties.Xds("127.0.0.1", 8779),
                null);
    }

    @Test
    void the_defaults_are_these() {
        assertThat(new Binder(new MapConfigurationPropertySource())
                        .bindOrCreate("redliner.redirector", RedirectorProperties.class))
                .isEqualTo(of(3, 10));
    }

    @Test
    void a_share_may_last_for_the_promised_30_s_and_no_longer() {
        assertThat(of(3, 10).ttl()).isEqualTo(Duration.ofSeconds(3));
        assertThat(of(10, 10).ttl()).isEqualTo(Duration.ofSeconds(10));
        assertThatThrownBy(() -> of(11, 10))
                .hasMessageContaining("redliner.redirector.ttl PT11S")
                .hasMessageContaining("set redliner.redirector.max-validity to PT9.5S or less");
        assertThatThrownBy(() -> of(3, 30)).hasMessageContaining("max-validity to PT13.5S or less");
        assertThatThrownBy(() -> of(30, 10)).hasMessageContaining("redliner.redirector.ttl to PT10S or less");
    }

    @Test
    void too_short_a_validity_or_ttl_is_refused_by_its_key() {
        assertThatThrownBy(() -> of(0, 10)).hasMessageContaining("redliner.redirector.ttl");
        assertThatThrownBy(() -> of(3, 0)).hasMessageContaining("redliner.redirector.max-validity");
    }
}
