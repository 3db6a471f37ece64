package dev.redliner.controller.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.redliner.controller.TestSchema;
import dev.redliner.controller.audit.AuditEntry;
import dev.redliner.controller.audit.FakeAuditLog;
import dev.redliner.http.AddressRange;
import dev.redliner.http.GuardedHttp;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Calendars from a real file and a real HTTP server, on a real database. */
abstract class CalendarsTest {
    private static final Instant NIGHT = Instant.parse("2026-11-25T00:00:00Z");
    private static final String ONE =
            """
            BEGIN:VCALENDAR
            BEGIN:VEVENT
            UID:1
            SUMMARY:Freeze
            DTSTART:20261201T100000Z
            DTEND:20261201T120000Z
            END:VEVENT
            END:VCALENDAR
            """;
    private static final String OTHER = ONE.replace("1201T", "1202T");

    @TempDir
    private Path folder;

    private final FakeAuditLog audit = new FakeAuditLog();
    private final List<String> asked = new ArrayList<>();
    private final List<String> changes = new ArrayList<>();
    private Instant now = NIGHT;
    private HttpServer server;
    private GuardedHttp http;
    private int status = 200;
    private String body = ONE;
    private String etag = "";

    abstract DataSource database();

    @BeforeEach
    void start() throws IOException {
        TestSchema.recreate(database());
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        http = new GuardedHttp(List.of(AddressRange.parse("127.0.0.0/8")), "the.setting", "test", 100_000);
    }

