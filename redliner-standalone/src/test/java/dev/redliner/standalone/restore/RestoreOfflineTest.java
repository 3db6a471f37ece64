package dev.redliner.standalone.restore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.pool.Pool;
import dev.redliner.service.InvalidService;
import dev.redliner.service.ServiceYaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Restores without Kafka. The acceptance test covers Kafka. */
class RestoreOfflineTest {
    /** No broker listens on this port. */
    private static final Map<String, Object> KAFKA =
            Map.of("bootstrap.servers", "127.0.0.1:1", "default.api.timeout.ms", 300, "request.timeout.ms", 200);

    @TempDir
    private Path folder;

    private Instant now = Instant.parse("2026-11-20T12:00:00Z");

    private StubEnvoy envoy;

    @BeforeEach
    void start() throws IOException {
        envoy = new StubEnvoy();
    }

    @AfterEach
    void stop() {
        envoy.close();
    }

    private String yaml() {
        return """
                service: shop
                pool: {hosts: [a=127.0.0.1:1, b=127.0.0.1:2], sut: a, maxShare: 60%%}
                envoy: {admin: ["%s"]}
                rules: [{id: slo, pass: 'error_rate <= percent(1)', onFail: back-off}]
                """
                .formatted(envoy.admin());
    }

    private Pool declared() throws InvalidService {
        return ServiceYaml.parse(null, yaml()).pool();
    }

    private JournalFile journal() throws SQLException {
        String url = "jdbc:h2:file:" + folder.resolve("redliner");
        Flyway.configure().dataSource(url, null, null).load().migrate();
        try (Connection connection = DriverManager.getConnection(url);
                var service = connection.prepareStatement(
                        "insert into service (name, revision, definition, updated_at) values ('shop', 1, ?, now())")) {
            service.setString(1, yaml());
            service.executeUpdate();
            connection.createStatement().execute("insert into pool_lock (pool, token) values ('shop', 41)");
        }
        return JournalFile.in(folder).orElseThrow();
    }

    private OfflineResult restore(Optional<JournalFile> database, List<Pool> declared) {
        var audit = new OfflineAudit(folder.resolve("spool.jsonl"), "ana", "to be sure", InstantSource.system());
        return new RestoreOffline(
                        database, new KafkaRestore(KAFKA, Duration.ofSeconds(1)), declared, audit, this::later)
                .restore();
    }

    /** Each reading advances the clock by a second, so that the wait for the Envoys ends after a few reads. */
    private Instant later() {
        now = now.plusSeconds(1);
        return now;
    }

