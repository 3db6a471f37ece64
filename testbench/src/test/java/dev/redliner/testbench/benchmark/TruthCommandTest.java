package dev.redliner.testbench.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TruthCommandTest {
    private static final String BEFORE = "{\"h01\":{}}";

    private final BenchmarkLine benchmark = new BenchmarkLine();

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
        assertThat(benchmark.run("truth", "--scenarios", missing.toString())).isEqualTo(2);
        assertThat(benchmark.err())
                .contains("--scenarios " + missing + " is not a folder")
                .doesNotContain("\tat ");
        assertThat(benchmark.run(
                        "truth",
                        "--scenarios",
                        Files.createDirectory(folder.resolve("empty")).toString()))
                .isEqualTo(2);
        assertThat(benchmark.err()).contains("there is no scenario in");
    }

    @Test
    void a_number_of_requests_below_one_is_refused() throws IOException {
        assertThat(benchmark.run("truth", "--scenarios", folder.toString(), "--requests", "-5"))
                .isEqualTo(2);
        assertThat(benchmark.err()).contains("--requests -5 is not at least 1");
        assertThat(folder.resolve("truth.json")).hasContent(BEFORE);
    }

    @Test
    void a_scenario_that_cannot_be_read_is_named_before_anything_runs() throws IOException {
        Files.writeString(folder.resolve("h02.json"), "{}");
        assertThat(benchmark.run("truth", "--scenarios", folder.toString(), "--requests", "20000"))
                .isEqualTo(2);
        assertThat(benchmark.err()).contains("h02.json: ");
        assertThat(benchmark.out()).isEmpty();
        assertThat(folder.resolve("truth.json")).hasContent(BEFORE);
    }

    /** The limit of this host is below the p99 of an idle host. */
    @Test
    void truths_are_kept_if_no_host_has_a_redline() {
        assertThat(benchmark.run("truth", "--scenarios", folder.toString(), "--requests", "20000"))
                .isEqualTo(2);
        assertThat(benchmark.out()).contains("h01 left out: ");
        assertThat(benchmark.err()).contains("no host in").contains("truth.json is not written");
        assertThat(folder.resolve("truth.json")).hasContent(BEFORE);
    }

    @Test
    void the_redline_of_each_host_is_written() throws IOException {
        Files.writeString(folder.resolve("h01.json"), host(400));
        assertThat(benchmark.run("truth", "--scenarios", folder.toString(), "--requests", "20000"))
                .isZero();
        assertThat(Files.readString(folder.resolve("truth.json"))).contains("\"h01\"", "\"truth\" : ");
    }

    @Test
    void without_a_subcommand_all_are_listed() {
        assertThat(benchmark.run()).isZero();
        assertThat(benchmark.out())
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
}
