package dev.redliner.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.controller.api.ProxySettings;
import dev.redliner.controller.api.WebSettings;
import dev.redliner.controller.audit.AuditSettings;
import dev.redliner.controller.lever.LeverSettings;
import dev.redliner.controller.restore.RestoreSettings;
import dev.redliner.controller.settings.DataFolder;
import dev.redliner.controller.traffic.TrafficSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

class ControllerSettingsTest {
    @Test
    void the_defaults_of_the_controller_are_the_documented_ones() {
        assertThat(bound("redliner.controller", ControllerProperties.class))
                .isEqualTo(new ControllerProperties(
                        Optional.empty(),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(3),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(15),
                        Duration.ofSeconds(10),
                        Duration.ofDays(7)));
    }

    @Test
    void the_defaults_of_the_web_server_are_the_documented_ones() {
        assertThat(bound("redliner.controller.web", WebSettings.class))
                .isEqualTo(new WebSettings(
                        List.of(), List.of(), DataSize.ofKilobytes(512), Duration.ofSeconds(10), 10_000, 256));
    }

    @Test
    void no_proxy_is_trusted_by_default() {
        assertThat(bound("redliner.controller.access", ProxySettings.class))
                .isEqualTo(new ProxySettings(List.of(), "X-Forwarded-User"));
    }

    @Test
    void the_traffic_is_kept_for_five_years_by_default() {
        assertThat(bound("redliner.controller.traffic", TrafficSettings.class))
                .isEqualTo(new TrafficSettings(Duration.ofDays(1_826)));
    }

    @Test
    void a_restore_that_takes_30_s_raises_the_alarm_by_default() {
        assertThat(bound("redliner.controller", RestoreSettings.class))
                .isEqualTo(new RestoreSettings(Duration.ofSeconds(30)));
    }

    @Test
    void files_are_in_the_folder_redliner_by_default() {
        assertThat(bound("redliner", DataFolder.class)).isEqualTo(new DataFolder(Path.of(".redliner")));
        assertThat(bound("redliner.controller", AuditSettings.class)).isEqualTo(new AuditSettings(null));
        assertThat(bound("redliner.controller", LeverSettings.class)).isEqualTo(new LeverSettings(null));
    }

    private static <T> T bound(String prefix, Class<T> type) {
        return new Binder(new MapConfigurationPropertySource()).bindOrCreate(prefix, type);
    }
}
