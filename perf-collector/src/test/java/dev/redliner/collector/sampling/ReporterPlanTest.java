package dev.redliner.collector.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redliner.collector.envoy.EnvoyAddress;
import dev.redliner.contracts.pool.Dependency;
import dev.redliner.contracts.pool.EnvoySettings;
import dev.redliner.contracts.pool.Host;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.contracts.redirect.Share;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReporterPlanTest {
    static final URI PAGE = URI.create("http://127.0.0.1:8001/metrics");
    static final URI ADMIN = URI.create("http://127.0.0.1:9901");

    @Test
    void a_followed_pool_gives_a_reporter_for_each_page_and_each_envoy() {
        assertThat(plan("", "").reporters(List.of(pool("checkout"))))
                .containsExactlyInAnyOrder(
                        new ReporterSpec("me", "checkout", List.of(new SourceSpec.Page("a", PAGE))), envoy("checkout"));
    }

    @Test
    void of_a_set_each_hosts_cluster_is_read_as_that_host() {
        assertThat(plan("", "").reporters(List.of(pool("checkout", List.of("a", "c.1")))))
                .contains(new ReporterSpec(
                        "me/envoy@127.0.0.1:9901",
                        "checkout",
                        List.of(new SourceSpec.Envoy(
                                EnvoyAddress.admin(ADMIN),
                                Map.of("a", "checkout-sut-a", "c.1", "checkout-sut-c.1"),
                                "checkout-rest",
                                "checkout"))));
    }

    @Test
    void the_node_is_read_together_with_its_page_so_that_the_page_can_replace_its_cpu() {
        assertThat(plan("a", "").reporters(List.of(pool("checkout"))))
                .contains(new ReporterSpec(
                        "me", "checkout", List.of(new SourceSpec.Node("a"), new SourceSpec.Page("a", PAGE))));
    }

    @Test
    void a_dependency_has_a_reporter_of_its_page_and_of_its_node() {
        Pool watching = watching(pool("checkout"));

        assertThat(plan("a", "").reporters(List.of(watching)))
                .contains(new ReporterSpec("me", "checkout", List.of(new SourceSpec.Page("@deps.orders_db", PAGE))));
        assertThat(plan("db-1", "").reporters(List.of(watching)))
                .contains(new ReporterSpec(
                        "me",
                        "checkout",
                        List.of(new SourceSpec.Node("@deps.orders_db"), new SourceSpec.Page("@deps.orders_db", PAGE))));
    }

    @Test
    void the_collector_of_a_dependencys_node_reads_it_without_following_pools_and_for_each_pool() {
        var onDatabase = new ReporterPlan("me", "db-1", "databases", false, List.of(), false);

        assertThat(onDatabase.reporters(List.of(watching(pool("checkout")), watching(pool("payment")))))
                .containsExactlyInAnyOrder(
                        new ReporterSpec("me", "checkout", List.of(new SourceSpec.Node("@deps.orders_db"))),
                        new ReporterSpec("me", "payment", List.of(new SourceSpec.Node("@deps.orders_db"))),
                        new ReporterSpec("me", "databases", List.of(new SourceSpec.Node("db-1"))));
        assertThat(new ReporterPlan("me", "a", "", false, List.of(), false)
                        .reporters(List.of(watching(pool("checkout")))))
                .isEmpty();
    }

    private static Pool watching(Pool plain) {
        return new Pool(
                plain.name(),
                plain.tier(),
                plain.hosts(),
                plain.sut(),
                plain.baselineShare(),
                plain.maxShare(),
                null,
                null,
                plain.withoutUser(),
                plain.envoy(),
                List.of(new Dependency("orders-db", "db-1", PAGE)));
    }

    @Test
    void a_node_with_a_pool_is_read_though_no_pool_is_known() {
        assertThat(plan("a", "checkout").reporters(List.of()))
                .containsExactly(new ReporterSpec("me", "checkout", List.of(new SourceSpec.Node("a"))));
    }

    @Test
    void a_node_is_not_read_twice_when_its_pool_becomes_known() {
        var specs = plan("a", "checkout").reporters(List.of(pool("checkout"), pool("payment")));
        assertThat(specs.stream().flatMap(spec -> spec.sources().stream()))
                .filteredOn(SourceSpec.Node.class::isInstance)
                .hasSize(1);
    }

    @Test
    void what_is_configured_needs_no_pool_record() {
        var plan = new ReporterPlan(
                "me", "", "", true, List.of(new Assignment("checkout", "a", true, PAGE, List.of(ADMIN))), false);
        assertThat(plan.reporters(List.of()))
                .containsExactlyInAnyOrder(
                        new ReporterSpec(
                                "me", "checkout", List.of(new SourceSpec.Node("a"), new SourceSpec.Page("a", PAGE))),
                        envoy("checkout"));
    }

    @Test
    void an_assignment_with_nothing_to_read_or_a_pool_that_is_no_cluster_name_is_refused() {
        assertThatThrownBy(() -> new Assignment("checkout", "a", false, null, List.of()))
                .hasMessageContaining("nothing to read");
        assertThatThrownBy(() -> new Assignment("a|.*", "a", true, null, List.of()))
                .hasMessageContaining("pool name");
    }

    @Test
    void what_the_service_of_a_node_pushes_is_read_together_with_the_node() {
        assertThat(new ReporterPlan("me", "a", "checkout", false, List.of(), true).reporters(List.of()))
                .containsExactly(new ReporterSpec(
                        "me", "checkout", List.of(new SourceSpec.Node("a"), new SourceSpec.Pushed("a"))));
    }

    @Test
    void each_page_of_statistics_is_a_reporter_of_its_own() {
        Pool pool = pool("checkout");
        var envoy = new EnvoySettings(
                EnvoySettings.Mode.RUNTIME_ONLY,
                "",
                0,
                List.of(),
                List.of(
                        new EnvoySettings.StatisticsPage(URI.create("http://gate/edge-1/stats/prometheus"), "edge-1"),
                        new EnvoySettings.StatisticsPage(URI.create("http://gate/edge-2/stats/prometheus"), "edge-2")));
        Pool read = new Pool(
                pool.name(), pool.tier(), pool.hosts(), pool.sut(), pool.baselineShare(), pool.maxShare(), null, envoy);
        assertThat(plan("", "").reporters(List.of(read)))
                .extracting(ReporterSpec::reporter)
                .contains("me/envoy@gate/edge-1", "me/envoy@gate/edge-2");
    }

    private static ReporterPlan plan(String node, String pool) {
        return new ReporterPlan("me", node, pool, true, List.of(), false);
    }

    private static ReporterSpec envoy(String pool) {
        return new ReporterSpec(
                "me/envoy@127.0.0.1:9901",
                pool,
                List.of(new SourceSpec.Envoy(
                        EnvoyAddress.admin(ADMIN), Map.of("a", pool + "-sut"), pool + "-rest", pool)));
    }

    static Pool pool(String name) {
        return pool(name, List.of("a"));
    }

    private static Pool pool(String name, List<String> sut) {
        return new Pool(
                name,
                Tier.BACK_END,
                List.of(
                        new Host("a", "127.0.0.1", 8001, PAGE),
                        new Host("b", "", 0, null),
                        new Host("c.1", "", 0, null)),
                sut,
                new Share(100_000),
                new Share(600_000),
                null,
                new EnvoySettings(EnvoySettings.Mode.RUNTIME_ONLY, "", 0, List.of(ADMIN)));
    }
}
