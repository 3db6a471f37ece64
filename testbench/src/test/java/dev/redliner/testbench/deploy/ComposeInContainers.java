package dev.redliner.testbench.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.testbench.Needs;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * docker-compose.yml in real containers, by {@code mvn verify -Pcontainers}. It needs root and Debian's podman, runc, iptables
 * and debootstrap, and takes about half an hour; no other profile runs it.
 */
class ComposeInContainers {
    private static final Path SCRIPT = Path.of("..", "deploy", "podman", "rehearse");

    @Test
    void the_compose_file_measures_and_restores_whatever_container_is_killed() throws Exception {
        for (String tool : new String[] {"podman", "runc", "iptables", "debootstrap"}) {
            Needs.that(
                    Files.isExecutable(Path.of("/usr/bin", tool)) || Files.isExecutable(Path.of("/usr/sbin", tool)),
                    "There is no " + tool + "; install podman, runc, iptables and debootstrap.");
        }
        int exit = new ProcessBuilder(SCRIPT.toString()).inheritIO().start().waitFor();
        assertThat(exit).as("exit code of %s, whose lines are above", SCRIPT).isZero();
    }
}
