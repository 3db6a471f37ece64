package dev.redliner.testbench.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SearchCommandTest {
    private final BenchmarkLine benchmark = new BenchmarkLine();

    @TempDir
    private Path folder;

    @Test
    void our_search_has_a_row_per_host_one_beside_other_searches_and_a_record() throws IOException {
        Path records = folder.resolve("records.jsonl");
        assertThat(benchmark.run("search", "--only", "s13", "--seeds", "3:3", "--records", records.toString()))
                .isZero();
        assertThat(benchmark.out())
                .contains("| s13_high_qps |", "| truth at or above safe % |")
                .containsOnlyOnce("| redliner, no history |");
        assertThat(Files.readAllLines(records))
                .singleElement()
                .asString()
                .contains("\"scn\":\"s13_high_qps\"", "\"seed\":3", "\"safe\":");
    }

    @Test
    void a_table_names_the_history_that_its_searches_received() {
        assertThat(benchmark.run("search", "--only", "s13", "--seeds", "3:3", "--history", "15m"))
                .isZero();
        assertThat(benchmark.out()).containsOnlyOnce("| redliner, 15m of history |");
        assertThat(benchmark.run("search", "--history", "long")).isEqualTo(2);
        assertThat(benchmark.err()).contains("--history long is neither none nor such as 15m");
    }

    @Test
    void wrong_arguments_are_named() throws IOException {
        assertThat(benchmark.run("search", "--seeds", "5:1")).isEqualTo(2);
        assertThat(benchmark.run("search", "--only", "nothing")).isEqualTo(2);
        assertThat(benchmark.run("search", "--baselines", "pid")).isEqualTo(2);
        assertThat(benchmark.run("search", "--reference", folder.toString())).isEqualTo(2);
        assertThat(benchmark.run("search", "--scenarios", folder.toString())).isEqualTo(2);
        assertThat(benchmark.err())
                .contains("--seeds 5:1 is no range")
                .contains("no scenario begins with nothing; there are s01_mm16")
                .contains("--baselines need --reference")
                .contains("there is no simserver.py in")
                .contains("there is no truth.json in");
    }

    @Test
    void a_python_that_lacks_what_the_reference_needs_is_told_before_anything_runs() throws IOException {
        Path python = program("echo 'No module named numpy' >&2; exit 1");
        assertThat(benchmark.run(
                        "search",
                        "--reference",
                        reference().toString(),
                        "--python",
                        python.toString(),
                        "--only",
                        "s13"))
                .isEqualTo(2);
        assertThat(benchmark.err())
                .contains("No module named numpy")
                .contains("requirements.txt")
                .contains("--python");
        assertThat(benchmark.out()).isEmpty();
    }

    @Test
    void a_reference_host_that_dies_is_told_with_its_last_words() throws IOException {
        Path python = program("if [ \"$1\" = simserver.py ]; then echo 'model lost' >&2; exit 3; fi");
        assertThat(benchmark.run(
                        "search",
                        "--reference",
                        reference().toString(),
                        "--python",
                        python.toString(),
                        "--only",
                        "s13",
                        "--seeds",
                        "1:1"))
                .isEqualTo(2);
        assertThat(benchmark.err()).contains("exit code 3").contains("model lost");
    }

    private Path program(String text) throws IOException {
        Path program = folder.resolve("python");
        Files.writeString(program, "#!/bin/sh\n" + text + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return program;
    }

    /** A folder with the reference's files and one of its scenarios. */
    private Path reference() throws IOException {
        Path scenarios = Files.createDirectories(folder.resolve("scenarios").resolve("public"));
        Files.writeString(folder.resolve("simserver.py"), "");
        Files.writeString(folder.resolve("bench.py"), "");
        try (var scenario = SearchCommandTest.class.getResourceAsStream("/scenarios/s13_high_qps.json")) {
            Files.write(scenarios.resolve("s13_high_qps.json"), scenario.readAllBytes());
        }
        Files.writeString(scenarios.resolve("truth.json"), "{\"s13_high_qps\":{\"truth\":4000,\"start_bad\":0}}");
        return folder;
    }
}
