package dev.redliner.testbench.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.cli.RedlinerCli;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class TruthCommandTest {
    private static final String BEFORE = "{\"h01\":{}}";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    @BeforeEach
    void scenario() throws IOException {
        Files.writeString(folder.resolve("h01.json"), host(30));
        Files.writeString(folder.resolve("truth.json"), BEFORE);
    }

    @Test
    void a_folder_that_does_not_exist_is_named() throws IOException {
        Path missing = folder.resolve("missing");
        assertThat(run("--scenarios", missing.toString())).isEqualTo(2);
        assertThat(err())
                .contains("--scenarios " + missing + " is not a folder")
                .doesNotContain("\tat ");
        assertThat(run(
                        "--scenarios",
                        Files.createDirectory(folder.resolve("empty")).toString()))
                .isEqualTo(2);
        assertThat(err()).contains("there is no scenario in");
    }

    @Test
    void a_number_of_requests_below_one_is_refused() throws IOException {
        assertThat(run("--scenarios", folder.toString(), "--requests", "-5")).isEqualTo(2);
        assertThat(err()).contains("--requests -5 is not at least 1");
        assertThat(folder.resolve("truth.json")).hasContent(BEFORE);
    }

    @Test
    void a_scenario_that_cannot_be_read_is_named_before_anything_runs() throws IOException {
        Files.writeString(folder.resolve("h02.json"), "{}");
        assertThat(run("--scenarios", folder.toString(), "--requests", "20000")).isEqualTo(2);
        assertThat(err()).contains("h02.json: ");
        assertThat(out()).isEmpty();
        assertThat(folder.resolve("truth.json")).hasContent(BEFORE);
    }

    /** The limit of this host is below the p99 of an idle host. */
    @Test
    void truths_are_kept_if_no_host_has_a_redline() {
        assertThat(run("--scenarios", folder.toString(), "--requests", "20000")).isEqualTo(2);
        assertThat(out()).contains("h01 left out: ");
        assertThat(err()).contains("no host in").contains("truth.json is not written");
        assertThat(folder.resolve("truth.json")).hasContent(BEFORE);
    }

    @Test
    void the_redline_of_each_host_is_written() throws IOException {
        Files.writeString(folder.resolve("h01.json"), host(400));
        assertThat(run("--scenarios", folder.toString(), "--requests", "20000")).isZero();
        assertThat(Files.readString(folder.resolve("truth.json"))).contains("\"h01\"", "\"truth\" : ");
    }

    @Test
    void without_a_subcommand_all_are_listed() {
        assertThat(line().execute("benchmark")).isZero();
        assertThat(out())
                .isEqualToIgnoringNewLines(
                        "benchmark accuracy | benchmark accuracy-table | benchmark bound | benchmark micro"
                                + " | benchmark precision | benchmark reaction | benchmark replay | benchmark restore | benchmark search | benchmark services"
                                + " | benchmark truth");
    }

    /** A host with one server and a mean service time of 10 ms. */
    private static String host(int limitMs) {
        return """
                {"version":1,"id":"h01","host":{"discipline":"fcfs","servers":1,"service":{"dist":"exp","mean_ms":10},
                 "base_ms":1,"queue_limit":100000,"timeout_ms":60000},"traffic":{"total_qps":200},
                 "slo":{"latency_ms":%d,"quantile":0.99,"max_error":0.5},"start_qps":60,"max_qps":98}
                """
                .formatted(limitMs);
    }

    private int run(String... arguments) {
        String[] all = new String[arguments.length + 2];
        all[0] = "benchmark";
        all[1] = "truth";
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        return line().execute(all);
    }

    private CommandLine line() {
        CommandLine line = new RedlinerCli(new PrintStream(out, true), new PrintStream(err, true))
                .commandLine(new BenchmarkCommand());
        line.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
        return line;
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
