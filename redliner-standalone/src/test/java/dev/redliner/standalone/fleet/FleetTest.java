package dev.redliner.standalone.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redliner.contracts.pool.Host;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FleetTest {
    private final HttpClient client = HttpClient.newHttpClient();
    private final Fleet fleet = Fleet.start(new FleetSettings(
            2,
            "demo",
            "127.0.0.1",
            0,
            1,
            new HostSettings(1, Duration.ofMillis(40), 0, Duration.ZERO, 0, Duration.ZERO)));
    private final Host first = fleet.hosts().get(0);

    @AfterEach
    void stop() {
        fleet.close();
    }

    @Test
    void an_answer_takes_as_long_as_the_model_says_and_names_its_host() throws Exception {
        get(first, "/warm");
        long start = System.nanoTime();
        var answer = get(first, "/anything?x=1");
        long tookMillis = (System.nanoTime() - start) / 1_000_000;

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("x-host")).contains("demo-1");
        assertThat(answer.headers().firstValue("x-user-id")).contains("u-7");
        assertThat(tookMillis).isBetween(40L, 400L);
    }

    @Test
    void a_request_beyond_the_queue_is_answered_503() throws Exception {
        var running = client.sendAsync(request(first, "/"), BodyHandlers.ofString());
        HttpResponse<String> second =
                client.sendAsync(request(first, "/"), BodyHandlers.ofString()).get();
        assertThat(java.util.List.of(running.get().statusCode(), second.statusCode()))
                .containsExactlyInAnyOrder(200, 503);
        assertThat(get(first, "/metrics").body())
                .contains("redliner_host_requests_total 2\n", "redliner_host_errors_total 1\n");
    }

    @Test
    void metrics_and_health_are_no_requests() throws Exception {
        assertThat(get(first, "/healthz").statusCode()).isEqualTo(200);
        String metrics = get(first, "/metrics").body();
        assertThat(metrics)
                .contains("# TYPE redliner_host_cpu gauge\n", "redliner_host_requests_total 0\n")
                .contains("redliner_host_in_flight 0\n", "process_start_time_seconds ");
        assertThat(first.metrics()).hasToString("http://127.0.0.1:" + first.port() + "/metrics");
    }

    @Test
    void a_slowed_host_is_slow_and_the_others_are_not() throws Exception {
        fleet.slow("demo-1", 5);
        long start = System.nanoTime();
        get(first, "/");
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(200_000_000L);
        assertThatThrownBy(() -> fleet.slow("demo-3", 2)).hasMessageContaining("demo-3");
    }

    @Test
    void a_killed_host_refuses_connections_until_it_is_revived_with_fresh_counters() throws Exception {
        get(first, "/");
        fleet.kill("demo-1");
        fleet.kill("demo-1");
        assertThatThrownBy(() -> get(first, "/")).isInstanceOf(IOException.class);
        assertThat(get(fleet.hosts().get(1), "/").statusCode()).isEqualTo(200);
        assertThat(fleet.hosts()).hasSize(2);

        fleet.revive("demo-1");
        assertThat(get(first, "/metrics").body()).contains("redliner_host_requests_total 0\n");
    }

    @Test
    void the_busy_fraction_is_that_of_the_last_second() {
        var meter = new BusyMeter(2);
        assertThat(meter.fraction(0, 0)).isZero();
        for (int i = 0; i <= 20; i++) {
            // both workers idle for a second, then one busy
            meter.read(i * BusyMeter.PERIOD_NANOS, Math.max(0, i - 10) * BusyMeter.PERIOD_NANOS);
        }
        assertThat(meter.fraction(20 * BusyMeter.PERIOD_NANOS, 10 * BusyMeter.PERIOD_NANOS))
                .isEqualTo(0.5);
    }

    private HttpResponse<String> get(Host host, String path) throws IOException, InterruptedException {
        return client.send(request(host, path), BodyHandlers.ofString());
    }

    private static HttpRequest request(Host host, String path) {
        return HttpRequest.newBuilder(URI.create("http://" + host.address() + ":" + host.port() + path))
                .header("x-user-id", "u-7")
                .build();
    }
}
