package dev.redliner.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.cli.RedlinerCli;
import dev.redliner.standalone.demo.DemoCommand;
import dev.redliner.standalone.simulate.SimulateCommand;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedOptionsTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... arguments) {
        return new RedlinerCli(System.out, new PrintStream(err, true))
                .commandLine(new SimulateCommand(), new DemoCommand())
                .execute(arguments);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"simulate --profile bold", "demo --tier middle", "simulate --seed x"})
    void an_option_that_commands_share_is_refused_alike(String line) {
        assertThat(run(line.split(" "))).isEqualTo(2);
        String value = line.substring(line.lastIndexOf(' ') + 1);
        assertThat(err())
                .contains("'" + value + "'")
                .contains("Help: redliner " + line.substring(0, line.indexOf(" --")));
    }
}
