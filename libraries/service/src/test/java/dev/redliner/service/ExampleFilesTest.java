package dev.redliner.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The service files in {@code docs/examples} have no mistake. */
class ExampleFilesTest {
    private static final Path EXAMPLES = Path.of("../../docs/examples");

    @Test
    void every_example_is_a_service_without_a_mistake() throws IOException, InvalidService {
        List<Path> files;
        try (Stream<Path> listed = Files.list(EXAMPLES)) {
            files = listed.filter(file -> file.toString().endsWith(".yaml")).toList();
        }
        assertThat(files).hasSizeGreaterThanOrEqualTo(3);
        for (Path file : files) {
            ServiceDefinition service = ServiceYaml.parse(file.getFileName().toString(), Files.readString(file));
            assertThat(service.pool().hosts()).as(file.toString()).hasSizeGreaterThan(1);
        }
    }
}
