package dev.redliner.collector.envoy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class EnvoyStatsTest {
    @Test
    void lines_that_are_no_counts_are_ignored() {
        EnvoyStats stats = EnvoyStats.parseText(
                """
                cluster.shop-sut-a.1.upstream_rq_total: 12
                cluster.shop-rest.upstream_rq_time: P0(nan,1) P25(nan,1.025)
                cluster.shop-rest.version_text: "a: 7"
                server.uptime: 7
                cluster.shop-rest.negative: -3
                <html>
                """);
        assertThat(stats.values())
                .isEqualTo(Map.of("cluster.shop-sut-a.1.upstream_rq_total", 12.0, "server.uptime", 7.0));
    }
}
