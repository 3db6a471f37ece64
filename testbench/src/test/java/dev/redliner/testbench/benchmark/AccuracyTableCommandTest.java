package dev.redliner.testbench.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.api.RunState;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.standalone.Redliner;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command on a file that has all of its runs already, and on files that it must not continue. */
class AccuracyTableCommandTest {
    private static final AccuracyCell QUIET = new AccuracyCell(Tier.BACK_END, 0);
    private static final AccuracyCell BUSY = new AccuracyCell(Tier.BACK_END, 1);

    @TempDir
    private Path folder;

    private Path file;
    private String err = "";

    @BeforeEach
    void name() {
        file = folder.resolve("results.jsonl");
    }

    private static AccuracyRun run(AccuracyCell cell, double rps, @Nullable Double low, @Nullable Double high) {
        return new AccuracyRun(cell, 7, 400, RunState.COMPLETED, "COMPLETED", rps, low, high, 380.0, 160, 0.004, true);
    }

    private int execute(ByteArrayOutputStream out, String... arguments) {
        PrintStream before = System.out;
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        try {
            CommandLine command = Redliner.commandLine(new BenchmarkCommand());
            var text = new StringWriter();
            command.setErr(new PrintWriter(text, true));
            int exit = command.execute(arguments);
            err = text.toString();
            return exit;
        } finally {
            System.setOut(before);
        }
    }

    private void store(AccuracyRun... runs) throws IOException {
        AccuracyRecords records = AccuracyRecords.open(file);
        for (AccuracyRun run : runs) {
            records.add(run);
        }
    }

    @Test
    void a_complete_file_becomes_a_table_without_a_run() throws IOException {
        for (Tier tier : Tier.values()) {
            for (int cores = 0; cores <= 1; cores++) {
                var cell = new AccuracyCell(tier, cores);
                store(run(cell, 404, 384.0, 424.0), AccuracyRun.refused(cell, 8, 400, "The peers are busy."));
            }
        }
        var out = new ByteArrayOutputStream();
        assertThat(execute(out, "benchmark", "accuracy-table", "--runs", "2", "--results", file.toString()))
                .isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("back-end, 1 busy core: 2 of 2 runs are in " + file)
                .endsWith(
                        AccuracySummary.header()
                                + """
                        | back-end | 0 | 1 of 2 | 1.0 / 1.0% | 5.0 / 5.0% | 0.4 / 0.4% | 1 of 1 | 1 of 1 | 160 / 160 s |
                        | back-end | 1 | 1 of 2 | 1.0 / 1.0% | 5.0 / 5.0% | 0.4 / 0.4% | 1 of 1 | 1 of 1 | 160 / 160 s |
                        | front-end | 0 | 1 of 2 | 1.0 / 1.0% | 5.0 / 5.0% | 0.4 / 0.4% | 1 of 1 | 1 of 1 | 160 / 160 s |
                        | front-end | 1 | 1 of 2 | 1.0 / 1.0% | 5.0 / 5.0% | 0.4 / 0.4% | 1 of 1 | 1 of 1 | 160 / 160 s |
                        """);
    }

    @Test
    void a_line_that_was_cut_off_is_measured_again() throws IOException {
        store(run(QUIET, 404, 384.0, 424.0), run(BUSY, 390, 370.0, 410.0));
        String whole = Files.readString(file);
        Files.writeString(file, "{\"cell\":{\"tier\":\"BACK", StandardOpenOption.APPEND);
        AccuracyRecords read = AccuracyRecords.open(file);
        assertThat(read.of(QUIET)).containsExactly(run(QUIET, 404, 384.0, 424.0));
        assertThat(read.of(BUSY)).containsExactly(run(BUSY, 390, 370.0, 410.0));
        assertThat(file).hasContent(whole.stripTrailing());
        read.add(run(QUIET, 400, 380.0, 420.0));
        assertThat(AccuracyRecords.open(file).of(QUIET)).hasSize(2);
    }

    @Test
    void a_line_that_is_no_run_is_named() throws IOException {
        store(run(QUIET, 404, 384.0, 424.0));
        Files.writeString(file, "no run\n", StandardOpenOption.APPEND);
        assertThat(execute(new ByteArrayOutputStream(), "benchmark", "accuracy-table", "--results", file.toString()))
                .isEqualTo(2);
        assertThat(err).startsWith(file + ":2: ").contains("Remove the line, or choose another file.");
    }

    @Test
    void numbers_that_cannot_be_are_refused() {
        assertThat(execute(new ByteArrayOutputStream(), "benchmark", "accuracy-table", "--runs", "0"))
                .isEqualTo(2);
        assertThat(err).startsWith("--runs 0 is below 1");
        assertThat(execute(new ByteArrayOutputStream(), "benchmark", "accuracy-table", "--busy-cores", "0,-1"))
                .isEqualTo(2);
        assertThat(err).contains("has a number below 0");
    }
}
