package dev.redliner.testbench.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redliner.contracts.pool.Tier;
import dev.redliner.service.ServiceDefinition;
import dev.redliner.service.ServiceYaml;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RealServiceTest {
    private static final Path SERVICES = Path.of("services");

    @ParameterizedTest
    @ValueSource(strings = {"tomcat10", "gunicorn", "node"})
    void each_service_of_the_benchmark_makes_a_valid_definition(String name) throws Exception {
        RealService service = RealService.of(SERVICES.resolve(name));
        ServiceDefinition definition = ServiceYaml.parse(
                "service.yaml",
                service.yaml(List.of(9001, 9002, 9003), 9000, URI.create("http://127.0.0.1:9901"), Tier.BACK_END));
        assertThat(definition.name()).isEqualTo(name);
        assertThat(definition.pool().hosts()).hasSize(service.hosts());
    }

    @Test
    void a_wrong_field_is_named_with_what_would_be_right(@TempDir Path folder) throws Exception {
        Files.writeString(
                folder.resolve("service.json"),
                """
                {"name": "shop", "needs": "nothing", "path": "page", "limitMillis": 100, "hosts": 3, "poolRps": 10,
                 "roughRedline": 5}
                """);
        assertThatThrownBy(() -> RealService.of(folder)).hasMessageContaining("there is no executable");
        assertThat(Files.createFile(folder.resolve("host")).toFile().setExecutable(true))
                .isTrue();
        assertThatThrownBy(() -> RealService.of(folder)).hasMessageContaining("path must be a path such as /page.jsp");
    }
}
