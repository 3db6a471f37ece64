package dev.redliner.controller.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redliner.controller.api.ApiServer;
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

    private final List<String> heard = new ArrayList<>();
    private final JdbcClient jdbc =
            JdbcClient.create(new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1"));
    private final ServiceDefinition service = parsed();
    private final ServiceCatalog catalog =
            new JdbcServiceCatalog(jdbc, InstantSource.fixed(NOW), List.of(new CatalogListener() {
                @Override
                public void applied(ServiceDefinition applied) {
                    heard.add("applied " + applied.name());
                    throw new IllegalStateException("Kafka is down");
                }

                @Override
                public void deleted(String name) {
                    heard.add("deleted " + name);
                }
            }));

    private static ServiceDefinition parsed() {
        try {
            return ServiceYaml.parse(null, ServiceDocuments.CHECKOUT);
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
        assertThat(catalog.delete("checkout", ANY)).isTrue();
        assertThat(catalog.delete("checkout", ANY)).isFalse();
        assertThat(heard).containsExactly("applied checkout", "deleted checkout");
    }
}
