package dev.redliner.testbench.serve;

import static dev.redliner.testbench.serve.ServeProcess.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.testbench.MostlyWaits;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The traffic of a pool without a run is counted, survives a restart of the server, and is available to the search of a
 * run. The run reads a dependency of the service, and how busy the workers of its Envoy are.
 */
@MostlyWaits
class IdleTrafficIT {
    private static final String HEAP = "deps.the_server.jvm.memory_used_bytes_area_heap";

    /** A minute is published after its end. On a busy machine some minutes have a gap. */
    private static final Duration MINUTES = Duration.ofMinutes(8);

    private ServedShop shop;

    @BeforeEach
    void serve(@TempDir Path folder) {
        shop = new ServedShop(folder);
    }

    @AfterEach
    void end() {
        shop.close();
    }

    @Test
    void the_traffic_of_an_idle_pool_is_known_to_the_next_run_also_after_a_kill() {
        ServeProcess server = shop.server();
        await("two minutes of traffic", MINUTES, () -> unbrokenBlocks(seconds(server)) >= 2);
        JsonNode before = seconds(server);
        double mean = before.path("requests")
                .valueStream()
                .filter(JsonNode::isNumber)
                .mapToInt(JsonNode::asInt)
                .average()
                .orElseThrow();
        // the shop's traffic is 300 requests per second
        assertThat(mean).isBetween(240.0, 360.0);

        server.kill();
        server.start();
        await("the seconds before the kill", () -> unbrokenBlocks(seconds(server)) >= 2);
        Instant from = Instant.parse(before.path("from").asString());
        assertThat(Instant.parse(seconds(server).path("from").asString())).isBeforeOrEqualTo(from);
        JsonNode slots = traffic(server).path("slots");
        assertThat(slots).isNotEmpty();
        assertThat(slots.path(0).path("peakRps").asDouble())
                .isGreaterThanOrEqualTo(slots.path(0).path("meanRps").asDouble());

        String run = shop.startedRun();
        await(
                "the run to begin",
                () -> server.run(run).at("/began/trafficSeconds").isNumber());
        assertThat(server.run(run).at("/began/trafficSeconds").asInt()).isGreaterThanOrEqualTo(120);
        await(
                "the dependency's metrics",
                () -> server.run(run)
                                .path("baseline")
                                .path("signals")
                                .path(HEAP)
                                .asDouble(0)
                        > 1_000_000);
        await("the workers of Envoy", () -> {
            double busiest = server.run(run)
                    .at("/baseline/signals/envoy.workers.busiest")
                    .asDouble(0);
            return busiest > 0.001 && busiest <= 1;
        });
        await("the rule about it to fail", () -> ofShop(server, "rules")
                .valueStream()
                .anyMatch(rule -> rule.path("rule").asString().equals("heap")
                        && rule.path("outcome").asString().equals("FAIL")));
        assertThat(ofShop(server, "metrics").path(HEAP).asDouble()).isGreaterThan(1_000_000);
        server.post("/api/v1/runs/" + run + "/abort", "{\"why\":\"enough\"}");
        await("the abort", () -> shop.state(run).equals("ABORTED"));
    }

    /** A part of the newest verdict. */
    private static JsonNode ofShop(ServeProcess server, String part) {
        return server.json(server.get("/api/v1/services/shop/metrics")).path(part);
    }

    private static JsonNode traffic(ServeProcess server) {
        return server.json(server.get("/api/v1/services/shop/traffic"));
    }

    private static JsonNode seconds(ServeProcess server) {
        return traffic(server).path("seconds");
    }

    /** Number of consecutive minutes, from the newest back, in which each second was counted. */
    private static int unbrokenBlocks(JsonNode seconds) {
        JsonNode requests = seconds.path("requests");
        int blocks = 0;
        int inRow = 0;
        for (int second = requests.size() - 1; second >= 0; second--) {
            inRow = requests.path(second).isNumber() ? inRow + 1 : 0;
            if (inRow == 60) {
                blocks++;
                inRow = 0;
            }
        }
        return blocks;
    }
}
