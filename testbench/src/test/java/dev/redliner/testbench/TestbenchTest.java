package dev.redliner.testbench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.standalone.Redliner;
import dev.redliner.testbench.benchmark.BenchmarkCommand;
import dev.redliner.testbench.chaos.ChaosCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class TestbenchTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "benchmark search --profile bold",
                "benchmark accuracy --tier middle",
                "benchmark accuracy --seed x",
                "chaos --seed x"
            })
    void an_option_that_commands_share_is_refused_as_by_the_product(String line) {
        var err = new StringWriter();
        CommandLine command = Redliner.commandLine(new BenchmarkCommand(), new ChaosCommand());
        command.setErr(new PrintWriter(err, true));
        assertThat(command.execute(line.split(" "))).isEqualTo(2);
        String value = line.substring(line.lastIndexOf(' ') + 1);
        assertThat(err.toString())
                .contains("'" + value + "'")
                .contains("Help: redliner " + line.substring(0, line.indexOf(" --")));
    }
}