    @AfterEach
    void stop() {
        server.stop(0);
        http.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String known = String.valueOf(exchange.getRequestHeaders().getFirst("If-None-Match"));
        asked.add(known + " " + exchange.getRequestHeaders().getFirst("Authorization"));
        if (!etag.isEmpty()) {
            exchange.getResponseHeaders().add("ETag", etag);
        }
        if (!etag.isEmpty() && known.equals(etag)) {
            exchange.sendResponseHeaders(304, -1);
        } else {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
        exchange.close();
    }

    private Calendars controller(CalendarSource source) {
        var version = new AtomicLong();
        var reading = new CalendarReading(
                "acme",
                source,
                new CalendarFetch(source, http, Duration.ofSeconds(5)),
                new CalendarTable(JdbcClient.create(database())),
                audit,
                Duration.ofMinutes(15),
                version,
                () -> now);
        var calendars = new Calendars(List.of(reading), Duration.ofHours(24), version, () -> now);
        calendars.onChange(() -> changes.add(now.toString()));
        return calendars;
    }

    private CalendarSource address() {
        return new CalendarSource("http://127.0.0.1:" + server.getAddress().getPort() + "/private-123/a.ics", "");
    }

    private CalendarSource file(String text, int second) {
        try {
            Path file = Files.writeString(folder.resolve("acme.ics"), text);
            Files.setLastModifiedTime(file, FileTime.from(NIGHT.plusSeconds(second)));
            return new CalendarSource(file.toString(), "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> next(Calendars calendars) {
        return calendars.find("acme", 5).orElseThrow().next().stream()
                .map(it -> it.summary() + " " + it.begin())
                .toList();
    }

    @Test
    void a_file_is_read_again_when_it_has_changed() {
        Calendars calendars = controller(file(ONE, 0));
        assertThat(calendars.problem("acme")).contains("The calendar acme was not read yet.");
        calendars.look("acme");
        assertThat(calendars.problem("acme")).isEmpty();
        assertThat(next(calendars)).containsExactly("Freeze 2026-12-01T10:00:00Z");
        assertThat(calendars.version()).isEqualTo(1);
        calendars.look("acme");
        assertThat(calendars.version()).isEqualTo(1);
        now = now.plusSeconds(5);
        file(OTHER, 5);
        calendars.look("acme");
        assertThat(next(calendars)).containsExactly("Freeze 2026-12-02T10:00:00Z");
        assertThat(changes).containsExactly("2026-11-25T00:00:00Z", "2026-11-25T00:00:05Z");
        assertThat(audit.entries())
                .extracting(AuditEntry::who, it -> it.action().label(), AuditEntry::subject, AuditEntry::after)
                .containsExactly(
                        tuple("calendar acme", "calendar.changed", "acme", "1 event"),
                        tuple("calendar acme", "calendar.changed", "acme", "1 event"));
    }

    @Test
    void the_time_of_the_answer_in_each_event_is_no_change() {
        Calendars calendars =
                controller(file(ONE.replace("BEGIN:VEVENT", "BEGIN:VEVENT\r\nDTSTAMP:20261125T000000Z"), 0));
        calendars.look("acme");
        now = now.plusSeconds(5);
        file(ONE.replace("BEGIN:VEVENT", "BEGIN:VEVENT\r\nDTSTAMP:20261125T000005Z"), 5);
        calendars.look("acme");
        assertThat(calendars.find("acme", 1).orElseThrow().readAt()).isEqualTo(now);
        assertThat(calendars.version()).isEqualTo(1);
        assertThat(audit.entries()).hasSize(1);
        now = now.plusSeconds(5);
        file(OTHER, 10);
        calendars.look("acme");
        assertThat(audit.entries()).hasSize(2);
    }

    @Test
    void an_address_is_read_every_quarter_of_an_hour_and_its_text_only_if_it_changed() {
        etag = "\"v1\"";
        Calendars calendars = controller(new CalendarSource(address().location(), "Bearer s3cret"));
        calendars.look("acme");
        now = now.plus(Duration.ofMinutes(14));
        calendars.look("acme");
        assertThat(asked).containsExactly("null Bearer s3cret");
        now = now.plus(Duration.ofMinutes(1));
        calendars.look("acme");
        assertThat(asked).containsExactly("null Bearer s3cret", "\"v1\" Bearer s3cret");
        assertThat(calendars.find("acme", 1).orElseThrow().readAt()).isEqualTo(now);
        assertThat(calendars.version()).isEqualTo(1);
        etag = "\"v2\"";
        body = OTHER;
        calendars.read("acme", 1);
        assertThat(next(calendars)).containsExactly("Freeze 2026-12-02T10:00:00Z");
    }

    @Test
    void row_30_a_calendar_that_is_gone_becomes_stale_and_then_no_run_begins() {
        Calendars calendars = controller(address());
        calendars.look("acme");
        status = 503;
        now = now.plus(Duration.ofHours(1));
        calendars.look("acme");
        CalendarStatus failing = calendars.find("acme", 1).orElseThrow();
        assertThat(failing.usable()).isTrue();
        assertThat(failing.problem()).isEqualTo("The address answers 503.");
        assertThat(failing.failingSince()).isEqualTo(now);
        assertThat(calendars.of("acme")).hasSize(1);
        now = NIGHT.plus(Duration.ofHours(24)).plusSeconds(1);
        calendars.look("acme");
        assertThat(calendars.problem("acme"))
                .contains("The calendar acme was not read since 2026-11-25T00:00:00Z, and is stale after 24 h."
                        + " The address answers 503.");
        status = 200;
        now = now.plus(Duration.ofMinutes(15));
        calendars.look("acme");
        assertThat(calendars.problem("acme")).isEmpty();
        assertThat(calendars.find("acme", 1).orElseThrow().failingSince()).isNull();
    }

    @Test
    void row_30_a_text_that_is_no_whole_calendar_does_not_replace_the_last_good_copy() {
        Calendars calendars = controller(address());
        calendars.look("acme");
        for (String bad : List.of(
                "<html>Log in</html>",
                ONE.substring(0, ONE.length() - 20),
                ONE.replace("UID:1", "RRULE:FREQ=SECONDLY"),
                "x".repeat(100_001))) {
            body = bad;
            now = now.plus(Duration.ofMinutes(15));
            calendars.look("acme");
            assertThat(next(calendars)).containsExactly("Freeze 2026-12-01T10:00:00Z");
            assertThat(calendars.problem("acme")).isEmpty();
            assertThat(calendars.find("acme", 1).orElseThrow().problem()).isNotEmpty();
        }
        body = ONE.replace("UID:1", "RRULE:FREQ=SECONDLY");
        calendars.read("acme", 1);
        assertThat(calendars.find("acme", 1).orElseThrow().problem())
                .isEqualTo("It is no calendar that can be used: line 3: RRULE: it recurs SECONDLY; the finest is"
                        + " DAILY.");
        assertThat(calendars.version()).isEqualTo(1);
    }

    @Test
    void the_copy_outlives_the_controller_and_is_shared_by_all() {
        Calendars first = controller(address());
        Calendars second = controller(new CalendarSource("http://127.0.0.1:1/a.ics", ""));
        second.look("acme");
        assertThat(second.problem("acme").orElseThrow()).startsWith("The calendar acme was not read yet. The address");
        first.look("acme");
        second.look("acme");
        assertThat(second.problem("acme")).isEmpty();
        assertThat(next(second)).isEqualTo(next(first));
        server.stop(0);
        Calendars restarted = controller(address());
        now = now.plusSeconds(60);
        restarted.look("acme");
        assertThat(next(restarted)).containsExactly("Freeze 2026-12-01T10:00:00Z");
        assertThat(restarted.problem("acme")).isEmpty();
        assertThat(restarted.find("acme", 1).orElseThrow().readAt()).isEqualTo(NIGHT);
    }

    @Test
    void problems_do_not_show_the_private_part_of_an_address() {
        Calendars calendars = controller(new CalendarSource("webcal://10.1.2.3/private-123/a.ics", ""));
        calendars.look("acme");
        CalendarStatus calendar = calendars.find("acme", 1).orElseThrow();
        assertThat(calendar.location()).isEqualTo("https://10.1.2.3/...");
        assertThat(calendar.problem()).contains("the.setting").doesNotContain("private-123");
        status = 302;
        Calendars redirected = controller(address());
        redirected.look("acme");
        assertThat(redirected.find("acme", 1).orElseThrow().problem())
                .contains("The address answers 302, and redirects are not followed.");
        Calendars missing =
                controller(new CalendarSource(folder.resolve("none.ics").toString(), ""));
        missing.read("acme", 1);
        assertThat(missing.find("acme", 1).orElseThrow().problem()).contains("was not read yet. There is no file ");
    }

    @Test
    void the_events_of_the_coming_year_move_with_the_days() {
        Calendars calendars = controller(file(ONE.replace("SUMMARY:", "RRULE:FREQ=YEARLY\nSUMMARY:"), 0));
        calendars.look("acme");
        assertThat(next(calendars)).containsExactly("Freeze 2026-12-01T10:00:00Z", "Freeze 2027-12-01T10:00:00Z");
        now = Instant.parse("2027-12-02T00:00:00Z");
        calendars.look("acme");
        assertThat(next(calendars)).containsExactly("Freeze 2028-12-01T10:00:00Z");
        assertThat(calendars.version()).isEqualTo(2);
    }

    @Test
    void an_unchanged_text_confirms_no_other_copy() {
        etag = "\"new\"";
        body = OTHER;
        Calendars first = controller(address());
        first.look("acme");
        // another controller, whose source is behind, stores the text of before
        etag = "";
        body = ONE;
        controller(address()).look("acme");
        etag = "\"new\"";
        body = OTHER;
        now = now.plus(Duration.ofMinutes(15));
        first.look("acme");
        first.look("acme");
        assertThat(next(first)).containsExactly("Freeze 2026-12-02T10:00:00Z");
    }

    @Test
    void a_text_that_could_not_be_stored_is_not_taken_as_unchanged() {
        etag = "\"v1\"";
        Calendars calendars = controller(address());
        calendars.look("acme");
        etag = "\"v2\"";
        body = OTHER;
        JdbcClient jdbc = JdbcClient.create(database());
        jdbc.sql("alter table calendar rename to calendar_away").update();
        now = now.plus(Duration.ofMinutes(15));
        assertThatThrownBy(() -> calendars.read("acme", 1)).isInstanceOf(DataAccessException.class);
        jdbc.sql("alter table calendar_away rename to calendar").update();
        calendars.look("acme");
        assertThat(next(calendars)).containsExactly("Freeze 2026-12-02T10:00:00Z");
    }

    @Test
    void a_line_that_is_folded_within_a_character_is_read() throws Exception {
        byte[] text = ONE.replace("Freeze", "\u00c4nderung").getBytes(StandardCharsets.UTF_8);
        int within = new String(text, StandardCharsets.ISO_8859_1).indexOf("\u00c3") + 1;
        var folded = new ByteArrayOutputStream();
        folded.write(text, 0, within);
        folded.writeBytes("\r\n ".getBytes(StandardCharsets.US_ASCII));
        folded.write(text, within, text.length - within);
        Path file = Files.write(folder.resolve("folded.ics"), folded.toByteArray());
        Calendars calendars = controller(new CalendarSource(file.toString(), ""));
        calendars.look("acme");
        assertThat(next(calendars)).containsExactly("\u00c4nderung 2026-12-01T10:00:00Z");
        Files.write(file, new byte[] {'B', (byte) 0xff});
        assertThat(calendars.read("acme", 1).orElseThrow().problem())
                .isEqualTo("It is no calendar that can be used: line 1: the text is not UTF-8.");
    }

    @Test
    void an_unknown_calendar_has_a_problem_and_no_events() {
        Calendars calendars = controller(file(ONE, 0));
        assertThat(calendars.problem("other"))
                .contains("No calendar is called 'other' in redliner.controller.calendars.sources.");
        assertThat(calendars.of("other")).isEmpty();
        assertThat(calendars.find("other", 1)).isEmpty();
        assertThat(calendars.read("other", 1)).isEmpty();
    }
}
