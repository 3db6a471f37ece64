package dev.redliner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NotifyCommandsTest extends CommandLineTest {
    private static final String JSON = "application/json";
    private static final String PATH = "/api/v1/notifications";

    @Test
    void the_list_says_which_destinations_work() {
        server.on(
                "GET " + PATH,
                200,
                JSON,
                """
                [{"name": "ops", "kind": "webhook", "address": "https://hooks.example", "failing": false,
                  "lastError": "", "lastSentAt": "2027-01-10T02:33:20.905Z"},
                 {"name": "pager", "kind": "pagerduty", "address": "https://events.example", "failing": true,
                  "lastError": "answered 500", "lastSentAt": null},
                 {"name": "spare", "kind": "email", "address": "ops@example.org", "failing": false,
                  "lastError": "", "lastSentAt": null}]
                """);
        assertThat(run("notify", "list")).isZero();
        assertThat(out())
                .isEqualTo(
                        """
                        DESTINATION  KIND       ADDRESS                 STATE      LAST SENT             REASON
                        ops          webhook    https://hooks.example   works      2027-01-10T02:33:20Z
                        pager        pagerduty  https://events.example  failing                          answered 500
                        spare        email      ops@example.org         not tried
                        """);
    }

    @Test
    void without_a_destination_the_list_says_where_to_declare_one() {
        server.on("GET " + PATH, 200, JSON, "[]");
        assertThat(run("notify", "list")).isZero();
        assertThat(out()).isEqualTo("no destination is declared; see redliner.controller.notifications.destinations\n");
    }

    @Test
    void a_test_that_is_not_taken_exits_with_4() {
        server.on("POST " + PATH + "/ops/test", 200, JSON, "{\"destination\": \"ops\", \"taken\": true}")
                .on(
                        "POST " + PATH + "/pager/test",
                        502,
                        "application/problem+json",
                        """
                        {"type": "urn:redliner:problem:not-taken", "status": 502,
                         "detail": "Destination 'pager' did not take the event: answered 500"}
                        """);
        assertThat(run("notify", "test", "ops")).isZero();
        assertThat(out()).isEqualTo("ops took the test\n");
        assertThat(run("notify", "test", "pager")).isEqualTo(4);
        assertThat(err()).contains("Destination 'pager' did not take the event: answered 500 (502)");
    }

    @Test
    void failures_are_listed_and_sent_again() {
        server.on(
                        "GET " + PATH + "/failures?limit=50",
                        200,
                        JSON,
                        """
                        [{"destination": "ops", "seq": 41, "at": "2027-01-10T02:33:20Z", "reason": "answered 410",
                          "message": "checkout: run checkout-41 was started by ana."}]
                        """)
                .on(
                        "POST " + PATH + "/ops/failures/41/retry",
                        200,
                        JSON,
                        "{\"destination\": \"ops\", \"taken\": true}");
        assertThat(run("notify", "failures")).isZero();
        assertThat(out())
                .isEqualTo(
                        """
                        DESTINATION  EVENT  AT                    REASON        MESSAGE
                        ops          41     2027-01-10T02:33:20Z  answered 410  checkout: run checkout-41 was started by ana.
                        """);
        out.reset();
        assertThat(run("notify", "retry", "ops", "41")).isZero();
        assertThat(out()).isEqualTo("ops took event 41\n");
    }
}
