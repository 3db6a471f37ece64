package dev.redliner.standalone.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.cli.RedlinerCli;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SimulateCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void a_host_that_comes_along_is_measured_and_its_true_redline_shown_beside_it() {
        assertThat(run("--scenario", "s01_mm16", "--seed", "3")).isZero();
        assertThat(out())
                .containsPattern("  redline    1[12][0-9][0-9] rps .*")
                .contains("  truth      1240 rps; measured ");
    }

    @Test
    void an_unknown_scenario_is_answered_with_those_there_are() {
        assertThat(run("--scenario", "nosuch")).isEqualTo(2);
        assertThat(err())
                .startsWith("there is no file and no scenario 'nosuch'; those that come along are s01_mm16, s02_ps8")
                .endsWith("s14_everything\nHelp: redliner simulate --help\n");
    }

    @Test
    void rules_that_are_not_there_are_named() {
        assertThat(run("--rules", "nowhere.yaml")).isEqualTo(2);
        assertThat(err()).isEqualTo("there is no file nowhere.yaml\nHelp: redliner simulate --help\n");
    }

    private int run(String... arguments) {
        String[] all = new String[arguments.length + 1];
        all[0] = "simulate";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return new RedlinerCli(new PrintStream(out, true), new PrintStream(err, true))
                .commandLine(new SimulateCommand())
                .execute(all);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
