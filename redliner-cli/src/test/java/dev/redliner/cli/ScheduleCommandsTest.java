package dev.redliner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScheduleCommandsTest extends CommandLineTest {
    private static final String JSON = "application/json";
    private static final String TEXT =
            "schedule: nightly\nservice: checkout\ncron: \"30 2 * * *\"\nzone: Europe/Berlin\n";
    private static final String VIEW =
            """
            {"name": "nightly", "service": "checkout", "revision": 3, "paused": false,
             "definition": {"cron": "30 2 * * *", "zone": "Europe/Berlin"}, "problem": null,
             "warning": "Too little traffic.",
             "waiting": {"dueAt": "2027-01-09T01:30:00Z", "reason": "Run checkout-7 is active on this pool."},
             "next": [
               {"slot": "2027-01-10T02:30", "dueAt": "2027-01-10T01:30:00Z", "fate": "RUNS", "reason": "",
                "beginsAt": "2027-01-10T01:30:00Z"},
               {"slot": "2027-01-11T02:30", "dueAt": "2027-01-11T01:30:00Z", "fate": "SKIPPED",
                "reason": "A blackout.", "beginsAt": null}]}
            """;

    @TempDir
    private Path folder;

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("nightly.yaml"), text).toString();
    }

    @Test
    void a_file_is_checked_without_a_server() throws IOException {
        assertThat(run("schedule", "check", "-f", file(TEXT))).isZero();
        assertThat(out())
                .contains(
                        "schedule nightly of service checkout is valid\nnext: 2027-01-10T02:30+01:00, 2027-01-11T02:30");
        assertThat(run("schedule", "check", "-f", file(TEXT.replace("30 2", "* 2"))))
                .isEqualTo(2);
        assertThat(err())
                .contains("nightly.yaml:3:7: '*' is due 60 times an hour")
                .contains("    cron: \"* 2 * * *\"\n          ^");
        assertThat(server.asked()).isEmpty();
    }

    @Test
    void the_schemas_for_editors_are_printed_without_a_server() {
        assertThat(run("schedule", "schema")).isZero();
        assertThat(out()).contains("\"$id\": \"urn:redliner:schema:schedule\"").endsWith("}\n");
        out.reset();
        assertThat(run("service", "schema")).isZero();
        assertThat(out()).contains("\"$id\": \"urn:redliner:schema:service\"").endsWith("}\n");
        assertThat(server.asked()).isEmpty();
    }

    @Test
    void a_file_is_applied_and_its_next_firings_are_shown() throws IOException {
        server.on("PUT /api/v1/schedules/nightly", 201, JSON, VIEW);
        assertThat(run("schedule", "apply", "-f", file(TEXT))).isZero();
        assertThat(out())
                .isEqualTo(
                        """
                        schedule nightly created, revision 3
                        SLOT              DUE                   FATE
                        2027-01-10T02:30  2027-01-10T01:30:00Z  runs
                        2027-01-11T02:30  2027-01-11T01:30:00Z  does not run: A blackout.
                        nightly: Too little traffic.
                        """);
    }

    @Test
    void the_list_has_the_next_firing_and_what_waits() {
        server.on("GET /api/v1/schedules", 200, JSON, "[" + VIEW + "]");
        assertThat(run("schedule", "list")).isZero();
        assertThat(out())
                .isEqualTo(
                        """
                        SCHEDULE  SERVICE   WHEN        ZONE           NEXT                  FATE
                        nightly   checkout  30 2 * * *  Europe/Berlin  2027-01-10T01:30:00Z  runs
                        nightly waits since 2027-01-09T01:30:00Z: Run checkout-7 is active on this pool.
                        nightly: Too little traffic.
                        """);
        out.reset();
        assertThat(run("-o", "json", "schedule", "list")).isZero();
        assertThat(out()).contains("\"revision\" : 3");
    }

    @Test
    void the_list_has_the_schedules_of_all_pages() {
        String path = "/api/v1/schedules";
        server.on(
                        "GET " + path,
                        200,
                        JSON,
                        "[" + VIEW + "]",
                        link("</behind/a/proxy" + path + "?after=nightly>; rel=\"next\""))
                .on(
                        "GET " + path + "?after=nightly",
                        200,
                        JSON,
                        "[" + VIEW.replace("nightly", "weekly") + "]",
                        link("<" + path + "?after=weekly>; rel=\"next\""))
                .on("GET " + path + "?after=weekly", 200, JSON, "[]");
        assertThat(run("-o", "json", "schedule", "list")).isZero();
        assertThat(Documents.JSON.readTree(out()).valueStream().map(it -> it.path("name")
                        .asString()))
                .containsExactly("nightly", "weekly");
    }

    private static Map<String, String> link(String value) {
        return Map.of("Link", value);
    }

    @Test
    void all_schedules_are_paused_and_resumed_together() {
        String path = "/api/v1/schedule-pause";
        server.on(
                        "PUT " + path,
                        200,
                        JSON,
                        "{\"paused\": true, \"who\": \"ana\", \"why\": \"the sale\", \"since\": \"2027-01-09T12:00:00Z\"}")
                .on("DELETE " + path + "?why=over", 200, JSON, "{\"paused\": false}");
        assertThat(run("schedule", "pause", "--all", "--why", "the sale")).isZero();
        assertThat(server.asked()).last().asString().contains("\"the sale\"");
        assertThat(run("schedule", "resume", "--all", "--why", "over")).isZero();
        assertThat(out())
                .isEqualTo("all schedules are paused by ana since 2027-01-09T12:00:00Z: the sale\n"
                        + "the schedules are not paused together\n");
        assertThat(run("schedule", "pause")).isEqualTo(2);
        assertThat(run("schedule", "resume", "nightly", "--all")).isEqualTo(2);
        assertThat(err()).contains("Name one schedule, or all of them with --all.");
    }

    @Test
    void a_schedule_is_paused_and_resumed() {
        server.on("POST /api/v1/schedules/nightly/pause", 200, JSON, VIEW)
                .on("POST /api/v1/schedules/nightly/resume", 200, JSON, VIEW);
        assertThat(run("schedule", "pause", "nightly")).isZero();
        assertThat(out()).startsWith("schedule nightly paused\n");
        assertThat(run("schedule", "resume", "nightly")).isZero();
        assertThat(out()).contains("schedule nightly resumed\n");
    }

    @Test
    void the_history_has_the_runs_and_the_reasons() {
        server.on(
                "GET /api/v1/schedules/nightly/firings?next=0&limit=20",
                200,
                JSON,
                """
                {"next": [], "past": [
                  {"slot": "2027-01-09T02:30", "dueAt": "2027-01-09T01:30:00Z", "state": "STARTED", "reason": "",
                   "run": "checkout-7", "runState": "COMPLETED"},
                  {"slot": "2027-01-08T02:30", "dueAt": "2027-01-08T01:30:00Z", "state": "SKIPPED",
                   "reason": "The schedule is paused.", "run": null, "runState": null}]}
                """);
        assertThat(run("schedule", "history", "nightly")).isZero();
        assertThat(out())
                .isEqualTo(
                        """
                        SLOT              DUE                   STATE    RUN                   REASON
                        2027-01-09T02:30  2027-01-09T01:30:00Z  STARTED  checkout-7 COMPLETED
                        2027-01-08T02:30  2027-01-08T01:30:00Z  SKIPPED                        The schedule is paused.
                        """);
    }

    @Test
    void the_next_firings_are_listed() {
        server.on("GET /api/v1/schedules/nightly/firings?limit=1&next=2", 200, JSON, VIEW);
        assertThat(run("schedule", "next", "nightly", "--count", "2")).isZero();
        assertThat(out()).contains("2027-01-11T02:30");
    }

    @Test
    void a_schedule_is_deleted() {
        server.on("DELETE /api/v1/schedules/nightly", 204, JSON, "");
        assertThat(run("schedule", "delete", "nightly")).isZero();
        assertThat(out()).isEqualTo("schedule nightly deleted\n");
    }

    @Test
    void a_schedule_that_follows_deploys_is_listed_and_checked_without_a_time() throws Exception {
        server.on(
                "GET /api/v1/schedules",
                200,
                "application/json",
                """
                [{"name": "after", "service": "checkout", "definition": {"on": "deploy", "settle": "15m"}, "next": [],
                  "waiting": {"dueAt": "2027-01-09T12:10:00Z", "reason": "Version 7 was deployed at 2027-01-09T11:55:00Z."}}]
                """);
        assertThat(run("schedule", "list")).isZero();
        assertThat(out())
                .contains("on deploy")
                .contains("after waits until 2027-01-09T12:10:00Z: Version 7 was deployed at 2027-01-09T11:55:00Z.");
        Path file = Files.writeString(
                Files.createTempFile("after", ".yaml"), "schedule: after\nservice: checkout\non: deploy\n");
        assertThat(run("schedule", "check", "-f", file.toString())).isZero();
        assertThat(out()).contains("it is due after each deploy of the service");
    }
}
