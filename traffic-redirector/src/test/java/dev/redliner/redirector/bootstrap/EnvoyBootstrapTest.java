package dev.redliner.redirector.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.pool.EnvoySettings;
import dev.redliner.contracts.pool.EnvoySettings.Mode;
import dev.redliner.contracts.pool.EnvoySettings.StatisticsPage;
import dev.redliner.contracts.pool.Host;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.redirector.Samples;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

class EnvoyBootstrapTest {

    @Test
    void the_example_says_which_clusters_a_pool_is_split_into() {
        assertThat(example(Samples.host("a", 8_001)))
                .contains("split your pool's cluster into checkout-sut and checkout-rest,");
        assertThat(example(Samples.host("a", 8_001), Samples.host("b.1", 8_002)))
                .contains("split your pool's cluster into checkout-sut-a, checkout-sut-b.1 and checkout-rest,");
    }

    @Test
    void an_envoy_whose_page_of_statistics_is_declared_serves_it() {
        assertThat(bootstrap(declared("http://10.0.0.7:15090/stats/prometheus"), "edge-1"))
                .contains("path: /stats/prometheus", "port_value: 15090", "address: 10.0.0.7");
        assertThat(bootstrap(declared("http://edge:15090/stats/prometheus"), "edge-1"))
                .contains("address: 0.0.0.0");
        assertThat(bootstrap(declared("http://10.0.0.7:15090/stats/prometheus"), "edge-2"))
                .doesNotContain("15090");
        for (String loopback : List.of("localhost", "127.0.0.1", "127.1.2.3", "[::1]")) {
            assertThat(bootstrap(declared("http://" + loopback + ":15090/stats/prometheus"), "edge-1"))
                    .as("a page on loopback is open to nobody else")
                    .contains("port_value: 15090")
                    .doesNotContain("address: 0.0.0.0", "address: '::'");
        }
        for (String other : List.of("https://edge:15090/stats/prometheus", "http://edge:15090/metrics")) {
            assertThat(bootstrap(declared(other), "edge-1"))
                    .as("a page that Envoy does not have like this")
                    .doesNotContain("15090");
        }
    }

    private static Pool declared(String page) {
        Pool pool = Samples.pool("checkout", Tier.BACK_END, Mode.FULL, 8_080, List.of(Samples.host("a", 8_001)), 8_003);
        var envoy = new EnvoySettings(
                Mode.FULL, "127.0.0.1", 8_080, List.of(), List.of(new StatisticsPage(URI.create(page), "edge-1")));
        return new Pool(
                pool.name(),
                pool.tier(),
                pool.hosts(),
                pool.sut(),
                pool.baselineShare(),
                pool.maxShare(),
                pool.userHeader(),
                envoy);
    }

    private static String bootstrap(Pool pool, String node) {
        return EnvoyBootstrap.yaml(pool, new BootstrapRequest(node, "127.0.0.1", 8_779, 9_901, 8_080, false));
    }

    private static String example(Host... suts) {
        return bootstrap(
                Samples.pool("checkout", Tier.BACK_END, Mode.RUNTIME_ONLY, 8_080, List.of(suts), 8_003), "envoy-1");
    }
}
