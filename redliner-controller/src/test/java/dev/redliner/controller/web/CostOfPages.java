package dev.redliner.controller.web;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunSummary;
import dev.redliner.controller.api.ApiServer;
import dev.redliner.controller.api.ScriptedRun;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.Deflater;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.h2.jdbcx.JdbcConnectionPool;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * Measures the time, the queries and the size of each page on an H2 file and on PostgreSQL: with 500 services and
 * schedules, 10,000 recorded runs, 7,000 firings, 5,000 audit entries, and eight weeks of traffic of 30 services. The time
 * is that of the whole request on the loopback address. Reports are in memory.
 */
public final class CostOfPages {
    private static final int SERVICES = 500;
    private static final int RUNS = 10_000;
    private static final int FIRED_DAYS = 14;
    private static final int COUNTED = 30;
    private static final int COUNTED_HOURS = 56 * 24;
    private static final int AUDITED = 5_000;
    private static final int WARM_UP = 60;
    private static final int REQUESTS = 120;
    private static final Instant START = Instant.parse("2026-10-25T00:00:00Z");

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private CostOfPages() {}

    /** Prints one line for each page and database. */
    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory("redliner-pages");
        String h2 = "jdbc:h2:" + folder.resolve("cost");
        fill(JdbcConnectionPool.create(h2, "sa", ""));
        measurePages("H2", "--spring.datasource.url=" + h2, "--spring.datasource.username=sa");
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start()) {
            fill(postgres.getPostgresDatabase());
            measurePages(
                    "PostgreSQL",
                    "--spring.datasource.url=" + postgres.getJdbcUrl("postgres", "postgres"),
                    "--spring.datasource.username=postgres");
        }
        System.exit(0);
    }

    private static void fill(DataSource source) throws SQLException {
        // one connection: a new one for each row takes minutes
        var database = new SingleConnectionDataSource(source.getConnection(), true);
        Flyway.configure().dataSource(database).load().migrate();
        JdbcClient jdbc = JdbcClient.create(database);
        JsonMapper json = JsonMapper.builder().build();
        for (int i = 0; i < SERVICES; i++) {
            jdbc.sql("insert into service (name, revision, definition, updated_at) values (?, 1, ?, ?)")
                    .params(name(i), OverviewPages.EXAMPLE.replace("checkout", name(i)), Timestamp.from(START))
                    .update();
        }
        for (int i = 0; i < SERVICES; i++) {
            String text = EditorPages.SCHEDULE
                    .replace("checkout-nightly", name(i) + "-nightly")
                    .replace("checkout", name(i));
            jdbc.sql("insert into schedule (name, revision, definition, paused, considered_until, updated_at)"
                            + " values (?, 1, ?, false, ?, ?)")
                    .params(name(i) + "-nightly", text, Timestamp.from(Instant.now()), Timestamp.from(START))
                    .update();
        }
        RunReport run = ScriptedRun.completed("41");
        String report = json.writeValueAsString(run);
        for (int i = 0; i < RUNS; i++) {
            String id = name(i % SERVICES) + "-" + (i / SERVICES + 1);
            Instant at = START.plus(Duration.ofMinutes(4L * i));
            RunSummary summary = new RunSummary(
                    id, name(i % SERVICES), run.state(), run.reason(), at, at.plusSeconds(180), run.redline(), null);
            jdbc.sql("insert into run (id, service, token, state, started_at, started_by, ended_at, definition, report,"
                            + " summary) values (?, ?, ?, ?, ?, 'schedule', ?, '{}', ?, ?)")
                    .params(
                            id,
                            summary.service(),
                            i + 1,
                            run.state().name(),
                            Timestamp.from(at),
                            Timestamp.from(at.plusSeconds(180)),
                            report,
                            json.writeValueAsString(summary))
                    .update();
        }
        fillFirings(jdbc);
        fillTraffic(jdbc);
        fillAudit(jdbc);
        jdbc.sql("analyze").update();
        database.destroy();
    }

    /** Two weeks of nights, in which every fifth firing was skipped. */
    private static void fillFirings(JdbcClient jdbc) {
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        for (int i = 0; i < SERVICES; i++) {
            for (int day = 1; day <= FIRED_DAYS; day++) {
                LocalDateTime slot = today.minusDays(day).atTime(2, 30);
                boolean skipped = (i + day) % 5 == 0;
                jdbc.sql("insert into firing (schedule, slot, service, due_at, begin_by, state, reason, decided_at,"
                                + " run_id) values (?, ?, ?, ?, ?, ?, ?, ?, ?)")
                        .params(
                                name(i) + "-nightly",
                                slot.toString(),
                                name(i),
                                Timestamp.from(slot.toInstant(ZoneOffset.UTC)),
                                Timestamp.from(slot.plusHours(1).toInstant(ZoneOffset.UTC)),
                                skipped ? "SKIPPED" : "STARTED",
                                skipped ? "The safety lever was engaged." : "",
                                Timestamp.from(slot.toInstant(ZoneOffset.UTC)),
                                skipped ? null : name(i) + "-1")
                        .update();
            }
        }
    }

    /** Eight weeks of traffic of some services. */
    private static void fillTraffic(JdbcClient jdbc) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.HOURS);
        String slots = IntStream.range(0, 12)
                .mapToObj(slot -> slot + ":" + 84_000 + ":" + 320 + ":" + 300)
                .collect(Collectors.joining(" "));
        for (int i = 0; i < COUNTED; i++) {
            for (int hour = 1; hour <= COUNTED_HOURS; hour++) {
                jdbc.sql("insert into traffic_hour (pool, hour_start, seconds, slots) values (?, ?, 3600, ?)")
                        .params(name(i), Timestamp.from(now.minus(Duration.ofHours(hour))), slots)
                        .update();
            }
        }
    }

    /** Entries whose hashes do not hold: the chain is not walked here. */
    private static void fillAudit(JdbcClient jdbc) {
        for (int i = 1; i <= AUDITED; i++) {
            jdbc.sql("insert into audit_entry (seq, id, at, who, action, subject, value_before, value_after, why,"
                            + " previous_hash, hash) values (?, ?, ?, 'ana', 'traffic.asked', ?, '20%', '24%',"
                            + " 'Up to 184 rps: largest step.', ?, ?)")
                    .params(
                            i,
                            Integer.toString(i),
                            Timestamp.from(START.plusSeconds(i)),
                            name(i % SERVICES) + "/" + name(i % SERVICES) + "-1",
                            "0".repeat(64),
                            "0".repeat(64))
                    .update();
        }
    }

    private static void measurePages(String database, String... settings) throws Exception {
        try (ApiServer server = new ApiServer(settings)) {
            RunReport run = ScriptedRun.completed("41");
            server.runs().put(run);
            server.runs().put(ScriptedRun.completed("42"));
            for (String page : List.of(
                    "/",
                    "/parts/overview",
                    "/services/" + name(7),
                    "/runs",
                    "/runs?by=schedule",
                    "/runs/41",
                    "/compare",
                    "/compare?runs=41,42",
                    "/services/new",
                    "/services/" + name(7) + "/edit",
                    "/audit",
                    "/schedules",
                    "/schedules/" + name(7) + "-nightly",
                    "/parts/next",
                    "/parts/own-parts")) {
                measure(database, server, page);
            }
        }
    }

    private static void measure(String database, ApiServer server, String page) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(server.url() + page)).build();
        int queries = 0;
        double[] millis = new double[REQUESTS];
        byte[] body = {};
        for (int i = -WARM_UP; i < REQUESTS; i++) {
            int before = server.queries();
            long began = System.nanoTime();
            var answer = HTTP.send(request, BodyHandlers.ofByteArray());
            if (answer.statusCode() != 200) {
                throw new IllegalStateException(page + " answers " + answer.statusCode());
            }
            body = answer.body();
            queries = server.queries() - before;
            if (i >= 0) {
                millis[i] = (System.nanoTime() - began) / 1e6;
            }
        }
        Arrays.sort(millis);
        System.out.printf(
                Locale.ROOT,
                "%-11s %-22s p50 %6.1f ms, p95 %6.1f ms, %2d queries, %7.1f KB, %5.1f KB compressed%n",
                database,
                page,
                millis[REQUESTS / 2],
                millis[REQUESTS * 95 / 100],
                queries,
                body.length / 1e3,
                compressed(body) / 1e3);
    }

    private static int compressed(byte[] body) {
        Deflater deflater = new Deflater();
        deflater.setInput(body);
        deflater.finish();
        return deflater.deflate(new byte[body.length + 1_000]);
    }

    private static String name(int number) {
        return "service-" + number;
    }
}
