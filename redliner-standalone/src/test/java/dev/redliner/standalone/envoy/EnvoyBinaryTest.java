package dev.redliner.standalone.envoy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnvoyBinaryTest {
    private final Path folder;

    EnvoyBinaryTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @Test
    void the_step_is_found_from_a_folder_below_home() throws IOException {
        Path step = executable("bin/find-envoy");
        Path below = Files.createDirectories(folder.resolve("module/target"));
        assertThat(EnvoyBinary.step(null, Map.of(), below)).contains(step);
    }

    @Test
    void a_named_home_wins_over_the_current_folder() throws IOException {
        Path step = executable("home/bin/find-envoy");
        executable("bin/find-envoy");
        Path home = folder.resolve("home");
        assertThat(EnvoyBinary.step(home.toString(), Map.of(), folder)).contains(step);
        assertThat(EnvoyBinary.step(null, Map.of("REDLINER_HOME", home.toString()), folder))
                .contains(step);
    }

    @Test
    void without_the_step_an_envoy_is_found_by_name_on_the_path_and_in_the_cache() throws IOException {
        Path named = executable("a/my-envoy");
        Path onPath = executable("b/envoy");
        Path cached = executable("c/envoy-1.2.3/envoy");
        String path = folder.resolve("none") + ":" + onPath.getParent();
        String cache = folder.resolve("c").toString();

        assertThat(EnvoyBinary.present(Map.of("REDLINER_ENVOY", named.toString(), "PATH", path)))
                .contains(named);
        assertThat(EnvoyBinary.present(Map.of("PATH", path, "REDLINER_CACHE", cache)))
                .contains(onPath);
        assertThat(EnvoyBinary.present(Map.of("PATH", "", "REDLINER_CACHE", cache)))
                .contains(cached);
        assertThat(EnvoyBinary.present(
                        Map.of("REDLINER_CACHE", folder.resolve("none").toString())))
                .isEmpty();
    }

    @Test
    void a_cache_that_others_can_write_to_is_not_used() throws IOException {
        Path cached = executable("cache/envoy-1.2.3/envoy");
        var environment =
                Map.of("PATH", "", "REDLINER_CACHE", folder.resolve("cache").toString());
        assertThat(EnvoyBinary.present(environment)).contains(cached);
        for (Path writable : List.of(cached, cached.getParent(), folder.resolve("cache"))) {
            var before = Files.getPosixFilePermissions(writable);
            Files.setPosixFilePermissions(writable, PosixFilePermissions.fromString("rwxrwxrwx"));
            assertThat(EnvoyBinary.present(environment)).as("%s", writable).isEmpty();
            Files.setPosixFilePermissions(writable, before);
        }
        assertThat(EnvoyBinary.present(environment)).contains(cached);
    }

    @Test
    void there_is_no_cache_without_a_home() {
        assertThat(EnvoyBinary.present(Map.of("PATH", ""))).isEmpty();
    }

    @Test
    void a_wrong_name_is_an_error_and_not_passed_over() {
        assertThatThrownBy(() -> EnvoyBinary.present(Map.of("REDLINER_ENVOY", "/nowhere/envoy")))
                .isInstanceOf(EnvoyMissingException.class)
                .hasMessageContaining("/nowhere/envoy");
    }

    private Path executable(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        // regardless of the umask: a cache is searched only for files that no other user can write to
        var mine = PosixFilePermissions.fromString("rwxr-xr-x");
        for (Path each = file; !each.equals(folder); each = each.getParent()) {
            Files.setPosixFilePermissions(each, mine);
        }
        return file;
    }
}