    private String query(JournalFile file, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(file.url());
                var found = connection.createStatement().executeQuery(sql)) {
            assertThat(found.next()).isTrue();
            return found.getString(1);
        }
    }

    @Test
    void pools_come_from_the_journal_and_old_orders_are_fenced_off() throws Exception {
        JournalFile file = journal();
        OfflineResult result = restore(Optional.of(file), List.of());
        assertThat(result.restored()).isEqualTo(Restored.YES);
        assertThat(result.pools()).extracting(PoolFound::pool).containsExactly("shop");
        assertThat(result.pools().get(0).journal()).isEqualTo("no run");
        assertThat(result.kafka()).contains("no broker answers");
        assertThat(query(file, "select token from pool_lock where pool = 'shop'"))
                .isEqualTo("42");
        assertThat(query(file, "select who || ' ' || action || ' ' || why from audit_entry"))
                .isEqualTo("ana restore.asked to be sure");
        assertThat(restore(Optional.of(file), List.of()).restored())
                .as("a second time")
                .isEqualTo(Restored.YES);
    }

    @Test
    void a_service_or_a_run_that_cannot_be_read_hides_no_other_one_and_is_fenced_off_too() throws Exception {
        JournalFile file = journal();
        try (Connection connection = DriverManager.getConnection(file.url());
                var statement = connection.createStatement()) {
            statement.execute("update service set definition = replace(definition, 'rules', 'regulations')");
            statement.execute("insert into service (name, revision, definition, updated_at) values"
                    + " ('cart', 1, 'no longer: valid', now())");
            statement.execute("insert into pool_lock (pool, token, run_id) values ('till', 7, 'till-7')");
            statement.execute("insert into run (id, service, token, state, started_at, started_by, definition)"
                    + " values ('till-7', 'till', 7, 'RAMPING', now(), 'kim', 'not even JSON')");
        }
        OfflineResult result = restore(Optional.of(file), List.of());
        assertThat(result.pools()).extracting(PoolFound::pool).containsExactly("cart", "shop", "till");
        assertThat(result.pools())
                .extracting(PoolFound::restored)
                .containsExactly(Restored.UNKNOWN, Restored.YES, Restored.UNKNOWN);
        assertThat(result.pools().get(2).journal()).isEqualTo("run till-7 RAMPING");
        assertThat(result.database())
                .contains("The definition of cart cannot be read: ", "The definition of till cannot be read: ");
        assertThat(query(file, "select listagg(pool || token, ' ') within group (order by pool) from pool_lock"))
                .isEqualTo("cart1 shop42 till8");
    }

    @Test
    void an_envoy_that_holds_a_share_is_waited_for() throws Exception {
        envoy.holds("numerator: 350000 denominator: MILLION");
        envoy.dropsAfter(2);
        assertThat(restore(Optional.of(journal()), List.of()).restored()).isEqualTo(Restored.YES);
    }

    @Test
    void an_envoy_that_keeps_a_share_is_named_with_it() throws Exception {
        envoy.holds("numerator: 350000 denominator: MILLION");
        OfflineResult result = restore(Optional.of(journal()), List.of());
        assertThat(result.restored()).isEqualTo(Restored.NO);
        assertThat(result.pools().get(0).envoys().get(0).words())
                .isEqualTo("holds numerator: 350000 denominator: MILLION");
    }

    @Test
    void without_a_database_the_pools_of_service_files_are_looked_at_and_it_is_written_down_for_later()
            throws Exception {
        OfflineResult result = restore(Optional.empty(), List.of(declared()));
        assertThat(result.restored()).isEqualTo(Restored.YES);
        assertThat(result.pools().get(0).journal()).isEqualTo("unknown");
        assertThat(result.database()).contains("there is none");
        assertThat(Files.readString(folder.resolve("spool.jsonl"))).contains("ana", "to be sure");
    }

    @Test
    void a_database_that_cannot_be_read_is_said_to_be_so_and_done_without() throws Exception {
        Files.writeString(folder.resolve("redliner.mv.db"), "not a database");
        OfflineResult result = restore(JournalFile.in(folder), List.of(declared()));
        assertThat(result.database()).contains("cannot be read");
        assertThat(result.restored()).isEqualTo(Restored.YES);
    }

    @Test
    void an_envoy_that_does_not_answer_is_not_called_restored() throws Exception {
        Pool pool = declared();
        envoy.close();
        OfflineResult result = restore(Optional.empty(), List.of(pool));
        assertThat(result.restored()).isEqualTo(Restored.UNKNOWN);
        assertThat(result.pools().get(0).envoys().get(0).words()).contains("nobody answers");
    }

    @Test
    void nothing_known_is_not_everything_restored() {
        assertThat(restore(Optional.empty(), List.of()).restored()).isEqualTo(Restored.UNKNOWN);
    }

    @Test
    void an_envoy_whose_admin_address_is_not_known_is_not_seen_to_be_restored() throws Exception {
        String yaml =
                yaml().replace("admin: [", "statistics: [{page: \"http://127.0.0.1:1/p\", node: edge-1}], admin: [");
        OfflineResult result =
                restore(Optional.empty(), List.of(ServiceYaml.parse(null, yaml).pool()));
        assertThat(result.restored()).isEqualTo(Restored.UNKNOWN);
        assertThat(result.pools().get(0).envoys())
                .extracting(EnvoyOverride::restored)
                .containsExactly(Restored.YES, Restored.UNKNOWN);
    }

    @Test
    void another_layers_value_is_not_redliners() throws Exception {
        String runtime =
                """
                {"layers": ["base", "redliner", "admin"], "entries": {"redliner.shop.share": {
                  "layer_values": ["numerator: 200000 denominator: MILLION", "", "numerator: 1"]}}}
                """;
        assertThat(EnvoyRuntime.held("admin", runtime, declared()).restored()).isEqualTo(Restored.YES);
        assertThat(EnvoyRuntime.held("admin", "{}", declared()).restored()).isEqualTo(Restored.UNKNOWN);
    }
}
