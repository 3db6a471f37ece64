package dev.redliner.collector.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.collector.TestEnvoy;
import dev.redliner.collector.envoy.EnvoyAddress;
import dev.redliner.collector.fetch.Targets;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests against a real Envoy that has its own admin page as the upstream. */
class RealEnvoyTrafficTest {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final Set<String> SHOP = Set.of("shop-sut-a.1", "shop-rest");

    private final HttpClient client = HttpClient.newHttpClient();
    private final Targets targets = TestEnvoy.targets();
    private Path folder;
    private int adminPort;
    private int listenPort;
    private Process envoy;
    private EnvoyReads reads;

    @BeforeEach
    void start(@TempDir Path folder) throws Exception {
        this.folder = folder;
        adminPort = TestEnvoy.freePort();
        listenPort = TestEnvoy.freePort();
        reads = new EnvoyReads(EnvoyAddress.admin(URI.create("http://127.0.0.1:" + adminPort)), "collector@a", targets);
        reads.follow(Map.of("shop", SHOP));
        startEnvoy();
    }

    @AfterEach
    void stop() throws InterruptedException {
        targets.close();
        envoy.destroyForcibly().waitFor();
    }

    @Test
    void the_requests_between_two_reads_are_counted_over_all_clusters_of_the_pool() throws Exception {
        ClusterTotals before = reads.totals(LIMIT);
        send("/sut", 7);
        assertThat(reads.totals(LIMIT).since(before, SHOP)).hasValue(7);
        send("/rest", 5);
        assertThat(reads.totals(LIMIT).since(before, SHOP)).hasValue(12);
    }

    @Test
    void a_pool_without_requests_has_none_and_a_cluster_that_does_not_exist_is_not_known() throws Exception {
        reads.follow(Map.of("shop", SHOP, "cart", Set.of("cart-sut", "cart-rest")));
        ClusterTotals totals = reads.totals(LIMIT);
        assertThat(totals.since(totals, SHOP)).hasValue(0);
        assertThat(totals.since(totals, Set.of("cart-sut", "cart-rest"))).isEmpty();
        assertThat(totals.requests()).containsOnlyKeys(SHOP);
    }

    @Test
    void many_pools_are_read_with_one_request_for_all_clusters() throws Exception {
        var pools = new HashMap<String, Set<String>>();
        for (int i = 0; i < 500; i++) {
            pools.put("pool-" + i, Set.of("pool-" + i + "-sut", "pool-" + i + "-rest"));
        }
        pools.put("shop", SHOP);
        reads.follow(pools);
        ClusterTotals before = reads.totals(LIMIT);
        send("/rest", 3);
        ClusterTotals after = reads.totals(LIMIT);
        assertThat(after.since(before, SHOP)).hasValue(3);
        assertThat(after.since(before, Set.of("pool-1-sut", "pool-1-rest"))).isEmpty();
    }

    @Test
    void a_minute_carries_the_node_id_of_its_envoy_so_that_one_that_is_read_twice_counts_once() {
        long minute = 60L * 29_000_000;
        reads.turn(minute + 1);
        assertThat(reads.begin()).isTrue();
        reads.read(minute + 1);
        assertThat(reads.turn(minute + 61)).singleElement().satisfies(it -> assertThat(it.node())
                .isEqualTo("edge-1"));
    }

    @Test
    void the_requests_around_a_restart_are_not_known() throws Exception {
        send("/sut", 7);
        ClusterTotals before = reads.totals(LIMIT);
        envoy.destroyForcibly().waitFor();
        startEnvoy();
        send("/sut", 2);
        assertThat(reads.totals(LIMIT).since(before, SHOP)).isEmpty();
    }

    private void send(String path, int times) throws Exception {
        for (int i = 0; i < times; i++) {
            var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + listenPort + path));
            client.send(request.build(), HttpResponse.BodyHandlers.discarding());
        }
    }

    private void startEnvoy() throws Exception {
        envoy = TestEnvoy.start(
                folder, BOOTSTRAP.replace("{admin}", "" + adminPort).replace("{listen}", "" + listenPort), adminPort);
        TestEnvoy.await(envoy, () -> reads.totals(LIMIT).requests().size() == SHOP.size());
    }

    private static final String BOOTSTRAP =
            """
            node: {id: edge-1, cluster: edge}
            admin: {address: {socket_address: {address: 127.0.0.1, port_value: {admin}}}}
            static_resources:
              listeners:
              - name: in
                address: {socket_address: {address: 127.0.0.1, port_value: {listen}}}
                filter_chains:
                - filters:
                  - name: envoy.filters.network.http_connection_manager
                    typed_config:
                      "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
                      stat_prefix: in
                      http_filters:
                      - {name: router, typed_config: {"@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router}}
                      route_config:
                        virtual_hosts:
                        - name: all
                          domains: ["*"]
                          routes:
                          - {match: {prefix: /rest}, route: {cluster: shop-rest, prefix_rewrite: /ready}}
                          - {match: {prefix: /}, route: {cluster: shop-sut-a.1, prefix_rewrite: /ready}}
              clusters:
              - {name: shop-sut-a.1, load_assignment: {cluster_name: shop-sut-a.1, endpoints: [{lb_endpoints: [{endpoint: {address: {socket_address: {address: 127.0.0.1, port_value: {admin}}}}}]}]}}
              - {name: shop-rest, load_assignment: {cluster_name: shop-rest, endpoints: [{lb_endpoints: [{endpoint: {address: {socket_address: {address: 127.0.0.1, port_value: {admin}}}}}]}]}}
            """;
}
