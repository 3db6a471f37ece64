package dev.redliner.standalone.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redliner.cli.RedlinerCli;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SimpleCommandLinePropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class ServeSettingsTest {
    private static final String BROKER = "127.0.0.1:9192";

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final StandardEnvironment environment = new StandardEnvironment();

    private void given(PropertySource<?> source) {
        environment.getPropertySources().addFirst(source);
    }

    private void variables(Map<String, Object> variables) {
        environment
                .getPropertySources()
                .replace(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
    }

    /** Runs the command as a user would. Each of these commands ends before anything starts. */
    private String refused(String... arguments) {
        int exit = new RedlinerCli(new PrintStream(new ByteArrayOutputStream()), new PrintStream(err, true))
                .commandLine(new ServeCommand())
                .execute(arguments);
        assertThat(exit).isEqualTo(2);
        return err.toString();
    }

    @Test
    void a_setting_that_does_not_exist_is_refused_with_the_nearest_name() {
        assertThat(refused("serve", "--set", "redliner.dat=x"))
                .contains("--set redliner.dat=x: There is no setting 'redliner.dat'; did you mean 'redliner.data'?");
        assertThat(refused("serve", "--set", "server.adress=0.0.0.0")).contains("did you mean 'server.address'?");
        assertThat(refused("serve", "--set", "logging.levle.root=info")).contains("There is no setting");
    }

    @Test
    void a_setting_that_serve_overrides_is_refused() {
        assertThat(refused("serve", "--set", "spring.kafka.bootstrap-servers=kafka:9092"))
                .contains("has no effect: serve brings its own broker; see --kafka-port.");
        assertThat(refused("serve", "--set", "spring.kafka.bootstrapServers=kafka:9092"))
                .contains("has no effect");
        assertThat(refused("serve", "--set", "spring.config.name=mine")).contains("has no effect");
        assertThat(refused("serve", "--set", "spring.kafka.bootstrap-servers[0]=kafka:9092"))
                .contains("--set spring.kafka.bootstrap-servers[0] has no effect");
    }

    @Test
    void an_option_and_a_setting_that_differ_are_refused() {
        assertThat(refused("serve", "--data", "a", "--set", "redliner.data=b"))
                .contains("--data a and --set redliner.data=b are one setting with two values");
        assertThat(refused("serve", "--port=1", "--set", "server.port=2")).contains("--port 1 and --set server.port=2");
        assertThat(refused("serve", "--xds-port=1", "--set", "redliner.redirector.xds.port=2"))
                .contains("--xds-port 1 and --set redliner.redirector.xds.port=2");
    }

    @Test
    void the_folder_of_the_setting_is_the_folder_in_use() {
        Path data = folder.resolve("data");

        assertThat(ServeSettings.of(null, null, null, 0, Map.of("redliner.data", data.toString()))
                        .data())
                .isEqualTo(data);
        assertThat(ServeSettings.of(data, null, null, 0, Map.of("redliner.DATA", folder + "/x/../data"))
                        .data())
                .isEqualTo(Path.of(folder + "/x/../data"));
    }

    @Test
    void pushes_that_serve_does_not_take_are_refused() {
        assertThat(refused("serve", "--set", "redliner.collector.otlp.enabled=true"))
                .contains("has no effect: serve takes no pushes of metrics. Start a perf-collector on the node");
        assertThat(refused("serve", "--set", "redliner.collector.otlp.grpcPort=4317"))
                .contains("--set redliner.collector.otlp.grpcPort has no effect: serve takes no pushes of metrics.");
    }

    @ParameterizedTest
    @CsvSource({
        "spring.kafka.bootstrap-servers, kafka:9092, serve brings its own broker; see --kafka-port.",
        "spring.kafka.bootstrapServers[0], kafka:9092, serve brings its own broker; see --kafka-port.",
        "spring.config.name, mine, serve reads standalone.yaml and application.yaml.",
        "redliner.collector.otlp.enabled, true, serve takes no pushes of metrics. Start a perf-collector",
        "redliner.collector.otlp.grpcPort, 4317, serve takes no pushes of metrics. Start a perf-collector",
        "redliner.collector.otlp.service, shop, serve takes no pushes of metrics. Start a perf-collector"
    })
    void a_setting_without_effect_in_a_file_is_refused_with_its_place(String name, String value, String reason) {
        given(new MapPropertySource("application.yaml", Map.of(name, value)));

        assertThatThrownBy(() -> WithoutEffect.check(environment, BROKER))
                .isInstanceOf(RefusedSetting.class)
                .hasMessageContaining(" is " + value + " in ")
                .hasMessageContaining(name)
                .hasMessageContaining("\"application.yaml\"")
                .hasMessageContaining(", which has no effect: " + reason);
    }

    @Test
    void settings_without_effect_in_variables_and_system_properties_are_refused_together() {
        variables(Map.of("SPRING_KAFKA_BOOTSTRAPSERVERS", "kafka:9092"));
        given(new MapPropertySource("properties of Java", Map.of("redliner.collector.otlp.enabled", "true")));

        assertThatThrownBy(() -> WithoutEffect.check(environment, BROKER))
                .hasMessageContaining("spring.kafka.bootstrap-servers is kafka:9092 in ")
                .hasMessageContaining("SPRING_KAFKA_BOOTSTRAPSERVERS")
                .hasMessageContaining("redliner.collector.otlp.enabled is true in ");
    }

    @Test
    void the_value_in_use_and_what_serve_sets_itself_are_accepted() {
        variables(Map.of("SPRING_KAFKA_BOOTSTRAP_SERVERS", "localhost:9192"));
        given(new MapPropertySource(
                "application.yaml",
                Map.of("spring.kafka.bootstrap-servers", BROKER, "redliner.collector.otlp.enabled", false)));
        given(new SimpleCommandLinePropertySource(
                "--spring.config.name=standalone,application", "--spring.kafka.bootstrap-servers=127.0.0.1:1"));

        assertThatCode(() -> WithoutEffect.check(environment, BROKER)).doesNotThrowAnyException();
    }

    @Test
    void another_data_folder_is_refused_in_each_source_but_the_variable() {
        variables(Map.of("REDLINER_DATA", "there"));
        assertThatCode(() -> OneDataFolder.check(environment, folder)).doesNotThrowAnyException();

        given(new MapPropertySource("properties of Java", Map.of("redliner.data", folder + "/x/..")));
        assertThatCode(() -> OneDataFolder.check(environment, folder)).doesNotThrowAnyException();

        given(new MapPropertySource("application.yaml", Map.of("redliner.data", "elsewhere")));
        assertThatThrownBy(() -> OneDataFolder.check(environment, folder))
                .isInstanceOf(RefusedSetting.class)
                .hasMessageContaining("redliner.data is elsewhere in ")
                .hasMessageContaining("\"application.yaml\"")
                .hasMessageEndingWith("Use --data elsewhere.");
    }

    @Test
    void settings_of_spring_and_names_below_maps_are_passed_on() {
        Map<String, String> given = Map.of(
                "server.port", "0",
                "logging.level.org.apache.Kafka", "debug",
                "spring.kafka.properties.client.rack", "a",
                "spring.datasource.hikari.maximum-pool-size", "3",
                "management.endpoint.health.group.mine.include", "db");

        assertThat(ServeSettings.of(folder, 0, null, 0, given).properties())
                .containsAllEntriesOf(Map.of(
                        "server.port", 0,
                        "logging.level.org.apache.Kafka", "debug",
                        "management.endpoint.health.group.mine.include", "db"));
    }
}
