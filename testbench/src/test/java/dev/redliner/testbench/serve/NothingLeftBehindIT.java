package dev.redliner.testbench.serve;

import static dev.redliner.testbench.serve.ServeProcess.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.testbench.MostlyWaits;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/**
 * The server with its four parts is killed or stopped in the middle of a ramp, with a real Envoy, a real Kafka and real
 * traffic. The SUT's share of that traffic returns to the baseline. The collector reads the Envoy by the page of its
 * statistics alone; other tests read the admin pages.
 */
@MostlyWaits
@TestInstance(Lifecycle.PER_CLASS)
class NothingLeftBehindIT {
    @TempDir
    private static Path folder;

    private ServedShop shop;
    private ServeProcess server;

    @BeforeAll
    void start() {
        shop = ServedShop.readByPage(folder);
        server = shop.server();
    }

    @AfterAll
    void stop() {
        if (shop != null) {
            shop.close();
        }
    }

    @Test
    void a_server_killed_in_the_middle_of_a_ramp_leaves_no_share_behind_and_ends_its_run_when_it_is_back() {
        String run = shop.rampingRun();

        server.kill();

        shop.awaitBaseline();
        server.start();
        await("the run to be ended", () -> shop.state(run).equals("INTERRUPTED"));
        assertThat(server.run(run).at("/restored/verified").asBoolean()).isTrue();
        assertThat(server.run(run).at("/restored/configuration").asBoolean()).isTrue();
        shop.awaitBaseline();
    }

    @Test
    void a_server_that_is_asked_to_stop_restores_before_it_ends() {
        String run = shop.rampingRun();

        server.terminate();

        assertThat(shop.overridden())
                .as("what Envoy holds when the server is gone")
                .isFalse();
        server.start();
        assertThat(shop.state(run)).isEqualTo("ABORTED");
        assertThat(server.run(run).at("/restored/verified").asBoolean()).isTrue();
    }

    @Test
    void a_dry_run_ends_before_traffic_is_moved() {
        var started = server.post("/api/v1/dry-runs", "{\"service\":\"shop\"}");
        String run = server.json(started).at("/id").asString();

        await("the dry run to end", () -> {
            assertThat(shop.overridden()).isFalse();
            return !shop.state(run).matches("PENDING|BASELINING");
        });

        assertThat(shop.state(run)).as(server.run(run).at("/reason").asString()).isEqualTo("READY");
        assertThat(server.run(run).at("/steps").size()).isZero();
        assertThat(server.get("/api/v1/services/shop/metrics").body()).contains("latency.p99");
    }

    @Test
    void a_second_run_on_the_pool_is_refused_with_the_first_ones_id() {
        String first = shop.startedRun();

        var second = server.post("/api/v1/runs", "{\"service\":\"shop\"}");

        assertThat(second.statusCode()).isEqualTo(409);
        assertThat(server.json(second).at("/activeRun").asString()).isEqualTo(first);
        server.post("/api/v1/runs/" + first + "/abort", "{\"why\":\"enough\"}");
        await("the abort", () -> shop.state(first).equals("ABORTED"));
    }
}
