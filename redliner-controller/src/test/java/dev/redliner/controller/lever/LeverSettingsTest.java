package dev.redliner.controller.lever;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.controller.settings.DataFolder;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class LeverSettingsTest {
    private static final DataFolder FOLDER = new DataFolder(Path.of("data"));

    @Test
    void the_file_is_in_the_data_folder_by_default() {
        assertThat(new LeverSettings(null).note(FOLDER)).isEqualTo(Path.of("data", "lever.json"));
    }

    @Test
    void a_setting_moves_the_file() {
        var source = new MapConfigurationPropertySource(Map.of("redliner.controller.lever-note", "elsewhere/file"));
        var settings = new Binder(source).bindOrCreate("redliner.controller", LeverSettings.class);
        assertThat(settings.note(FOLDER)).isEqualTo(Path.of("elsewhere", "file"));
    }
}
