package dev.redliner.controller.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redliner.controller.audit.AuditFilter;
import dev.redliner.controller.audit.AuditTrail;
import dev.redliner.controller.service.ServiceDocuments;
import java.net.http.HttpResponse;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

class SchedulesApiTest {
    private static final String[] YAML = {"Content-Type", "application/yaml"};
    private static final String PATH = "/api/v1/schedules";

    private static ApiServer server;
    private static Http http;

    @BeforeAll
    static void start() throws Exception {
        server = new ApiServer("--redliner.controller.schedules.poll-every=100ms");
        http = new Http(server.url());
        http.send("PUT", "/api/v1/services/checkout", ServiceDocuments.CHECKOUT, YAML);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String nightly(String name, String... more) {
        return "schedule: " + name + "\nservice: checkout\ncron: \"30 2 * * *\"\nzone: Europe/Berlin\n"
                + String.join("\n", more);
    }

    private static JsonNode get(String path) throws Exception {
        return Http.json(http.send("GET", path, "", "Accept", "application/json"));
    }

    private static void assertProblem(HttpResponse<String> response, int status, String type) {
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(Http.json(response).path("type").asString()).isEqualTo("urn:redliner:problem:" + type);
    }

    @Test
    void a_schedule_is_created_read_changed_and_deleted() throws Exception {
        var created = http.send("PUT", PATH + "/a", nightly("a"), YAML);
        assertThat(created.statusCode()).isEqualTo(201);
        assertThat(created.headers().firstValue("ETag")).contains("\"1\"");
        assertThat(created.headers().firstValue("Location")).contains(PATH + "/a");
        assertThat(Http.json(created).path("next")).hasSize(5);
        assertThat(http.send("PUT", PATH + "/a", nightly("a", "priority: 3"), YAML)
                        .statusCode())
                .isEqualTo(200);
        assertProblem(
                http.send("PUT", PATH + "/a", nightly("a"), "Content-Type", "text/yaml", "If-Match", "\"1\""),
                412,
                "stale-revision");

        var yaml = http.send("GET", PATH + "/a", "", "Accept", "application/yaml");
        assertThat(yaml.body()).isEqualTo(nightly("a", "priority: 3"));
        assertThat(yaml.headers().firstValue("ETag")).contains("\"2\"");
        JsonNode json = get(PATH + "/a");
        assertThat(json.path("service").asString()).isEqualTo("checkout");
        assertThat(json.at("/definition/priority").asInt()).isEqualTo(3);
        assertThat(json.at("/next/0/slot").asString()).endsWith("T02:30");
        assertThat(json.at("/next/0/fate").asString()).isEqualTo("RUNS");
        assertThat(json.path("problem").isNull()).isTrue();
        assertThat(get(PATH)).anyMatch(it -> it.path("name").asString().equals("a"));

        assertThat(http.send("DELETE", PATH + "/a", "").statusCode()).isEqualTo(204);
        assertProblem(http.send("DELETE", PATH + "/a", ""), 404, "unknown-schedule");
        assertProblem(http.send("GET", PATH + "/a", ""), 404, "unknown-schedule");
        assertProblem(http.send("GET", PATH + "/a/firings", ""), 404, "unknown-schedule");
        // entries reach the database a moment after the answer
        await().untilAsserted(() -> assertThat(
                        server.part(AuditTrail.class).list(OptionalLong.empty(), AuditFilter.of("a"), 10))
                .extracting(it -> it.action())
                .contains("schedule.applied", "schedule.removed"));
    }

    @Test
    void the_harm_budget_of_a_schedule_is_foreseen_for_the_others_of_its_service() throws Exception {
        JdbcClient jdbc = server.part(JdbcClient.class);
        http.send("PUT", PATH + "/free", nightly("free"), YAML);
        jdbc.sql("insert into run (id, service, token, state, started_at, started_by, ended_at, definition, report)"
                        + " values ('checkout-9', 'checkout', 9, 'COMPLETED', ?, 'test', ?, '{}', 'not readable')")
                .params(Timestamp.from(Instant.now()), Timestamp.from(Instant.now()))
                .update();
        try {
            assertThat(get(PATH + "/free").at("/next/0/fate").asString()).isEqualTo("RUNS");
            http.send("PUT", PATH + "/limited", nightly("limited", "weeklyHarm: 1000", "priority: 1"), YAML);
            String reason = "The harm of run checkout-9 cannot be read";
            assertThat(get(PATH + "/free").at("/next/0/reason").asString()).startsWith(reason);
            assertThat(get(PATH))
                    .allMatch(it -> it.at("/next/0/reason").asString().startsWith(reason));
            assertThat(http.send("GET", "/parts/next", "").body()).contains(reason);
        } finally {
            jdbc.sql("delete from run where id = 'checkout-9'").update();
            http.send("DELETE", PATH + "/free", "");
            http.send("DELETE", PATH + "/limited", "");
        }
    }

    @Test
    void mistakes_are_reported_at_their_place() throws Exception {
        var wrong = http.send("PUT", PATH + "/b", nightly("b").replace("30 2", "*/5 2"), YAML);
        assertProblem(wrong, 422, "invalid-schedule");
        assertThat(Http.json(wrong).at("/errors/0/line").asInt()).isEqualTo(3);
        assertThat(Http.json(wrong).at("/errors/0/message").asString())
                .isEqualTo("'*/5' is due 12 times an hour; once an hour is the most");
        assertProblem(http.send("PUT", PATH + "/b", nightly("other"), YAML), 422, "invalid-schedule");
    }

    @Test
    void a_check_names_the_next_firings_and_stores_nothing() throws Exception {
        JsonNode checked = Http.json(http.send("POST", PATH + "/check", nightly("checked"), YAML));
        assertThat(checked.path("schedule").asString()).isEqualTo("checked");
        assertThat(checked.path("next")).hasSize(5);
        assertProblem(http.send("POST", PATH + "/check", "schedule: x", YAML), 422, "invalid-schedule");
        assertProblem(http.send("GET", PATH + "/checked", ""), 404, "unknown-schedule");
    }

    @Test
    void the_pages_show_what_comes_and_what_was_skipped() throws Exception {
        http.send("PUT", PATH + "/p", nightly("p"), YAML);
        http.send("POST", PATH + "/p/pause", "");
        assertThat(http.send("GET", "/schedules", "").body())
                .contains("/schedules/p", "30 2 * * * Europe/Berlin", "Will not run", "The schedule is paused.");
        assertThat(http.send("GET", "/schedules?service=other", "").body()).contains("No schedule yet");
        assertThat(http.send("GET", "/schedules/p", "").body())
                .contains("The next five", "data-do=\"resume\"", "Past firings");
        assertThat(http.send("GET", "/schedules/p/edit", "").body()).contains("Edit p", "data-path=\"schedules\"");
        assertThat(http.send("GET", "/schedules/nosuch", "").statusCode()).isEqualTo(404);
        assertThat(http.send("GET", "/schedules/new?service=till", "").body()).contains("service: till");
        assertThat(http.send("GET", "/parts/next", "").body())
                .contains("Will not run: The schedule is paused.")
                .doesNotContain("<html");
    }

    @Test
    void a_paused_schedule_shows_that_its_next_firings_are_skipped() throws Exception {
        http.send("PUT", PATH + "/c", nightly("c"), YAML);
        JsonNode paused = Http.json(http.send("POST", PATH + "/c/pause", ""));
        assertThat(paused.path("paused").asBoolean()).isTrue();
        assertThat(paused.at("/next/0/fate").asString()).isEqualTo("SKIPPED");
        assertThat(paused.at("/next/0/reason").asString()).isEqualTo("The schedule is paused.");
        assertThat(Http.json(http.send("POST", PATH + "/c/pause", ""))
                        .path("revision")
                        .asInt())
                .isEqualTo(2);

        JsonNode resumed = Http.json(http.send("POST", PATH + "/c/resume", ""));
        assertThat(resumed.path("revision").asInt()).isEqualTo(3);
        assertThat(resumed.at("/next/0/fate").asString()).isEqualTo("RUNS");
        assertProblem(http.send("POST", PATH + "/none/pause", ""), 404, "unknown-schedule");
        assertProblem(http.send("POST", PATH + "/none/resume", ""), 404, "unknown-schedule");
    }

    @Test
    void a_service_that_does_not_exist_is_foreseen() throws Exception {
        http.send("PUT", PATH + "/d", nightly("d").replace("service: checkout", "service: nowhere"), YAML);
        assertThat(get(PATH + "/d").at("/next/0/reason").asString())
                .isEqualTo("No service that can be measured is called 'nowhere'.");
    }

    @Test
    void a_firing_that_is_due_begins_a_run_and_is_listed() throws Exception {
        String hourly = nightly("e", "window: 24h", "cooldown: 0s").replace("30 2 * * *", "0 * * * *");
        http.send("PUT", PATH + "/e", hourly, YAML);
        // as if the controller had not looked since yesterday
        server.part(JdbcClient.class)
                .sql("update schedule set considered_until = dateadd(hour, -3, considered_until) where name = 'e'")
                .update();
        http.send("PUT", PATH + "/wakes", nightly("wakes"), YAML);

        await().until(() ->
                get(PATH + "/e/firings").at("/past/0/state").asString("").equals("STARTED"));
        JsonNode firings = get(PATH + "/e/firings?next=2&limit=2");
        assertThat(firings.path("next")).hasSize(2);
        assertThat(firings.path("past")).hasSize(2);
        assertThat(firings.at("/past/0/run").asString()).isNotEmpty();
        assertThat(firings.at("/past/1/state").asString()).isEqualTo("SKIPPED");
        assertThat(firings.at("/past/1/reason").asString()).isEqualTo("The next firing of the schedule is due.");
        String before = firings.at("/past/0/dueAt").asString();
        assertThat(get(PATH + "/e/firings?limit=1&before=" + before).at("/past/0/dueAt"))
                .isEqualTo(firings.at("/past/1/dueAt"));
    }

    @Test
    void parameters_out_of_range_are_refused() throws Exception {
        http.send("PUT", PATH + "/f", nightly("f"), YAML);
        for (String query : List.of("next=-1", "next=101", "limit=0", "limit=501", "before=yesterday")) {
            assertProblem(http.send("GET", PATH + "/f/firings?" + query, ""), 400, "bad-request");
        }
        assertThat(get(PATH + "/f/firings?next=0").path("next")).isEmpty();
    }
}
