package dev.redliner.controller.restore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.controller.TestSchema;
import dev.redliner.controller.audit.AuditAction;
import dev.redliner.controller.audit.AuditEntry;
import dev.redliner.controller.audit.BreakableDatabase;
import dev.redliner.controller.audit.FakeAuditLog;
import dev.redliner.controller.restore.PoolRestored.Outcome;
import dev.redliner.controller.service.FakeCatalog;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.support.TransactionTemplate;

class RestoreAllTest {
    private final BreakableDatabase database = new BreakableDatabase(
            new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1"));
    private final JdbcClient jdbc = JdbcClient.create(database);
    private final FakeAuditLog audit = new FakeAuditLog();
    private final List<String> aborted = new ArrayList<>();
    private final FakeCatalog catalog = new FakeCatalog(jdbc);
    private Instant now = Instant.parse("2026-11-20T12:00:00Z");
    private final SeenEnvoys seen = new SeenEnvoys(() -> now);
    private final FakeEnvoys envoys = new FakeEnvoys(seen);

    @BeforeEach
    void migrate() {
        TestSchema.recreate(database);
    }

    /** Each reading of the clock advances it by a quarter of a second, and the redirectors report. */
    private Instant tick() {
        now = now.plusMillis(250);
        envoys.report();
        return now;
    }

    private RestoreResult restore() {
        envoys.report();
        var tokens = new FencingTokens(jdbc, new TransactionTemplate(new DataSourceTransactionManager(database)));
        var restorer = new RestoreAll(
                (who, why) -> aborted.add(who + ": " + why),
                new RestoreOrders(catalog, tokens, seen),
                envoys,
                seen,
                audit,
                this::tick,
                () -> {});
        return restorer.restore("ana", "to be sure");
    }

    private void token(String pool, long token) {
        jdbc.sql("insert into pool_lock (pool, token) values (?, ?)")
                .params(pool, token)
                .update();
    }

    @Test
    void every_pool_gets_an_order_with_a_token_above_all_before() {
        catalog.has("shop", "idle");
        token("shop", 41);
        envoys.holds("shop", 41, false);
        envoys.holds("idle", 0, false);
        RestoreResult result = restore();
        assertThat(aborted).containsExactly("ana: to be sure");
        assertThat(envoys.orders()).allMatch(order -> order.action() == RedirectOrder.Action.RESTORE);
        assertThat(envoys.orders()).extracting(RedirectOrder::pool).containsExactly("idle", "shop");
        assertThat(envoys.orders()).extracting(RedirectOrder::token).containsExactly(1L, 42L);
        assertThat(result.restored()).isTrue();
        assertThat(restore().restored()).as("a second time").isTrue();
    }

    @Test
    void who_asked_and_what_came_of_it_is_audited() {
        restore();
        assertThat(audit.entries())
                .extracting(AuditEntry::action)
                .containsExactly(AuditAction.RESTORE_ASKED, AuditAction.RESTORE_ENDED);
        assertThat(audit.entries()).extracting(AuditEntry::who).containsOnly("ana");
    }

    @Test
    void an_envoy_that_holds_something_else_is_named_with_its_reason() {
        catalog.has("shop");
        envoys.holds("shop", 3, true);
        RestoreResult result = restore();
        assertThat(result.restored()).isFalse();
        assertThat(result.pools().get(0).outcome()).isEqualTo(Outcome.NOT_RESTORED);
        assertThat(result.pools().get(0).detail()).contains("shop-envoy is REJECTED", "30%", "no such key");
    }

    @Test
    void an_envoy_that_dropped_its_share_is_restored_although_it_rejects_a_listener() {
        catalog.has("shop");
        token("shop", 3);
        envoys.holds("shop", 3, false);
        envoys.rejectsListener("shop");
        assertThat(restore().pools()).extracting(PoolRestored::outcome).containsExactly(Outcome.RESTORED);
    }

    @Test
    void a_pool_without_an_envoy_is_not_called_restored() {
        catalog.has("shop");
        RestoreResult result = restore();
        assertThat(result.restored()).isFalse();
        assertThat(result.pools().get(0).outcome()).isEqualTo(Outcome.UNKNOWN);
    }

    @Test
    void a_pool_that_only_redirectors_know_is_restored_too() {
        envoys.holds("forgotten", 7, false);
        token("forgotten", 7);
        assertThat(restore().pools()).extracting(PoolRestored::outcome).containsExactly(Outcome.RESTORED);
    }

    @Test
    void without_the_database_leases_are_ended_with_their_own_token_and_it_is_said() {
        catalog.has("shop");
        envoys.holds("shop", 41, false);
        database.fails();
        RestoreResult result = restore();
        assertThat(aborted).hasSize(1);
        assertThat(envoys.orders()).extracting(RedirectOrder::token).containsExactly(41L);
        assertThat(envoys.orders()).extracting(RedirectOrder::sequence).containsExactly(Long.MAX_VALUE);
        assertThat(result.journal()).isFalse();
        assertThat(result.restored())
                .as("there may be pools that nobody tells of")
                .isFalse();
        assertThat(result.pools()).extracting(PoolRestored::outcome).containsExactly(Outcome.RESTORED);
    }
}
