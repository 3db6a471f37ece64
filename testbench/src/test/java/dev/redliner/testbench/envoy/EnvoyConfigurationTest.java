package dev.redliner.testbench.envoy;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import dev.redliner.contracts.pool.EnvoySettings.Mode;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.redirector.bootstrap.BootstrapRequest;
import dev.redliner.redirector.bootstrap.EnvoyBootstrap;
import dev.redliner.redirector.xds.EnvoyResources;
import dev.redliner.service.ServiceYaml;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Pins the Envoy configuration of a fixed set of service files, byte by byte. A change of a pinned file restarts
 * listeners or drops connections of production Envoys at the next update, so it is never a side effect. A run with
 * {@code -Dredliner.pin=true} writes the files anew.
 */
class EnvoyConfigurationTest {
    private static final Path FOLDER = Path.of("src", "test", "resources", "envoy-configuration");

    @ParameterizedTest
    @ValueSource(strings = {"back-end", "set-of-hosts", "front-end", "runtime-only", "cookie", "statistics"})
    void the_configuration_of_a_service_file_is_the_same_to_the_byte(String name) throws Exception {
        Pool pool = ServiceYaml.pool(Files.readString(FOLDER.resolve(name + ".yaml")));
        String configuration = configuration(pool);
        Path pinned = FOLDER.resolve(name + ".txt");
        if (Boolean.getBoolean("redliner.pin")) {
            Files.writeString(pinned, configuration);
        }
        assertThat(configuration).isEqualTo(Files.readString(pinned));
    }

    private static String configuration(Pool pool) {
        List<String> parts = new ArrayList<>();
        parts.add(EnvoyBootstrap.yaml(pool, new BootstrapRequest("envoy-1", "redirector", 8_779, 9_901, 8_780, false)));
        if (pool.envoy().mode() == Mode.FULL) {
            EnvoyResources.clusters(pool).forEach(cluster -> parts.add(text(cluster)));
            parts.add(text(EnvoyResources.routes(pool)));
        }
        return String.join("---\n", parts);
    }

    /** The text format with each {@code Any} as its bytes, so that nothing is hidden by a registry of types. */
    private static String text(Message message) {
        return TextFormat.printer().printToString(message);
    }
}
