package dev.redliner.controller.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.redirect.Share;
import dev.redliner.controller.api.ApiServer;
import dev.redliner.service.ServiceYaml;
import dev.redliner.service.UserPlace;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class UsersPagesTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final String FRONT =
            """
            service: front
            tier: front-end
            pool: {hosts: [a=127.0.0.1:1, b=127.0.0.1:2, c=127.0.0.1:3], sut: a, maxShare: 60%}
            rules:
              - {metric: latency.p99, max: 100ms}
            """;

    private static ApiServer server;

    @BeforeAll
    static void start() throws Exception {
        server = new ApiServer();
        put("front", FRONT);
        put("back", FRONT.replace("service: front", "service: back").replace("tier: front-end\n", ""));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void users_are_placed_as_envoys_place_them() throws Exception {
        var pool = ServiceYaml.parse(null, FRONT).pool();
        String users = IntStream.range(0, 50).mapToObj(i -> "user-" + i).collect(Collectors.joining("\r\n"));
        long moved = users.lines()
                .filter(user ->
                        UserPlace.of(pool, user).at(Share.ofFraction(0.3)).isPresent())
                .count();

        HttpResponse<String> page = post("front", users, "30 %");

        assertThat(page.statusCode()).as(page.body()).isEqualTo(200);
        assertThat(page.body())
                .contains(moved + " of 50 users are on the SUT at 30%, and ", "At 30%", "user-49")
                .contains("At 33.33% (baseline)");
        assertThat(post("front", users, "").body()).contains("users are on the SUT at 60%");
    }

    @Test
    void an_id_cannot_become_markup() throws Exception {
        assertThat(post("front", "<b>eve</b>", "").body())
                .contains("&lt;b&gt;eve&lt;/b&gt;")
                .doesNotContain("<b>eve");
    }

    @Test
    void mistakes_and_services_without_places_are_told() throws Exception {
        for (String share : new String[] {"101", "-1", "a third", "NaN"}) {
            HttpResponse<String> page = post("front", "ada", share);
            assertThat(page.statusCode()).as(share).isEqualTo(422);
            assertThat(page.body()).contains("is no percentage from 0 to 100. Enter one such as 30.");
        }
        assertThat(post("front", "ada\n".repeat(1_001), "").body()).contains("1001 users, and the page takes 1000");
        assertThat(post("back", "ada", "").body()).contains("its requests are placed at random");
        assertThat(post("none", "ada", "").statusCode()).isEqualTo(404);
    }

    @Test
    void the_page_of_a_front_end_service_leads_there() throws Exception {
        assertThat(get("/services/front").body()).contains("href=\"/services/front/users\"");
        assertThat(get("/services/back").body()).doesNotContain("/services/back/users");
        assertThat(get("/services/front/users").body()).contains("Enter ids as they are in the header");
    }

    private static void put(String name, String yaml) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/services/" + name))
                .header("Content-Type", "application/yaml")
                .PUT(BodyPublishers.ofString(yaml))
                .build();
        assertThat(CLIENT.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(201);
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create(server.url() + path)).build(), BodyHandlers.ofString());
    }

    private static HttpResponse<String> post(String service, String users, String share) throws Exception {
        String body = "users=" + URLEncoder.encode(users, StandardCharsets.UTF_8) + "&share="
                + URLEncoder.encode(share, StandardCharsets.UTF_8);
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create(server.url() + "/services/" + service + "/users"))
                        .headers("Content-Type", "application/x-www-form-urlencoded", "Origin", server.url())
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }
}
