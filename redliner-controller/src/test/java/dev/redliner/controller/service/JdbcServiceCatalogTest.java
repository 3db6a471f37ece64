package dev.redliner.controller.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.controller.api.ApiServer;
import dev.redliner.service.InvalidService;
import dev.redliner.service.ServiceDefinition;
import dev.redliner.service.ServiceYaml;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

class JdbcServiceCatalogTest {
    private static final Instant NOW = Instant.parse("2026-01-05T10:00:00Z");
    private static final OptionalLong ANY = OptionalLong.empty();
    private static final String FULL = ServiceDocuments.CHECKOUT;
    private static final String RUNTIME_ONLY =
            ServiceDocuments.with("mode: full, listen: 127.0.0.1:8780", "mode: runtime-only");

    private final List<String> heard = new ArrayList<>();
    private final JdbcClient jdbc =
            JdbcClient.create(new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1"));
    private final ServiceDefinition service = parsed();
    private final ServiceCatalog catalog = new JdbcServiceCatalog(jdbc, InstantSource.fixed(NOW), List.of(name -> {
        heard.add(name);
        throw new IllegalStateException("Kafka is down");
    }));

    private static ServiceDefinition parsed() {
        return parsed(ServiceDocuments.CHECKOUT);
    }

    private static ServiceDefinition parsed(String yaml) {
        try {
            return ServiceYaml.parse(null, yaml);
        } catch (InvalidService e) {
            throw new AssertionError(e);
        }
    }

    @BeforeEach
    void migrate() {
        jdbc.sql(ApiServer.SERVICE_TABLE).update();
    }

    @Test
    void a_service_comes_back_as_it_was_written() throws StaleRevision {
        catalog.apply(service, ServiceDocuments.CHECKOUT, ANY, "ana");
        assertThat(catalog.stored("checkout"))
                .contains(new StoredService("checkout", 1, ServiceDocuments.CHECKOUT, NOW, "ana"));
        assertThat(catalog.find("checkout")).contains(service);
    }

    @Test
    void each_change_has_its_revision_and_a_stale_one_changes_nothing() throws StaleRevision {
        catalog.apply(service, "one", ANY, "ana");
        assertThat(catalog.apply(service, "two", OptionalLong.of(1), "ben"))
                .isEqualTo(new ServiceCatalog.Applied(2, false));
        assertThatThrownBy(() -> catalog.apply(service, "three", OptionalLong.of(1), "cy"))
                .isInstanceOf(StaleRevision.class)
                .hasMessageContaining("at revision 2, not at 1");
        assertThat(catalog.stored("checkout").orElseThrow().text()).isEqualTo("two");
    }

    @Test
    void what_is_stored_stays_stored_when_a_listener_fails() throws StaleRevision {
        catalog.apply(service, "text", ANY, "ana");
        assertThat(catalog.stored("checkout")).isPresent();
        assertThat(catalog.delete("checkout", ANY, "ana")).isTrue();
        assertThat(catalog.delete("checkout", ANY, "ana")).isFalse();
        assertThat(heard).containsExactly("checkout", "checkout");
    }

    private PoolRecord pool() {
        return catalog.pool("checkout").orElseThrow();
    }

    private void apply(String yaml) throws StaleRevision {
        catalog.apply(parsed(yaml), yaml, ANY, "ana");
    }

    @Test
    void a_deleted_service_is_gone_and_the_configuration_of_its_envoys_is_frozen() throws StaleRevision {
        apply(FULL);
        Pool full = pool().served();
        assertThat(catalog.delete("checkout", OptionalLong.of(1), "ana")).isTrue();
        assertThat(catalog.list()).isEmpty();
        assertThat(catalog.stored("checkout")).isEmpty();
        assertThat(pool().served()).isNull();
        assertThat(pool().frozen()).isEqualTo(full);
        assertThat(catalog.snapshot().pools()).containsExactly(pool());
    }

    @Test
    void a_host_that_moved_contradicts_the_frozen_configuration() throws StaleRevision {
        apply(FULL);
        String moved = RUNTIME_ONLY.replace("10.0.0.1:8080", "10.0.0.9:8080");
        assertThat(moved).isNotEqualTo(RUNTIME_ONLY);
        apply(moved);
        assertThat(pool().contradictory()).isTrue();
    }

    @Test
    void leaving_mode_full_freezes_its_configuration_until_it_is_declared_again() throws StaleRevision {
        apply(FULL);
        Pool full = pool().served();
        apply(RUNTIME_ONLY);
        assertThat(pool().served()).isEqualTo(parsed(RUNTIME_ONLY).pool());
        assertThat(pool().frozen()).isEqualTo(full);
        assertThat(pool().contradictory()).isFalse();
        apply(RUNTIME_ONLY);
        catalog.delete("checkout", ANY, "ana");
        assertThat(pool().frozen()).as("also later").isEqualTo(full);
        apply(FULL);
        assertThat(pool().configuration()).contains(full);
        assertThat(pool().frozen()).isNull();
    }

    @Test
    void only_frozen_configuration_can_be_withdrawn_and_its_record_stays() throws StaleRevision {
        apply(FULL);
        assertThat(catalog.withdraw("checkout", ANY, "ana")).isFalse();
        catalog.delete("checkout", ANY, "ana");
        long frozen = pool().revision();
        assertThatThrownBy(() -> catalog.withdraw("checkout", OptionalLong.of(frozen - 1), "ana"))
                .isInstanceOf(StaleRevision.class);
        assertThat(catalog.withdraw("checkout", OptionalLong.of(frozen), "ana")).isTrue();
        assertThat(pool()).isEqualTo(new PoolRecord("checkout", frozen + 1, null, null));
    }

    @Test
    void the_revision_of_the_pool_only_grows_also_when_the_service_is_declared_anew_elsewhere() throws StaleRevision {
        apply(FULL);
        assertThat(pool().revision()).isEqualTo(NOW.toEpochMilli());
        apply(FULL);
        assertThat(pool().revision()).isEqualTo(NOW.toEpochMilli() + 1);
        catalog.delete("checkout", ANY, "ana");
        apply(FULL);
        assertThat(pool().revision()).isEqualTo(NOW.toEpochMilli() + 3);
        assertThat(catalog.stored("checkout").orElseThrow().revision()).isEqualTo(4);
    }

    /** Earlier versions accepted this service. */
    private static final String PATIENT = ServiceDocuments.with("unknownFor: 20s", "unknownFor: 5m");

    @Test
    void envoys_are_served_by_a_text_that_breaks_a_rule_of_today_and_no_run_may_use_it() throws StaleRevision {
        catalog.apply(service, PATIENT, ANY, "ana");
        assertThat(catalog.snapshot().pools()).containsExactly(pool());
        assertThat(pool().configuration()).contains(service.pool());
        assertThat(catalog.snapshot().unreadablePools()).isEmpty();
        assertThatThrownBy(() -> catalog.find("checkout"))
                .isInstanceOf(UnreadableService.class)
                .hasMessageContaining("checkout")
                .hasMessageContaining("line 20: unknownFor PT5M is not within 1 s to 2 min (1s to 2m)");
        assertThat(ServiceCatalog.problem(catalog.stored("checkout").orElseThrow()))
                .isPresent();
    }

    @Test
    void frozen_configuration_is_withdrawn_whether_its_text_can_be_read_or_not() throws StaleRevision {
        for (String text : List.of(PATIENT, "no longer: valid")) {
            catalog.apply(service, text, ANY, "ana");
            catalog.delete("checkout", ANY, "ana");
            assertThat(catalog.withdraw("checkout", ANY, "ana")).as(text).isTrue();
            assertThat(pool().configuration()).as(text).isEmpty();
        }
    }

    @Test
    void a_pool_that_cannot_be_read_hides_no_other_one() throws StaleRevision {
        apply(FULL);
        jdbc.sql(
                        "insert into service (name, revision, definition, updated_at) values ('a', 1, 'no longer: valid', now())")
                .update();
        String other = FULL.replace("service: checkout", "service: till");
        jdbc.sql("insert into service (name, revision, definition, updated_at) values ('b', 1, ?, now())")
                .param(other)
                .update();
        assertThat(catalog.snapshot().pools()).containsExactly(pool());
        assertThat(catalog.snapshot().unreadablePools())
                .extracting(ServiceCatalog.UnreadablePool::name)
                .containsExactly("a", "b");
        assertThat(catalog.snapshot().unreadablePools().get(1).problem().problem())
                .contains("pool till in the record of b");
    }

    @Test
    void what_can_no_longer_be_read_is_kept_as_it_may_have_been_in_mode_full() throws StaleRevision {
        catalog.apply(service, "no longer: valid", ANY, "ana");
        catalog.delete("checkout", ANY, "ana");
        assertThat(catalog.snapshot().pools())
                .as("redirectors keep their record of it")
                .isEmpty();
        assertThat(jdbc.sql("select frozen from service").query(String.class).single())
                .isEqualTo("no longer: valid");
    }
}
