package dev.redliner.collector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.io.FileSystemResource;

/** The settings in {@code docs/examples/collector} have no mistake. */
class ExampleSettingsTest {
    private static final Path EXAMPLES = Path.of("../docs/examples/collector");

    @Test
    void every_example_has_only_settings_of_the_collector() throws IOException {
        List<Path> files;
        try (Stream<Path> listed = Files.list(EXAMPLES)) {
            files = listed.toList();
        }
        assertThat(files).hasSizeGreaterThanOrEqualTo(3);
        for (Path file : files) {
            assertThat(bound(file)).as(file.toString()).isNotEqualTo(bound(null));
        }
    }

    private static CollectorProperties bound(@org.jspecify.annotations.Nullable Path file) {
        var yaml = new YamlPropertiesFactoryBean();
        if (file != null) {
            yaml.setResources(new FileSystemResource(file));
        }
        var settings = file == null ? new java.util.Properties() : Objects.requireNonNull(yaml.getObject());
        assertThat(settings.stringPropertyNames()).allMatch(name -> name.startsWith("redliner.collector."));
        return new Binder(new MapConfigurationPropertySource(settings))
                .bindOrCreate(
                        "redliner.collector",
                        Bindable.of(CollectorProperties.class),
                        new NoUnboundElementsBindHandler(BindHandler.DEFAULT));
    }
}
