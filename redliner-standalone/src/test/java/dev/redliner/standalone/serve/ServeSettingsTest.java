package dev.redliner.standalone.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.cli.RedlinerCli;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServeSettingsTest {
    @TempDir
    private Path folder;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

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
