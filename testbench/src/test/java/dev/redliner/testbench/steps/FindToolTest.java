package dev.redliner.testbench.steps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.testbench.Needs;
import dev.redliner.testbench.steps.FreshMachine.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs bin/find-tool with a package of our own in place of the real one, and with the real pip. */
class FindToolTest {
    @TempDir
    private Path folder;

    private FreshMachine machine;

    @BeforeEach
    void freshMachine() throws IOException {
        machine = new FreshMachine(folder);
    }

    /** Offers a module as the package of check-jsonschema, and pins it. */
    private void offered() throws Exception {
        Needs.pip();
        machine.hasPip();
        String program = "check_jsonschema-1.0.data/scripts/check-jsonschema";
        String wheel = machine.offers("check_jsonschema", "1.0", program, "#!python\n");
        machine.pins("validators.txt", "check-jsonschema==1.0 --hash=sha256:" + wheel + "\n");
    }

    @Test
    void a_pinned_tool_is_installed_and_found_again() throws Exception {
        offered();
        Outcome first = machine.run("find-tool", "check-jsonschema");
        assertThat(first.exit()).as(first.messages()).isZero();
        assertThat(Path.of(first.output())).isExecutable().startsWith(machine.cache());
        assertThat(machine.run("find-tool", "check-jsonschema")).isEqualTo(new Outcome(0, first.output(), ""));
    }

    @Test
    void one_on_path_is_used_if_the_pinned_one_cannot_be_fetched() throws Exception {
        Outcome none = machine.run("find-tool", "hadolint");
        assertThat(none.exit()).isEqualTo(1);
        assertThat(none.messages()).contains("There is no hadolint", "with pip, or put hadolint on PATH");
        Path onPath = machine.has("hadolint", "exit 0");
        assertThat(machine.run("find-tool", "hadolint").output()).isEqualTo(onPath.toString());
    }

    @Test
    void promtool_is_taken_from_path_or_said_to_be_missing() throws Exception {
        Outcome none = machine.run("find-tool", "promtool");
        assertThat(none.exit()).isEqualTo(1);
        assertThat(none.messages()).contains("There is no promtool. Put it on PATH.");
        Path onPath = machine.has("promtool", "exit 0");
        assertThat(machine.run("find-tool", "promtool")).isEqualTo(new Outcome(0, onPath.toString(), ""));
    }

    @Test
    void another_name_is_a_mistake() throws Exception {
        assertThat(machine.run("find-tool", "lint").messages()).contains("usage: find-tool promtool|");
        assertThat(Files.exists(machine.cache())).isFalse();
    }
}
