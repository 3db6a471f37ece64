package dev.redliner.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.SimpleCommandLinePropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Checks against the metadata in this module's test resources, which declare {@code redliner.collector} alone. */
class SettingsCheckTest {
    private final StandardEnvironment environment = new StandardEnvironment();

    private void check() {
        new SettingsCheck().postProcessEnvironment(environment, new SpringApplication());
    }

    private void variables(Map<String, Object> variables) {
        environment
                .getPropertySources()
                .replace(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
    }

    @Test
    void an_unknown_argument_ends_the_start_with_the_nearest_name() {
        environment
                .getPropertySources()
                .addFirst(new SimpleCommandLinePropertySource("--redliner.collector.nodee=a", "--anything.else=b"));

        assertThatThrownBy(this::check)
                .isInstanceOf(UnknownSettings.class)
                .hasMessage("argument --redliner.collector.nodee: There is no setting 'redliner.collector.nodee';"
                        + " did you mean 'redliner.collector.node'?");
    }

    @Test
    void a_file_may_name_settings_of_parts_that_are_not_in_this_process() {
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource(
                        "application.yaml",
                        Map.of("redliner.controller.name", "a", "redliner.data", "x", "redliner.collector.node", "n")));

        assertThatCode(this::check).doesNotThrowAnyException();
    }

    @Test
    void a_file_may_not_name_a_part_that_does_not_exist() {
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource("application.yaml", Map.of("redliner.colector.node", "n")));

        assertThatThrownBy(this::check)
                .hasMessage("application.yaml redliner.colector.node: There is no setting 'redliner.colector.node';"
                        + " did you mean 'redliner.collector.node'?");
    }

    @Test
    void an_unknown_environment_variable_of_a_part_is_refused() {
        variables(Map.of("REDLINER_COLLECTOR_NOD", "a"));

        assertThatThrownBy(this::check)
                .hasMessageContaining("REDLINER_COLLECTOR_NOD")
                .hasMessageContaining("did you mean 'redliner.collector.node'?");
    }

    @Test
    void variables_of_the_command_and_of_kubernetes_are_accepted() {
        variables(Map.of(
                "REDLINER_HOME", "/opt",
                "REDLINER_COLLECTOR_NODE", "n",
                "REDLINER_COLLECTOR_SERVICE_HOST", "10.0.0.1",
                "REDLINER_COLLECTOR_PORT_8773_TCP_ADDR", "10.0.0.1",
                "REDLINER_CONTROLLER_ANYTHING", "x"));

        assertThatCode(this::check).doesNotThrowAnyException();
        assertThat(environment.getProperty("redliner.collector.node")).isEqualTo("n");
    }

    @ParameterizedTest
    @CsvSource({
        "REDLINER_COLLECTOR_REPORTERS_0_HOSTT, redliner.collector.reporters[0].host",
        "REDLINER_COLLECTOR_REPORTERS_0_ENVOY_0, redliner.collector.reporters[0].envoys",
        "REDLINER_COLLECTOR_HOSTS_A_ONLYTROUBEL, redliner.collector.hosts.a.only-trouble",
        "REDLINER_COLLECTOR_HOSTS_MY_HOST_ONLY_TROUBEL, redliner.collector.hosts.my-host.only-trouble",
        "REDLINER_COLLECTOR_POOL_0, redliner.collector.pool"
    })
    void a_misspelt_variable_below_a_list_or_a_map_is_refused_with_the_nearest_name(String variable, String nearest) {
        variables(Map.of(variable, "x"));

        assertThatThrownBy(this::check)
                .isInstanceOf(UnknownSettings.class)
                .hasMessageContaining(variable)
                .hasMessageEndingWith("; did you mean '" + nearest + "'?");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "REDLINER_COLLECTOR_ALLOW",
                "REDLINER_COLLECTOR_ALLOW_1",
                "REDLINER_COLLECTOR_REPORTERS_0_HOST",
                "REDLINER_COLLECTOR_REPORTERS_0_OSHI",
                "REDLINER_COLLECTOR_REPORTERS_10_ENVOYS",
                "REDLINER_COLLECTOR_REPORTERS_0_ENVOYS_1",
                "REDLINER_COLLECTOR_HOSTS_A_ONLYTROUBLE",
                "REDLINER_COLLECTOR_HOSTS_ANY_HOST_1_ONLY_TROUBLE",
                "REDLINER_COLLECTOR_HOSTS_A_LABELS_ANY_KEY"
            })
    void variables_that_spring_binds_below_a_list_or_a_map_are_accepted(String variable) {
        variables(Map.of(variable, "x"));

        assertThatCode(this::check).doesNotThrowAnyException();
    }

    @Test
    void a_misspelt_field_in_a_file_is_refused_with_the_nearest_name() {
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource(
                        "application.yaml",
                        Map.of("redliner.collector.hosts.a.hosst", "n", "redliner.collector.hosts.b.host", "n")));

        assertThatThrownBy(this::check)
                .hasMessage("application.yaml redliner.collector.hosts.a.hosst: There is no setting"
                        + " 'redliner.collector.hosts.a.hosst'; did you mean 'redliner.collector.hosts.a.host'?");
    }

    /** The record of the settings in the metadata. */
    record Collector(String pool, List<Host> reporters, Map<String, Host> hosts) {}

    /** An element of its list and of its map. */
    record Host(
            String host,
            @Name("oshi") boolean node,
            List<URI> envoys,
            boolean onlyTrouble,
            Map<String, String> labels) {}
}
