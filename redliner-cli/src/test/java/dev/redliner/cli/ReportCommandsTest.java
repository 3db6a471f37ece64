package dev.redliner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandsTest extends CommandLineTest {
    private static final String COMPARISON =
            """
            {"reference": "checkout-7", "run": "checkout-9", "margin": 0.03, "outcome": "WORSE", "change": -0.082,
             "low": -0.12, "high": -0.04, "worse": 0.98, "runsToTell": 7, "unfair": [],
             "words": "Run checkout-9 carries 8.2% less than run checkout-7."}
            """;

    @TempDir
    private Path folder;

    @Test
    void the_ending_of_the_file_selects_the_report() {
        server.on("GET /api/v1/runs/checkout-7", 200, "application/json", "{}")
                .on("GET /runs/checkout-7/report.csv", 200, "text/csv", "run,step\ncheckout-7,1\n");
        Path file = folder.resolve("report.csv");

        assertThat(run("report", "save", "checkout-7", file.toString())).isZero();

        assertThat(file).hasContent("run,step\ncheckout-7,1");
        assertThat(out()).isEqualTo("the report of checkout-7 is in " + file + "\n");
    }

    @Test
    void a_file_of_another_kind_is_refused_before_the_server_is_asked() {
        assertThat(run(
                        "report",
                        "save",
                        "checkout-7",
                        folder.resolve("report.pdf").toString()))
                .isEqualTo(2);
        assertThat(err()).contains("does not end in .html, .json or .csv");
        assertThat(server.asked()).isEmpty();
    }

    @Test
    void a_folder_that_is_missing_is_an_error_that_names_the_file() {
        server.on("GET /api/v1/runs/checkout-7", 200, "application/json", "{}")
                .on("GET /runs/checkout-7/report.json", 200, "application/json", "{}");
        Path file = folder.resolve("missing").resolve("report.json");

        assertThat(run("report", "save", "checkout-7", file.toString())).isEqualTo(2);
        assertThat(err()).contains("cannot write " + file);
    }

    @Test
    void a_run_that_does_not_exist_leads_to_the_list() {
        server.on(
                "GET /api/v1/runs/nosuch",
                404,
                "application/problem+json",
                "{\"type\":\"urn:redliner:problem:unknown-run\",\"detail\":\"There is no run nosuch.\"}");
        Path file = folder.resolve("report.html");

        assertThat(run("report", "save", "nosuch", file.toString())).isEqualTo(2);
        assertThat(err()).isEqualTo("There is no run nosuch. (404)\nList what there is with: redliner run list\n");
        assertThat(file).doesNotExist();
    }

    @Test
    void a_run_that_carries_less_than_the_reference_has_an_exit_code_of_its_own() {
        compared(COMPARISON);

        assertThat(run("report", "compare", "checkout-7", "checkout-9")).isEqualTo(5);
        assertThat(out()).isEqualTo("worse: Run checkout-9 carries 8.2% less than run checkout-7.\n");
    }

    @Test
    void runs_that_decide_nothing_say_why() {
        compared(COMPARISON.replace("WORSE", "CANNOT_TELL").replace("[]", "[\"The rules or their limits differ.\"]"));

        assertThat(run("report", "compare", "checkout-7", "checkout-9")).isEqualTo(3);
        assertThat(out()).startsWith("cannot tell: ").endsWith("\n  The rules or their limits differ.\n");
    }

    @Test
    void a_run_that_is_not_worse_is_a_success() {
        compared(COMPARISON.replace("WORSE", "NOT_WORSE"));

        assertThat(run("report", "compare", "checkout-7", "checkout-9", "-o", "json"))
                .isZero();
        assertThat(out()).contains("\"outcome\"");
    }

    private void compared(String answer) {
        server.on(
                "GET /api/v1/runs/checkout-9/comparison?reference=checkout-7&margin=3.0",
                200,
                "application/json",
                answer);
    }
}
