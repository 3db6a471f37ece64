package dev.redliner.controller.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.controller.api.ApiServer;
import dev.redliner.controller.api.ScriptedRun;
import dev.redliner.controller.engine.AbortAnswer;
import dev.redliner.controller.engine.RunOptions;
import dev.redliner.controller.engine.RunRefused;
import dev.redliner.controller.lever.SafetyLever;
import dev.redliner.controller.schedule.ScheduleCatalog;
import dev.redliner.controller.schedule.SchedulePauses;
import dev.redliner.controller.service.ServiceCatalog;
import dev.redliner.rules.LatencyStatistic;
import dev.redliner.service.Expectation;
import dev.redliner.service.LatencyExpectation;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The forms of the pages, as a browser without a script sends them. */
class FormPagesTest {
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static ApiServer server;

    @BeforeAll
    static void start() {
        server = new ApiServer();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void put() {
        server.runs().put(ScriptedRun.accepted("shop-1", "shop"));
        server.runs().onStart(service -> ScriptedRun.accepted(service + "-2", service));
    }

    @AfterEach
    void reset() {
        server.runs().onAbort(AbortAnswer.TAKEN);
        server.runs().refuse(null);
    }

    private static HttpResponse<String> post(String path, String body, String... headers) throws Exception {
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create(server.url() + path))
                        .headers(headers)
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private static HttpResponse<String> form(String path, String body) throws Exception {
        return post(path, body, "Content-Type", FORM, "Origin", server.url());
    }

    private static void assertLeadsTo(String path, HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(303);
        assertThat(answer.headers().firstValue("Location")).contains(path);
    }

    @Test
    void an_abort_is_answered() throws Exception {
        int before = server.runs().aborts().size();
        HttpResponse<String> taken = form("/runs/shop-1/abort", "");
        assertThat(taken.statusCode()).isEqualTo(200);
        assertThat(taken.body()).contains("The abort was taken", "href=\"/runs/shop-1\"");
        assertThat(server.runs().aborts()).hasSize(before + 1).last().satisfies(abort -> {
            assertThat(abort.run()).isEqualTo("shop-1");
            assertThat(abort.why()).isEqualTo("aborted on the page");
        });
        form("/runs/shop-1/abort", "why=incident+4711");
        assertThat(server.runs().aborts()).last().extracting(it -> it.why()).isEqualTo("incident 4711");
        assertThat(form("/runs/none-1/abort", "").statusCode()).isEqualTo(404);
        server.runs().onAbort(AbortAnswer.OVER);
        assertThat(form("/runs/shop-1/abort", "").body())
                .contains("The run is over already; there was nothing to abort.");
        server.runs().onAbort(AbortAnswer.UNDELIVERED);
        HttpResponse<String> undelivered = form("/runs/shop-1/abort", "");
        assertThat(undelivered.statusCode()).isEqualTo(503);
        assertThat(undelivered.body()).contains("Kafka did not take the order", "redliner restore --all");
    }

    @Test
    void a_start_leads_to_the_new_run() throws Exception {
        assertLeadsTo(
                "/runs/shop-2", form("/services/shop/runs", "profile=gentle&cold=on&redline=%3E%3D+700&target=5000"));
        assertThat(server.runs().asked())
                .isEqualTo(new RunOptions("gentle", true, new Expectation(700.0, null), 5_000.0));
        assertLeadsTo(
                "/runs/shop-2",
                form(
                        "/services/shop/runs",
                        "latency=p99+at+600+%3C%3D+150ms%2C+p50+at+300+%3C%3D+20ms&recovered=%3C%3D+10s"));
        assertThat(server.runs().asked().expect())
                .isEqualTo(new Expectation(
                        null,
                        Duration.ofSeconds(10),
                        List.of(
                                new LatencyExpectation(LatencyStatistic.P99, 600, Duration.ofMillis(150)),
                                new LatencyExpectation(LatencyStatistic.P50, 300, Duration.ofMillis(20)))));
        assertThat(form("/services/shop/runs", "latency=p99+%3C%3D+150ms").body())
                .contains("The expected latency &#39;p99 &lt;= 150ms&#39; cannot be read.", "p99 at 600");
        assertThat(form("/services/shop/runs", "recovered=1h").body())
                .contains("The expected recovery &#39;1h&#39; cannot be read.", "from 3s to 60s");
        assertLeadsTo("/runs/shop-2", form("/services/shop/runs", "profile=&redline="));
        assertThat(server.runs().asked()).isEqualTo(RunOptions.USUAL);
        assertLeadsTo("/runs/shop-2", form("/services/shop/dry-runs", ""));
        assertThat(server.runs().asked()).isEqualTo(RunOptions.DRY);
        HttpResponse<String> wrong = form("/services/shop/runs", "redline=many");
        assertThat(wrong.statusCode()).isEqualTo(400);
        assertThat(wrong.body()).contains("The expected redline &#39;many&#39; cannot be read.");
        assertThat(form("/services/shop/runs", "target=many").body())
                .contains("The target &#39;many&#39; is no number.");
        for (String target : List.of("0", "-1", "NaN")) {
            HttpResponse<String> none = form("/services/shop/runs", "target=" + target);
            assertThat(none.statusCode()).isEqualTo(400);
            assertThat(none.body()).contains("Hosts cannot be planned for");
        }
        assertThat(form("/services/shop/runs", "profile=fast").body()).contains("No profile is called &#39;fast&#39;.");
        server.runs().refuse(new RunRefused(RunRefused.Cause.POOL_BUSY, "Run shop-1 is active.", "shop-1"));
        HttpResponse<String> refused = form("/services/shop/runs", "");
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body())
                .contains("Another run measures the pool", "Run shop-1 is active.", "href=\"/runs/shop-1\"");
    }

