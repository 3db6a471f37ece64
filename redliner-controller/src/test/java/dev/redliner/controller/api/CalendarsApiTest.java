package dev.redliner.controller.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redliner.controller.service.ServiceDocuments;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class CalendarsApiTest {
    private static final String[] YAML = {"Content-Type", "application/yaml"};
    private static final String PATH = "/api/v1/calendars";
    private static final Instant TOMORROW =
            Instant.now().truncatedTo(ChronoUnit.DAYS).plus(1, ChronoUnit.DAYS);

    @TempDir
    private static Path folder;

    private static ApiServer server;
    private static Http http;

    private static String calendar(String... summaries) {
        StringBuilder text = new StringBuilder("BEGIN:VCALENDAR\r\n");
        String begin = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'")
                .withZone(ZoneOffset.UTC)
                .format(TOMORROW);
        for (String summary : summaries) {
            text.append("BEGIN:VEVENT\r\nUID:" + summary + "\r\nSUMMARY:" + summary + "\r\nDTSTART:" + begin
                    + "\r\nDURATION:PT2H\r\nEND:VEVENT\r\n");
        }
        return text + "END:VCALENDAR\r\n";
    }

    @BeforeAll
    static void start() throws Exception {
        Path days = Files.writeString(folder.resolve("days.ics"), calendar("Measure checkout"));
        server = new ApiServer(
                "--redliner.controller.schedules.poll-every=100ms",
                "--redliner.controller.calendars.sources.days.location=" + days,
                "--redliner.controller.calendars.sources.gone.location=" + folder.resolve("gone.ics"));
        http = new Http(server.url());
        http.send("PUT", "/api/v1/services/checkout", ServiceDocuments.CHECKOUT, YAML);
        await().until(() -> get(PATH + "/days").path("usable").asBoolean(false));
        await().until(() -> !get(PATH + "/gone").path("failingSince").isNull());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static JsonNode get(String path) throws Exception {
        return Http.json(http.send("GET", path, "", "Accept", "application/json"));
    }

    private static JsonNode apply(String name, String... lines) throws Exception {
        String yaml = "schedule: " + name + "\nservice: checkout\nzone: UTC\n" + String.join("\n", lines) + "\n";
        return Http.json(http.send("PUT", "/api/v1/schedules/" + name, yaml, YAML));
    }

    @Test
    void calendars_are_listed_with_their_state_and_their_events() throws Exception {
        JsonNode all = get(PATH);
        assertThat(all).hasSize(2);
        assertThat(all.get(0).path("name").asString()).isEqualTo("days");
        assertThat(all.get(0).path("next").get(0).path("summary").asString()).isEqualTo("Measure checkout");
        assertThat(all.get(1).path("usable").asBoolean()).isFalse();
        assertThat(all.get(1).path("problem").asString())
                .startsWith("The calendar gone was not read yet. There is no file ");
        assertThat(http.send("GET", PATH + "/none", "").statusCode()).isEqualTo(404);
        assertThat(http.send("POST", PATH + "/none/read", "").statusCode()).isEqualTo(404);
    }

    @Test
    void a_schedule_fires_at_the_events_and_not_without_its_calendar() throws Exception {
        JsonNode fires = apply("fires", "calendar: days", "events: measure");
        assertThat(fires.path("next").get(0).path("dueAt").asString()).isEqualTo(TOMORROW.toString());
        assertThat(fires.path("next").get(0).path("fate").asString()).isEqualTo("RUNS");
        JsonNode waits = apply("waits", "calendar: days", "blackouts: [{calendar: gone}]");
        assertThat(waits.path("next").get(0).path("fate").asString()).isEqualTo("WAITS");
        assertThat(waits.path("next").get(0).path("reason").asString()).contains("The calendar gone was not read yet");
        JsonNode blackout = apply("blackout", "cron: \"30 0 * * *\"", "window: 1m", "blackouts: [{calendar: days}]");
        assertThat(blackout.path("next").toString()).contains("A blackout (Measure checkout, calendar days)");
        String page = http.send("GET", "/schedules", "").body();
        assertThat(page)
                .contains("id=\"calendars\"", "Measure checkout", "No run begins", "The calendar gone was not read yet")
                .contains("at the events of calendar days, events with &quot;measure&quot; UTC");
    }

    @Test
    void an_unknown_calendar_is_a_mistake_at_its_place() throws Exception {
        JsonNode refused = apply("mistake", "cron: \"30 0 * * *\"", "blackouts:", "  - {calendar: dayz}");
        assertThat(refused.path("status").asInt()).isEqualTo(422);
        assertThat(refused.toString())
                .contains("no calendar is called 'dayz'", "did you mean 'days'?", "\"line\":6", "\"column\":16");
    }

    @Test
    void a_calendar_is_read_when_a_user_asks_for_it() throws Exception {
        Path file = Files.writeString(folder.resolve("days.ics"), calendar("Measure checkout", "Party"));
        JsonNode read = Http.json(http.send("POST", PATH + "/days/read", ""));
        assertThat(read.path("events").asInt()).isEqualTo(2);
        Files.writeString(file, "BEGIN:VCALENDAR\r\n");
        JsonNode broken = Http.json(http.send("POST", PATH + "/days/read", ""));
        assertThat(broken.path("events").asInt()).isEqualTo(2);
        assertThat(broken.path("usable").asBoolean()).isTrue();
        assertThat(broken.path("problem").asString())
                .isEqualTo("It is no calendar that can be used: line 1: END:VCALENDAR is missing; the text is not"
                        + " complete.");
    }
}
