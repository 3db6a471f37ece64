package dev.redliner.controller.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.traffic.SecondCounts;
import dev.redliner.contracts.traffic.TrafficMinute;
import dev.redliner.controller.api.ApiServer;
import dev.redliner.controller.traffic.TrafficBook;
import dev.redliner.controller.traffic.TrafficHistory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Collectors that stopped, on the overview. */
class CountsHealthTest {
    private static final Instant NOW = Instant.now().truncatedTo(ChronoUnit.MINUTES);

    private static ApiServer server;
    private static TrafficHistory history;

    @BeforeAll
    static void start() {
        server = new ApiServer();
        history = server.part(TrafficHistory.class);
        // the last counted second is 11 min old, 1 min old with gaps, or 1 min old
        minutes("stopped", 20, 11, 60);
        minutes("patchy", 20, 1, 40);
        minutes("well", 20, 1, 60);
        // a service that was declared 3 min ago
        minutes("young", 4, 1, 60);
    }

    private static void minutes(String pool, int from, int until, int counted) {
        for (int ago = from; ago > until; ago--) {
            long[] counts = LongStream.range(0, 60)
                    .map(second -> second < counted ? 100 : SecondCounts.GAP)
                    .toArray();
            var minute = new TrafficMinute(pool, NOW.minus(Duration.ofMinutes(ago)), 1, SecondCounts.of(counts));
            assertThat(server.part(TrafficBook.class).add(minute, NOW)).isTrue();
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Attention of(String pool, boolean before) {
        return CountsHealth.of(pool, history.seconds(pool, NOW), before, NOW);
    }

    @Test
    void counts_that_stopped_and_counts_with_gaps_need_a_look() {
        assertThat(of("stopped", true))
                .extracting(Attention::title, Attention::when)
                .containsExactly("stopped: no counts arrive", "11 min");
        assertThat(of("patchy", true)).extracting(Attention::title).isEqualTo("patchy: counts have gaps");
        assertThat(of("patchy", true).detail())
                .contains("Of the newest 5 min since the first count, 66.7% of the seconds were counted");
        assertThat(of("well", true)).isNull();
        assertThat(of("young", true)).isNull();
    }

    @Test
    void a_pool_without_any_counts_is_new_unless_there_were_some_before() {
        assertThat(of("none", false)).isNull();
        assertThat(of("none", true)).extracting(Attention::when).isEqualTo("more than an hour");
    }

    @Test
    void the_overview_shows_it() throws Exception {
        var http = HttpClient.newHttpClient();
        String text = OverviewPages.EXAMPLE.replace("service: checkout", "service: stopped");
        http.send(
                HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/services/stopped"))
                        .header("Content-Type", "application/yaml")
                        .PUT(HttpRequest.BodyPublishers.ofString(text))
                        .build(),
                BodyHandlers.discarding());
        assertThat(http.send(
                                HttpRequest.newBuilder(URI.create(server.url() + "/"))
                                        .build(),
                                BodyHandlers.ofString())
                        .body())
                .contains("stopped: no counts arrive");
    }
}