    @Test
    void the_lever_is_engaged_and_released_with_a_reason() throws Exception {
        SafetyLever lever = server.part(SafetyLever.class);
        assertThat(page("/lever")).contains("Stop every run?", "name=\"action\" value=\"engage\"");
        assertLeadsTo("/", form("/lever", "action=engage&why=caf%C3%A9"));
        assertThat(lever.engaged())
                .hasValueSatisfying(it -> assertThat(it.why()).isEqualTo("caf\u00e9"));
        assertThat(page("/lever")).contains("Release the safety lever?", "name=\"action\" value=\"release\"");
        // a form of before the lever was engaged does not release it
        assertLeadsTo("/", form("/lever", "action=engage&why=again"));
        assertThat(lever.engaged()).isPresent();
        assertThat(form("/lever", "why=x").statusCode()).isEqualTo(400);
        assertLeadsTo("/", form("/lever", "action=release&why=over"));
        assertThat(lever.engaged()).isEmpty();
    }

    @Test
    void a_run_whose_restore_cannot_be_seen_is_dismissed_with_a_reason() throws Exception {
        server.overdue("shop-1", "edge-1 holds 40%");
        try {
            assertThat(page("/runs/shop-1")).contains("Dismiss the run", "action=\"/restore\"");
            assertLeadsTo("/runs/shop-1", form("/runs/shop-1/dismissal", "why=scaled+to+zero"));
            assertThat(form("/runs/shop-1/dismissal", "why=+").statusCode()).isEqualTo(400);
            assertThat(form("/runs/none-1/dismissal", "why=x").statusCode()).isEqualTo(404);
            server.runs().refuse(new RunRefused(RunRefused.Cause.NOT_RESTORING, "It ramps.", null));
            HttpResponse<String> refused = form("/runs/shop-1/dismissal", "why=x");
            assertThat(refused.statusCode()).isEqualTo(409);
            assertThat(refused.body()).contains("The run cannot be dismissed", "It ramps.");
        } finally {
            server.allRestored();
        }
        assertThat(page("/runs/shop-1")).doesNotContain("Dismiss the run");
    }

    @Test
    void everything_is_restored_with_an_answer_for_each_pool() throws Exception {
        HttpResponse<String> answer = form("/restore", "");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("on its baseline", "Each pool below was ordered back", "Restore again");
        assertThat(post("/restore", "", "Content-Type", FORM).statusCode()).isEqualTo(403);
    }

