package dev.redliner.controller.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.redliner.contracts.StopOrder;
import dev.redliner.controller.api.ApiServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The whole way of an event: from a request to the API through the audit log to a destination. */
@Tag("slow")
class NotificationsApiTest {
    private static final String OPS = "--redliner.controller.notifications.destinations.ops.";
    private static final String STUCK = "--redliner.controller.notifications.destinations.stuck.";

    /** Without a service, the overview shows how to declare one. */
    private static final String SERVICE =
            """
            service: checkout
            pool:
              hosts:
                - {id: checkout-1, address: "10.0.0.1:8080"}
                - {id: checkout-2, address: "10.0.0.2:8080"}
              sut: checkout-1
              maxShare: 60%
            envoy:
              admin: ["http://127.0.0.1:9901"]
            rules:
              - {id: slo, pass: 'latency.p99 <= duration("250ms")'}
            """;

    private final HttpClient http = HttpClient.newHttpClient();
    private Receiver receiver;
    private Receiver stuck;
    private ApiServer server;

    @BeforeEach
    void start() throws Exception {
        receiver = new Receiver();
        stuck = new Receiver();
        server = new ApiServer(
                OPS + "kind=webhook",
                OPS + "secret=a-secret-of-the-settings",
                OPS + "url=" + receiver.uri(),
                STUCK + "kind=slack",
                STUCK + "url=" + stuck.uri(),
                "--redliner.controller.notifications.timeout=2s");
        await().until(() -> table().all().size() == 2);
    }

    @AfterEach
    void stop() {
        receiver.close();
        stuck.close();
        server.close();
    }

    private DestinationTable table() {
        return server.part(DestinationTable.class);
    }

    @Test
    void row_36_a_destination_that_hangs_delays_nothing_and_is_attempted_again() throws Exception {
        stuck.hangs();
        send("PUT", "/api/v1/safety-lever", "{\"why\": \"incident 4711\"}");
        await().atMost(Duration.ofSeconds(30)).until(() -> receiver.received().size() == 1);
        JsonNode event = receiver.received().get(0).json();
        assertThat(event.path("type").asString()).isEqualTo("dev.redliner.lever.engaged");
        assertThat(event.path("data").path("message").asString())
                .isEqualTo("The safety lever was engaged by 127.0.0.1. No run begins until it is released. Reason:"
                        + " incident 4711.");
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertThat(
                        send("GET", "/api/v1/notifications", "").body())
                .contains("\"no whole answer in time\""));
        JsonNode list = JsonMapper.shared()
                .readTree(send("GET", "/api/v1/notifications", "").body());
        assertThat(list.get(0).path("name").asString()).isEqualTo("ops");
        assertThat(list.get(0).path("failing").asBoolean()).isFalse();
        assertThat(list.get(1).path("attempts").asInt()).isEqualTo(1);
        http.send(
                HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/services/checkout"))
                        .header("Content-Type", "application/yaml")
                        .PUT(BodyPublishers.ofString(SERVICE))
                        .build(),
                BodyHandlers.discarding());
        assertThat(send("GET", "/", "").body())
                .contains("stuck: notifications are not received", "no whole answer in time");
        assertThat(send("GET", "/notifications", "").body())
                .contains("Failing", "no whole answer in time", "Next attempt");
        // the second attempt, after 5 to 6 s
        await().atMost(Duration.ofSeconds(60)).until(() -> stuck.received().size() == 2);
        await().untilAsserted(
                        () -> assertThat(table().all().get("stuck").lastError()).isEmpty());
    }

    @Test
    void a_destination_is_tested_and_refused_events_are_sent_again() throws Exception {
        receiver.answers(404);
        HttpResponse<String> refused = send("POST", "/api/v1/notifications/ops/test", "");
        assertThat(refused.statusCode()).isEqualTo(502);
        assertThat(refused.body()).contains("urn:redliner:problem:not-taken", "did not take the event: answered 404");
        assertThat(send("POST", "/api/v1/notifications/ops/test", "").body()).contains("\"taken\":true");
        assertThat(send("POST", "/api/v1/notifications/none/test", "").statusCode())
                .isEqualTo(404);
        assertThat(send("POST", "/api/v1/notifications/ops/failures/7/retry", "")
                        .statusCode())
                .isEqualTo(404);
        for (String number : new String[] {"x", "9223372036854775808"}) {
            HttpResponse<String> wrong = send("POST", "/api/v1/notifications/ops/failures/" + number + "/retry", "");
            assertThat(wrong.statusCode()).isEqualTo(400);
            assertThat(wrong.body()).contains("urn:redliner:problem:bad-request", number);
        }

        receiver.answers(404);
        HttpResponse<String> form = form("/notifications/ops/test");
        assertThat(form.statusCode()).isEqualTo(502);
        assertThat(form.body()).contains("The event was not received", "answered 404");
        assertThat(form("/notifications/ops/test").body()).contains("The event was received", "ops took it.");

        receiver.answers(410);
        send("PUT", "/api/v1/safety-lever", "{}");
        await().atMost(Duration.ofSeconds(30)).until(() -> !send("GET", "/api/v1/notifications/failures", "")
                .body()
                .equals("[]"));
        JsonNode failure = JsonMapper.shared()
                .readTree(send("GET", "/api/v1/notifications/failures?limit=5", "")
                        .body())
                .get(0);
        assertThat(failure.path("reason").asString()).isEqualTo("answered 410");
        String page = send("GET", "/notifications", "").body();
        assertThat(page).contains("answered 410", "The safety lever was engaged", "Send again");
        String retry =
                "/api/v1/notifications/ops/failures/" + failure.path("seq").asLong() + "/retry";
        assertThat(page).contains(retry.replace("/api/v1/notifications/", ""));
        assertThat(send("POST", retry, "").statusCode()).isEqualTo(200);
        assertThat(send("GET", "/api/v1/notifications/failures", "").body()).isEqualTo("[]");
        String shown = send("GET", "/api/v1/notifications", "").body()
                + send("GET", "/notifications", "").body()
                + send("GET", "/api/v1/audit", "").body();
        assertThat(shown)
                .contains("notification.tested", "notification.retried")
                .doesNotContain("secret-path", "a-secret-of");
    }

    @Test
    void the_driver_stops_before_the_destinations() {
        assertThat(server.part(NotificationThreads.class).getPhase()).isLessThan(StopOrder.DRIVER);
    }

    @Test
    void a_wrong_destination_stops_the_start_with_its_place() {
        assertThatThrownBy(() -> new ApiServer(OPS + "kind=email", OPS + "from=a@b.example", OPS + "to=c@d.example"))
                .rootCause()
                .hasMessage(
                        "redliner.controller.notifications.destinations.ops is an e-mail address, but no mail server"
                                + " is set. Set spring.mail.host.");
    }

    /** As a browser without a script sends it. */
    private HttpResponse<String> form(String path) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create(server.url() + path))
                        .headers("Content-Type", "application/x-www-form-urlencoded", "Origin", server.url())
                        .POST(BodyPublishers.noBody())
                        .build(),
                BodyHandlers.ofString());
    }

    private HttpResponse<String> send(String method, String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.url() + path))
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
        return http.send(request, BodyHandlers.ofString());
    }
}
