package dev.redliner.testbench.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import dev.redliner.standalone.kafka.EmbeddedKafka;
import dev.redliner.testbench.Needs;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.FileSystemUtils;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs the commands of docker-compose.yml as plain processes: every part as a separate process, with a real Kafka,
 * PostgreSQL and Envoy. Linux only, where every address of 127.0.0.0/8 exists without setup.
 */
class ComposeCommandsIT {
    private static final int MOST_REFUSED = 3;
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final double BASELINE = 0.2;
    /**
     * Served only after a restore was overdue, with a schedule, and with a redline and five minutes of traffic.
     * RestoreAlarmTest, FiringRoundTest, HeadroomMetersTest and JournalTest cover them.
     */
    private static final Set<String> ABSENT_HERE = Set.of(
            "redliner_weight_not_restored",
            "redliner_schedule_unsuccessful",
            "redliner_capacity_headroom_ratio",
            "redliner_capacity_rps",
            "redliner_capacity_measured_timestamp_seconds",
            "redliner_calendar_failing_seconds");

    private final ComposeFile file = ComposeFile.read();
    private final Path folder =
            Files.createDirectories(Path.of("target", "compose").toAbsolutePath());
    private final HttpClient http = HttpClient.newHttpClient();
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private LoopbackNetwork network;
    private PlainCompose compose;

    ComposeCommandsIT() throws IOException {}

    @BeforeEach
    void start(@TempDir Path kafkaData) throws IOException, SQLException {
        Needs.that(OS.LINUX.isCurrentOs(), "Only Linux has every address of 127.0.0.0/8 without setting it up.");
        EmbeddedKafka kafka = open(EmbeddedKafka.start(kafkaData));
        EmbeddedPostgres postgres = open(EmbeddedPostgres.start());
        createDatabase(postgres, file.service("postgres").environment());
        long seed = ProcessHandle.current().pid();
        System.out.println("seed " + seed);
        network = new LoopbackNetwork(
                seed,
                List.copyOf(file.services().keySet()),
                Map.of("kafka:9092", kafka.bootstrapServers(), "postgres:5432", "localhost:" + postgres.getPort()));
        compose = open(new PlainCompose(file, ImageFile.read(), network, folder, Set.of("kafka", "postgres")));
    }

    private static void createDatabase(EmbeddedPostgres postgres, Map<String, String> environment) throws SQLException {
        try (var connection = postgres.getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            statement.execute("create role " + environment.get("POSTGRES_USER") + " login password '"
                    + environment.get("POSTGRES_PASSWORD") + "'");
            statement.execute(
                    "create database " + environment.get("POSTGRES_DB") + " owner " + environment.get("POSTGRES_USER"));
        }
    }

    private <T extends AutoCloseable> T open(T part) {
        opened.push(part);
        return part;
    }

    @AfterEach
    void stop() throws Exception {
        System.out.println("logs are in " + folder);
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
    }

    /** A machine on which everything has just started may be too slow for the rules of the first baseline. */
    private String movingRun() throws Exception {
        String id = begun();
        for (int refused = 0; report(id).state() == RunState.REFUSED && refused < MOST_REFUSED; refused++) {
            id = begun();
        }
        RunReport run = report(id);
        assertThat(run.state().over()).as(run.reason()).isFalse();
        return id;
    }