    @Test
    void a_service_is_declared_and_changed_without_a_script() throws Exception {
        String text = OverviewPages.EXAMPLE.replace("checkout", "forms");
        assertThat(page("/services/new")).contains("action=\"/services/new\"", "Check the text");
        HttpResponse<String> checked = form("/services/new", editor(text, 0) + "&action=check");
        assertThat(checked.statusCode()).isEqualTo(200);
        assertThat(checked.body()).contains("Service forms is valid.");
        assertThat(server.part(ServiceCatalog.class).stored("forms")).isEmpty();
        assertLeadsTo("/services/forms", form("/services/new", editor(text, 0)));
        assertThat(server.part(ServiceCatalog.class).stored("forms"))
                .hasValueSatisfying(it -> assertThat(it.text()).isEqualTo(text));
        HttpResponse<String> taken = form("/services/new", editor(text, 0));
        assertThat(taken.statusCode()).isEqualTo(412);
        assertThat(taken.body()).contains("there is a service forms already, at revision 1");

        String page = page("/services/forms/edit");
        assertThat(page).contains("action=\"/services/forms/edit\"", "name=\"revision\" value=\"1\"");
        HttpResponse<String> wrong = form("/services/forms/edit", editor(text + "unknown: 1\n", 1));
        assertThat(wrong.statusCode()).isEqualTo(422);
        assertThat(wrong.body())
                .contains("1 mistake:", "Line " + (text.lines().count() + 1), "unknown: 1")
                .contains("id=\"problems\"><li>");
        HttpResponse<String> renamed = form("/services/forms/edit", editor(OverviewPages.EXAMPLE, 1));
        assertThat(renamed.statusCode()).isEqualTo(422);
        assertThat(renamed.body()).contains("was sent to &#39;forms&#39;");
        assertLeadsTo("/services/forms", form("/services/forms/edit", editor("# changed\n" + text, 1)));
        HttpResponse<String> stale = form("/services/forms/edit", editor("# too late\n" + text, 1));
        assertThat(stale.statusCode()).isEqualTo(412);
        assertThat(stale.body()).contains("service forms is at revision 2, not at 1", "# too late");
        assertThat(server.part(ServiceCatalog.class).stored("forms"))
                .hasValueSatisfying(it -> assertThat(it.text()).startsWith("# changed"));
        assertThat(form("/services/forms/edit", "").statusCode()).isEqualTo(422);
        for (String revision : List.of("", "0", "x", "-1", "99999999999999999999")) {
            assertThat(form("/services/forms/edit", editor(text, 1).replaceFirst("revision=1", "revision=" + revision))
                            .statusCode())
                    .as(revision)
                    .isEqualTo(412);
        }
    }

    @Test
    void a_service_that_is_measured_is_not_changed() throws Exception {
        String text = OverviewPages.EXAMPLE.replace("checkout", "shop");
        HttpResponse<String> refused = form("/services/new", editor(text, 0));
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("Run shop-1 measures service &#39;shop&#39;");
        assertThat(server.part(ServiceCatalog.class).stored("shop")).isEmpty();
    }

    @Test
    void a_schedule_is_declared_and_changed_without_a_script() throws Exception {
        String text = EditorPages.SCHEDULE.replace("checkout-nightly", "forms-nightly");
        assertThat(form("/schedules/new", editor(text, 0) + "&action=check").body())
                .contains("Schedule forms-nightly is valid. It measures checkout.");
        assertLeadsTo("/schedules/forms-nightly", form("/schedules/new", editor(text, 0)));
        assertThat(form("/schedules/new", editor(text, 0)).body())
                .contains("there is a schedule forms-nightly already, at revision 1");
        assertThat(form("/schedules/forms-nightly/edit", editor(text.replace("30 2", "99 2"), 1))
                        .body())
                .contains("1 mistake:", "Line 3");
        assertLeadsTo(
                "/schedules/forms-nightly",
                form("/schedules/forms-nightly/edit", editor(text.replace("30 2", "45 2"), 1)));
        ScheduleCatalog schedules = server.part(ScheduleCatalog.class);
        assertThat(schedules.stored("forms-nightly"))
                .hasValueSatisfying(it -> assertThat(it.text()).contains("45 2"));

        assertThat(page("/schedules/forms-nightly")).contains("action=\"/schedules/forms-nightly/pause\"");
        assertLeadsTo("/schedules/forms-nightly", form("/schedules/forms-nightly/pause", ""));
        assertThat(schedules.stored("forms-nightly"))
                .hasValueSatisfying(it -> assertThat(it.paused()).isTrue());
        assertThat(page("/schedules")).contains("action=\"/schedules/forms-nightly/resume\"");
        assertLeadsTo("/schedules/forms-nightly", form("/schedules/forms-nightly/resume", ""));
        assertThat(schedules.stored("forms-nightly"))
                .hasValueSatisfying(it -> assertThat(it.paused()).isFalse());
        assertThat(form("/schedules/none/pause", "").statusCode()).isEqualTo(404);
    }

