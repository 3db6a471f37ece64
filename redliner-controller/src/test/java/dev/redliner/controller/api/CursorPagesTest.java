package dev.redliner.controller.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redliner.controller.service.ServiceDocuments;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** Lists in pages, and the pause of all schedules whose changes fill one. */
class CursorPagesTest {
    private static final Pattern NEXT = Pattern.compile("<(/[^>]+)>; rel=\"next\"");
    private static final Instant OLD = Instant.parse("2026-01-01T00:00:00Z");
    private static final String PAUSE = "/api/v1/schedule-pause";

    private static ApiServer server;
    private static Http http;

    @BeforeAll
    static void start() {
        server = new ApiServer();
        http = new Http(server.url());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Optional<String> next(HttpResponse<String> page) {
        return page.headers().firstValue("Link").map(link -> {
            Matcher matcher = NEXT.matcher(link);
            assertThat(matcher.matches()).as(link).isTrue();
            return matcher.group(1);
        });
    }

    /** The elements of all pages, as they come. */
    private static List<JsonNode> walk(String first, String list) throws Exception {
        var found = new ArrayList<JsonNode>();
        Optional<String> address = Optional.of(first);
        for (int pages = 0; address.isPresent(); pages++) {
            assertThat(pages).isLessThan(50);
            HttpResponse<String> page = http.send("GET", address.get(), "");
            assertThat(page.statusCode()).as(page.body()).isEqualTo(200);
            JsonNode body = Http.json(page);
            (list.isEmpty() ? body : body.path(list)).forEach(found::add);
            address = next(page);
        }
        return found;
    }

    @Test
    void runs_are_read_page_by_page_also_those_that_began_together() throws Exception {
        JdbcClient jdbc = server.part(JdbcClient.class);
        for (int i = 1; i <= 7; i++) {
            // two of them began at the same instant each
            Instant at = OLD.plusSeconds(i / 2);
            String summary = "{\"id\": \"old-" + i
                    + "\", \"service\": \"old\", \"state\": \"REFUSED\", \"startedAt\": \"" + at + "\"}";
            jdbc.sql("insert into run (id, service, token, state, started_at, started_by, definition, summary)"
                            + " values (?, 'old', ?, 'REFUSED', ?, 'ana', '', ?)")
                    .params("old-" + i, i, at.atOffset(ZoneOffset.UTC), summary)
                    .update();
        }
        // the first page has the run that the controller has in memory
        server.runs().put(ScriptedRun.accepted("now-1", "basket"));
        List<String> ids = walk("/api/v1/runs?limit=1", "").stream()
                .map(run -> run.path("id").asString())
                .toList();
        assertThat(ids).containsExactly("now-1", "old-7", "old-6", "old-5", "old-4", "old-3", "old-2", "old-1");
        assertThat(next(http.send("GET", "/api/v1/runs?limit=20", ""))).isEmpty();
    }

    @Test
    void all_schedules_are_paused_and_resumed_and_the_entries_are_read_in_pages() throws Exception {
        String json = "application/json";
        assertThat(http.send("GET", PAUSE, "").body()).contains("\"paused\":false");
        assertThat(http.send("DELETE", PAUSE, "").body()).contains("\"paused\":false");
        for (int i = 0; i < 3; i++) {
            String body = "{\"why\": \"sale " + i + "\"}";
            assertThat(http.send("PUT", PAUSE, body, "Content-Type", json).body())
                    .contains("\"paused\":true", "sale " + i);
            // the first reason is kept
            assertThat(http.send("PUT", PAUSE, "{\"why\": \"again\"}", "Content-Type", json)
                            .body())
                    .contains("sale " + i);
            assertThat(http.send("GET", "/", "").body()).contains("All schedules are paused by 127.0.0.1");
            assertThat(http.send("GET", "/schedules", "").body()).contains("Resume all");
            assertThat(http.send("DELETE", PAUSE, "").body()).contains("\"paused\":false");
        }
        await("six entries")
                .until(() -> seqs(walk("/api/v1/audit?limit=200", "")).size() >= 6);
        List<Integer> all = seqs(walk("/api/v1/audit?limit=200", ""));
        assertThat(all).isEqualTo(IntStream.rangeClosed(1, all.size()).boxed().toList());
        // the newest first, each page in order
        List<Integer> backwards = seqs(walk("/api/v1/audit?limit=2", ""));
        assertThat(backwards).containsExactlyInAnyOrderElementsOf(all);
        assertThat(backwards).startsWith(all.size() - 1, all.size());
        assertThat(seqs(walk("/api/v1/audit?limit=2&after=0", ""))).isEqualTo(all);
        assertThat(seqs(walk("/api/v1/audit?limit=2&after=3", ""))).isEqualTo(all.subList(3, all.size()));
    }

    private static List<Integer> seqs(List<JsonNode> entries) {
        return entries.stream().map(entry -> entry.path("seq").asInt()).toList();
    }

    @Test
    void firings_are_read_page_by_page_also_those_that_are_due_together() throws Exception {
        JdbcClient jdbc = server.part(JdbcClient.class);
        for (int i = 1; i <= 5; i++) {
            Instant due = OLD.plusSeconds(60L * (i / 2));
            jdbc.sql("insert into firing (schedule, slot, service, due_at, begin_by, state, reason, decided_at, cause)"
                            + " values ('old', ?, 'old', ?, ?, 'SKIPPED', 'a test', ?, '')")
                    .params(
                            "2026-01-01T00:0" + i,
                            due.atOffset(ZoneOffset.UTC),
                            due.atOffset(ZoneOffset.UTC),
                            due.atOffset(ZoneOffset.UTC))
                    .update();
        }
        List<String> slots = walk("/api/v1/schedules/old/firings?limit=1", "past").stream()
                .map(firing -> firing.path("slot").asString())
                .toList();
        assertThat(slots)
                .containsExactly(
                        "2026-01-01T00:05",
                        "2026-01-01T00:04",
                        "2026-01-01T00:03",
                        "2026-01-01T00:02",
                        "2026-01-01T00:01");
        // the parameter of before still works
        assertThat(walk("/api/v1/schedules/old/firings?limit=20&before=" + OLD.plusSeconds(60), "past"))
                .hasSize(1);
    }

    @Test
    void deploys_are_read_page_by_page_also_those_of_one_instant() throws Exception {
        assertThat(http.send(
                                "PUT",
                                "/api/v1/services/checkout",
                                ServiceDocuments.CHECKOUT,
                                "Content-Type",
                                "application/yaml")
                        .statusCode())
                .isEqualTo(201);
        JdbcClient jdbc = server.part(JdbcClient.class);
        for (int i = 0; i < 120; i++) {
            jdbc.sql("insert into deploy (source, id, service, version, deployed_at, received_at, announced_by)"
                            + " values (?, ?, 'checkout', '7', ?, ?, 'ci')")
                    .params(
                            "/build/" + i % 3,
                            "e" + i,
                            OLD.plusSeconds(i / 40).atOffset(ZoneOffset.UTC),
                            OLD.atOffset(ZoneOffset.UTC))
                    .update();
        }
        List<JsonNode> found = walk("/api/v1/services/checkout/deploys", "");
        assertThat(found)
                .extracting(it -> it.path("id").asString())
                .doesNotHaveDuplicates()
                .hasSize(120);
        assertThat(found)
                .extracting(it -> Instant.parse(it.path("at").asString()))
                .isSortedAccordingTo(Comparator.reverseOrder());
    }

    @Test
    void failures_are_read_page_by_page_also_those_of_one_instant() throws Exception {
        JdbcClient jdbc = server.part(JdbcClient.class);
        for (int i = 0; i < 7; i++) {
            for (String destination : List.of("ops", "web")) {
                jdbc.sql(
                                "insert into notification_failure (destination, seq, failed_at, reason) values (?, ?, ?, 'gone')")
                        .params(destination, 1_000 + i, OLD.plusSeconds(i / 3).atOffset(ZoneOffset.UTC))
                        .update();
            }
        }
        List<String> found = walk("/api/v1/notifications/failures?limit=3", "").stream()
                .map(it ->
                        it.path("seq").asLong() + " " + it.path("destination").asString())
                .toList();
        assertThat(found).doesNotHaveDuplicates().hasSize(14).startsWith("1006 ops", "1006 web", "1005 ops");
        jdbc.sql("delete from notification_failure").update();
    }

    @Test
    void services_and_schedules_are_read_page_by_page_without_those_that_were_deleted() throws Exception {
        String yaml = "application/yaml";
        for (String name : List.of("page-b", "page-A", "page-1", "page-c", "page-gone")) {
            String service = ServiceDocuments.CHECKOUT.replaceAll("checkout", name);
            assertThat(http.send("PUT", "/api/v1/services/" + name, service, "Content-Type", yaml)
                            .body())
                    .contains("\"revision\":1");
            String schedule = "schedule: " + name + "\nservice: " + name + "\ncron: \"30 2 * * *\"\nzone: UTC\n";
            assertThat(http.send("PUT", "/api/v1/schedules/" + name, schedule, "Content-Type", yaml)
                            .body())
                    .contains("\"revision\":1");
        }
        for (String list : List.of("/api/v1/services", "/api/v1/schedules")) {
            assertThat(http.send("DELETE", list + "/page-gone", "").statusCode())
                    .isEqualTo(204);
            List<JsonNode> whole =
                    Http.json(http.send("GET", list, "")).valueStream().toList();
            assertThat(whole)
                    .extracting(it -> it.path("name").asString())
                    .contains("page-b", "page-A", "page-1", "page-c")
                    .doesNotContain("page-gone");
            assertThat(walk(list + "?limit=1", "")).isEqualTo(whole);
            assertThat(walk(list + "?limit=2&after=page-b", ""))
                    .isEqualTo(whole.subList(names(whole).indexOf("page-b") + 1, whole.size()));
            assertThat(next(http.send("GET", list, ""))).isEmpty();
            assertThat(http.send("GET", list + "?after=no.name", "").body())
                    .contains("The parameter 'after' (no.name) is not a name.");
            assertThat(http.send("GET", list + "?limit=501", "").body()).contains("is not a number from 1 to 500.");
        }
    }

    private static List<String> names(List<JsonNode> elements) {
        return elements.stream().map(it -> it.path("name").asString()).toList();
    }

    @Test
    void a_cursor_that_this_server_did_not_give_is_refused() throws Exception {
        for (String wrong : List.of("x", "!", "MQ", "MQoyMDI2LTAxLTAxVDAwOjAwOjAwWgo".repeat(40), "MQp4Cnk")) {
            for (String list : List.of(
                    "/api/v1/runs",
                    "/api/v1/audit",
                    "/api/v1/schedules/old/firings",
                    "/api/v1/notifications/failures")) {
                HttpResponse<String> answer = http.send("GET", list + "?cursor=" + wrong, "");
                assertThat(answer.statusCode()).as(list + " " + wrong).isEqualTo(400);
                assertThat(answer.body()).contains("The parameter 'cursor' is");
            }
        }
    }
}
