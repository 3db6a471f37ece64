package dev.redliner.testbench.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.testbench.MostlyWaits;
import dev.redliner.testbench.faults.Commands;
import dev.redliner.testbench.faults.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sources of the settings of {@code redliner serve}, run as a separate process. */
@MostlyWaits
class ServeSettingsIT {
    @TempDir
    private Path folder;

    private Process serve(Map<String, String> variables, String... arguments) throws IOException {
        List<String> all = new ArrayList<>(
                List.of("serve", "--kafka-port=" + Ports.free(), "--set=redliner.redirector.xds.port=0"));
        all.addAll(List.of(arguments));
        List<String> command = Commands.redliner(all);
        ProcessBuilder process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log().toFile());
        process.environment().putAll(variables);
        return process.start();
    }

    private Path log() {
        return folder.resolve("serve.log");
    }

    private String ended(Process serve) throws IOException, InterruptedException {
        try {
            assertThat(serve.waitFor(90, TimeUnit.SECONDS)).isTrue();
            assertThat(serve.exitValue()).as(Files.readString(log())).isEqualTo(2);
            return Files.readString(log());
        } finally {
            serve.destroyForcibly();
        }
    }

    @Test
    void the_data_are_where_the_setting_names_the_folder_and_a_file_sets_the_port() throws Exception {
        int port = Ports.free();
        Files.writeString(folder.resolve("application.yaml"), "server.port: " + port + "\n");
        Process serve = serve(Map.of(), "--set", "redliner.data=elsewhere");
        try {
            ServeProcess.await("the server to be up", () -> read().contains("http://127.0.0.1:" + port));
            assertThat(folder.resolve("elsewhere/redliner.mv.db")).exists();
            assertThat(folder.resolve("elsewhere/kafka")).exists();
            assertThat(folder.resolve(".redliner")).doesNotExist();
        } finally {
            serve.destroyForcibly();
        }
    }

    private String read() {
        try {
            return Files.readString(log());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void an_unknown_key_of_a_file_and_of_the_environment_ends_the_start_with_place_and_nearest_name() throws Exception {
        Files.writeString(folder.resolve("application.yaml"), "redliner:\n  redirector:\n    tttl: 3s\n");

        String log = ended(serve(Map.of("REDLINER_CONTROLLER_RENEWEVRY", "1s"), "--port=0"));

        assertThat(log)
                .contains("application.yaml:3:11: There is no setting 'redliner.redirector.tttl';"
                        + " did you mean 'redliner.redirector.ttl'?")
                .contains("REDLINER_CONTROLLER_RENEWEVRY")
                .contains("did you mean 'redliner.controller.renew-every'?")
                .doesNotContain("\tat ");
    }

    @Test
    void another_data_folder_in_a_file_is_refused() throws Exception {
        Files.writeString(folder.resolve("application.yaml"), "redliner.data: there\n");

        assertThat(ended(serve(Map.of(), "--port=0", "--data=here"))).contains("Use --data there.");
    }

    @Test
    void settings_without_effect_in_a_file_and_in_the_environment_are_refused_with_their_places() throws Exception {
        Files.writeString(folder.resolve("application.yaml"), "redliner.collector.otlp.enabled: true\n");

        String log = ended(serve(Map.of("SPRING_KAFKA_BOOTSTRAPSERVERS", "kafka:9092"), "--port=0"));

        assertThat(log)
                .contains("redliner.collector.otlp.enabled is true in ")
                .contains("application.yaml")
                .contains("\"SPRING_KAFKA_BOOTSTRAPSERVERS\", which has no effect: serve brings its own broker;")
                .doesNotContain("\tat ");
    }
}
