package dev.redliner.redirector.xds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.pool.EnvoySettings.Mode;
import dev.redliner.contracts.pool.Host;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.redirector.Samples;
import io.envoyproxy.envoy.config.cluster.v3.Cluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class EnvoyResourcesTest {
    private static final int PEER = 9_000;

    @Test
    void a_sut_of_one_host_has_one_cluster() {
        List<Cluster> clusters = clusters("a");
        assertThat(clusters).extracting(Cluster::getName).containsExactly("checkout-sut", "checkout-rest");
        assertThat(ports(clusters.get(0))).isEqualTo(Map.of(0, List.of(9_001), 1, List.of(PEER)));
        assertThat(ports(clusters.get(1))).isEqualTo(Map.of(0, List.of(PEER)));
    }

    @Test
    void each_host_of_a_set_has_a_cluster_with_only_peers_behind_it() {
        List<Cluster> clusters = clusters("a", "b.1", "c");
        assertThat(clusters)
                .extracting(Cluster::getName)
                .containsExactly("checkout-sut-a", "checkout-sut-b.1", "checkout-sut-c", "checkout-rest");
        for (int i = 0; i < 3; i++) {
            Cluster sut = clusters.get(i);
            assertThat(ports(sut)).isEqualTo(Map.of(0, List.of(9_001 + i), 1, List.of(PEER)));
            assertThat(sut.getOutlierDetection()).isEqualTo(DeadHosts.detection());
            assertThat(sut.getCommonLbConfig()).isEqualTo(DeadHosts.atOnce());
            assertThat(sut.getCircuitBreakers().getThresholds(0).getMaxRetries().getValue())
                    .isZero();
        }
        assertThat(ports(clusters.get(3))).isEqualTo(Map.of(0, List.of(PEER)));
        assertThat(clusters.get(3).hasOutlierDetection()).isFalse();
    }

    /** The ports of a cluster's hosts, by priority. */
    private static Map<Integer, List<Integer>> ports(Cluster cluster) {
        var ports = new TreeMap<Integer, List<Integer>>();
        cluster.getLoadAssignment()
                .getEndpointsList()
                .forEach(tier -> ports.put(
                        tier.getPriority(),
                        tier.getLbEndpointsList().stream()
                                .map(host -> host.getEndpoint()
                                        .getAddress()
                                        .getSocketAddress()
                                        .getPortValue())
                                .toList()));
        return ports;
    }

    private static List<Cluster> clusters(String... suts) {
        var hosts = new ArrayList<Host>();
        for (String id : suts) {
            hosts.add(Samples.host(id, 9_001 + hosts.size()));
        }
        return EnvoyResources.clusters(Samples.pool("checkout", Tier.BACK_END, Mode.FULL, 18_080, hosts, PEER));
    }
}
