package dev.redliner.standalone.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.standalone.doctor.Finding.Level;
import dev.redliner.standalone.machine.MachineReading;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {
    private static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");

    private static final MachineReading BUSY = new MachineReading(
            2, 2, 0.61, Duration.ofNanos(60_000), Duration.ofMillis(9), 4L << 30, Path.of("data"), 5L << 30);

    @TempDir
    private Path folder;

    private Finding named(String name) {
        return new Doctor(folder.resolve("data"), List.of(folder))
                .look(NOW, BUSY).stream()
                        .filter(it -> it.name().equals(name))
                        .findFirst()
                        .orElseThrow();
    }

    @Test
    void an_envoy_that_the_project_s_script_finds_is_fine() throws IOException {
        Path script = folder.resolve("bin/find-envoy");
        Files.createDirectories(script.getParent());
        Files.writeString(script, "#!/bin/sh\n[ \"$1\" = --no-fetch ] && echo /opt/envoy\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        assertThat(named("envoy")).isEqualTo(Finding.ok("envoy", "/opt/envoy"));
        Files.writeString(script, "#!/bin/sh\necho 'find-envoy: The cache belongs to another user.' >&2\nexit 1\n");
        assertThat(named("envoy").level()).isEqualTo(Level.missing);
        assertThat(named("envoy").detail()).isEqualTo("find-envoy: The cache belongs to another user.");
        assertThat(named("envoy").fix()).contains("REDLINER_ENVOY");
        Files.writeString(script, "#!/bin/sh\necho 'find-envoy: There is no Envoy.' >&2\nexit 3\n");
        assertThat(named("envoy").level()).isEqualTo(Level.warn);
        assertThat(named("envoy").fix()).startsWith("The demo fetches it once with pip.");
    }

    @Test
    void a_port_in_use_is_a_warning_with_what_to_do() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Finding finding = Doctor.port(taken.getLocalPort(), "the server");
            assertThat(finding.level()).isEqualTo(Level.warn);
            assertThat(finding.detail()).contains("in use");
        }
    }

    @Test
    void an_old_java_is_missing_and_a_small_heap_a_warning() {
        assertThat(Doctor.java(16).level()).isEqualTo(Level.missing);
        assertThat(Doctor.java(17).level()).isEqualTo(Level.ok);
        assertThat(Doctor.heap(100L << 20).level()).isEqualTo(Level.warn);
        assertThat(Doctor.time(Instant.EPOCH).level()).isEqualTo(Level.warn);
    }

    @Test
    void a_busy_machine_is_a_warning_with_what_the_demo_needs_and_what_to_do() {
        assertThat(named("load"))
                .isEqualTo(Finding.warn(
                        "load",
                        "Other programs use 61% of this machine's 2 cores, which leaves 0.8. The demo needs 0.9.",
                        "Stop other programs, or wait until they are done."));
        assertThat(named("cores")).isEqualTo(Finding.ok("cores", "This process may use 2 cores. The demo needs 2."));
        assertThat(List.of("stalls", "memory", "disk"))
                .extracting(name -> named(name).level())
                .containsOnly(Level.ok);
        assertThat(DoctorCommand.text(List.of(named("load"))))
                .contains("The demo needs 0.9. Stop other programs, or wait until they are done.");
    }

    @Test
    void little_space_for_the_data_of_a_server_is_a_warning() {
        assertThat(Doctor.data(Path.of("data"), 300L << 20))
                .isEqualTo(Finding.warn(
                        "data",
                        "data can be written, 300 MB are free",
                        "redliner serve can need 1 GB; delete files, or set REDLINER_DATA to another folder"));
        assertThat(Doctor.data(Path.of("data"), 3L << 30).level()).isEqualTo(Level.ok);
    }

    @Test
    void a_data_folder_that_does_not_exist_yet_is_not_made() {
        assertThat(named("data").level()).isNotEqualTo(Level.missing);
        assertThat(folder.resolve("data")).doesNotExist();
    }
}