    @Test
    void all_schedules_are_paused_and_resumed_without_a_script() throws Exception {
        SchedulePauses pauses = server.part(SchedulePauses.class);
        assertLeadsTo("/schedules", form("/schedules/pause", ""));
        assertThat(pauses.current())
                .hasValueSatisfying(it -> assertThat(it.why()).isEqualTo("paused on the page of the schedules"));
        assertThat(page("/schedules")).contains("action=\"/schedules/resume\"");
        assertLeadsTo("/schedules", form("/schedules/resume", ""));
        assertThat(pauses.current()).isEmpty();
    }

    @Test
    void a_test_of_an_unknown_destination_is_answered_with_a_page() throws Exception {
        HttpResponse<String> answer = form("/notifications/none/test", "");
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).contains("Nothing was sent", "No destination is called &#39;none&#39;.");
        assertThat(form("/notifications/none/failures/1/retry", "").statusCode())
                .isEqualTo(404);
        assertThat(form("/notifications/none/failures/x/retry", "").statusCode())
                .isEqualTo(400);
    }

    /** As a browser sends it: lines end with CR LF. */
    private static String editor(String text, long revision) {
        return "revision=" + revision + "&text="
                + URLEncoder.encode(text.replace("\n", "\r\n"), StandardCharsets.UTF_8);
    }

    private static String page(String path) throws Exception {
        return CLIENT.send(
                        HttpRequest.newBuilder(URI.create(server.url() + path)).build(), BodyHandlers.ofString())
                .body();
    }

    @ParameterizedTest
    @CsvSource({
        "/runs/shop-1/abort," + FORM + ",,403",
        "/runs/shop-1/abort," + FORM + ",null,403",
        "/runs/shop-1/abort," + FORM + ",https://evil.example,403",
        "/runs/shop-1/abort,multipart/form-data;boundary=x,own,415",
        "/runs/shop-1/abort,text/plain,own,415",
        "/runs/shop-1/abort,application/json,own,415",
        "/services/shop/runs,text/plain,,415",
        "/lever,text/plain,,415",
        "/api/v1/safety-lever," + FORM + ",own,415"
    })
    void only_forms_of_these_pages_are_read(String path, String type, String origin, int status) throws Exception {
        int aborts = server.runs().aborts().size();
        int started = server.runs().started();
        String body = "action=engage&why=x";
        HttpResponse<String> answer = origin == null
                ? post(path, body, "Content-Type", type)
                : post(path, body, "Content-Type", type, "Origin", origin.equals("own") ? server.url() : origin);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(server.runs().aborts()).hasSize(aborts);
        assertThat(server.runs().started()).isEqualTo(started);
        assertThat(server.part(SafetyLever.class).engaged()).isEmpty();
    }

    @Test
    void a_form_that_cannot_be_read_is_refused() throws Exception {
        assertThat(form("/lever", "action=%zz").statusCode()).isEqualTo(400);
        assertThat(form("/lever", "action=%ff").statusCode()).isEqualTo(400);
        assertThat(form("/lever?%ff=1", "action=release").statusCode()).isEqualTo(400);
        assertThat(form("/lever", "why=" + "x".repeat(2_000_000)).statusCode()).isEqualTo(413);
        assertThat(server.part(SafetyLever.class).engaged()).isEmpty();
    }
}