    /** Starts a run, and waits until it has moved traffic or is over. */
    private String begun() throws Exception {
        String started = compose.run("apply", "run", "start", "demo", "-o", "json");
        // the JVM prints the options that it picked up before the document
        String id = JSON.readTree(started.substring(started.indexOf('{')))
                .path("id")
                .asString();
        await().atMost(LONG)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> moved(report(id)) || report(id).state().over());
        return id;
    }

    @Test
    void the_commands_of_docker_compose_measure_move_traffic_and_restore_it() throws Exception {
        var services = file.services().values().stream()
                .filter(service -> service.ours() || service.name().equals("envoy"))
                .toList();
        // the volume of an earlier test
        FileSystemUtils.deleteRecursively(folder.resolve("volume-access"));
        compose.up(services, LONG.toSeconds());
        assertThat(compose.printed()).as("the output of access").contains("Log in as: admin");
        assertThat(withoutToken("/api/v1/runs")).isEqualTo(401);
        assertThat(withoutToken("/actuator/prometheus")).isEqualTo(401);
        assertThat(http.send(
                                HttpRequest.newBuilder(controller("/actuator/health"))
                                        .build(),
                                BodyHandlers.ofString())
                        .body())
                .as("health for everybody")
                .contains("\"status\":\"UP\"")
                .doesNotContain("activeRuns");
        prometheusFindsEveryTargetUnderItsName();

        String id = movingRun();
        assertThat(requests(1_000).share())
                .as("the SUT's share that Envoy counted")
                .isGreaterThan(BASELINE * 1.05);

        Path pages = pages();
        compose.run("apply", "run", "abort", id, "--why", "seen enough");
        await().atMost(LONG).until(() -> report(id).state().over());
        RunReport end = report(id);
        assertThat(end.state()).isEqualTo(RunState.ABORTED);
        assertThat(end.restored()).isNotNull();
        assertThat(end.restored().verified()).isTrue();
        assertThat(end.restored().configuration()).isTrue();
        assertThat(requests(2_000).share())
                .as("the SUT's share that Envoy counted")
                .isBetween(0.17, 0.23);
        staysWithinItsMemory();
        // must come last: without promtool the test is skipped at this point
        promtoolAccepts(pages);
    }

    private static boolean moved(RunReport report) {
        var now = report.now();
        return report.state() == RunState.RAMPING
                && now != null
                && now.askedShare() > BASELINE * 1.1
                && now.observedShare() != null
                && now.observedShare() > BASELINE * 1.1;
    }

    /** Envoy's counts from now on, after at least this many requests. */
    private EnvoyCounts requests(long howMany) throws IOException, InterruptedException {
        String envoy = network.address("envoy");
        EnvoyCounts before = EnvoyCounts.read(envoy);
        return await().atMost(LONG)
                .until(() -> EnvoyCounts.read(envoy).since(before), counts -> counts.all() >= howMany);
    }

    private RunReport report(String id) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(controller("/api/v1/runs/" + id))
                .header("Authorization", "Bearer " + token("apply.token"))
                .build();
        return JSON.readValue(http.send(request, BodyHandlers.ofString()).body(), RunReport.class);
    }

    private URI controller(String path) {
        return URI.create("http://" + network.address("controller") + ":8770" + path);
    }

    private int withoutToken(String path) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(controller(path)).build(), BodyHandlers.discarding())
                .statusCode();
    }

    private String token(String file) throws IOException {
        return Files.readString(compose.volume("access").resolve(file)).strip();
    }

    /** What Prometheus sends to a target. */
    private Map<String, String> headers(PrometheusTarget target) throws IOException {
        return target.credentials().isEmpty()
                ? Map.of()
                : Map.of(
                        "Authorization",
                        "Bearer "
                                + token(Path.of(target.credentials())
                                        .getFileName()
                                        .toString()));
    }

    /**
     * Requests every target as Prometheus does, by the names of the containers. A request with another name is
     * rejected.
     */
    private void prometheusFindsEveryTargetUnderItsName() throws IOException {
        var pages = new StringBuilder();
        for (PrometheusTarget target : PrometheusTarget.all()) {
            String page = ask(target, target.address());
            assertThat(page).as("%s", target).startsWith("HTTP/1.1 200").contains("# TYPE ");
            pages.append(page);
        }
        assertThat(AlertRules.read().metrics())
                .filteredOn(metric -> !ABSENT_HERE.contains(metric))
                .as("metrics of the alerts that a target serves")
                .isNotEmpty()
                .allMatch(metric -> pages.indexOf(metric) >= 0);
        var controller = PrometheusTarget.all().get(0);
        assertThat(ask(controller, "evil.example:8770")).startsWith("HTTP/1.1 403");
    }

    /** All metrics pages during a run, each in a file of the folder. */
    private Path pages() throws IOException, InterruptedException {
        Path pages = Files.createDirectories(folder.resolve("pages"));
        for (PrometheusTarget target : PrometheusTarget.all()) {
            var uri = "http://" + network.address(target.host()) + ":" + target.port() + target.path();
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(uri));
            headers(target).forEach(request::header);
            String page = http.send(request.build(), BodyHandlers.ofString()).body();
            Files.writeString(pages.resolve(target.host() + "-" + target.port() + ".txt"), page);
        }
        return pages;
    }

    /** Checks the names and help texts of metrics, except for metrics of libraries, which are not under our control. */
    private static void promtoolAccepts(Path pages) throws IOException, InterruptedException {
        String promtool = Needs.tool("promtool").toString();
        List<Path> files;
        try (var listed = Files.list(pages)) {
            files = listed.toList();
        }
        assertThat(files).hasSize(PrometheusTarget.all().size());
        for (Path page : files) {
            ToolCheck check = ToolCheck.run(page.toFile(), promtool, "check", "metrics");
            assertThat(check.output()).as("%s", page).doesNotContain("error while linting");
            assertThat(check.output().lines().filter(line -> line.startsWith("redliner_")))
                    .as("%s", page)
                    .isEmpty();
        }
    }

    private String ask(PrometheusTarget target, String host) throws IOException {
        try (var socket = new Socket(network.address(target.host()), target.port())) {
            socket.setSoTimeout(10_000);
            var request = new StringBuilder("GET " + target.path() + " HTTP/1.1\r\nHost: " + host + "\r\n");
            headers(target)
                    .forEach((name, value) ->
                            request.append(name).append(": ").append(value).append("\r\n"));
            request.append("Connection: close\r\n\r\n");
            socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** A container that exceeds its limit is killed. The peak here also counts mapped files, so the check is strict. */
    private void staysWithinItsMemory() throws IOException {
        Map<String, Long> peaks = compose.peaksMiB();
        System.out.println("peaks in MiB: " + peaks);
        assertThat(peaks).hasSizeGreaterThan(6);
        peaks.forEach((service, peak) -> assertThat(peak)
                .as("memory of %s", service)
                .isLessThan(file.service(service).memoryMiB()));
    }
}
