package dev.redliner.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
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
}
