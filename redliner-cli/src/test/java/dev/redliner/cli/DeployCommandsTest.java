package dev.redliner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DeployCommandsTest extends CommandLineTest {
    private static final String EVENTS = "POST /api/v1/events";
    private static final String JSON = "application/json";

    @Test
    void a_deploy_is_announced_as_a_cloud_event() {
        server.on(
                EVENTS,
                202,
                JSON,
                "{\"service\": \"checkout\", \"version\": \"1.2.3\", \"known\": false, \"schedules\": [\"after\", \"soak\"]}");
        assertThat(run("deploy", "announce", "checkout", "1.2.3", "--id", "build-7"))
                .isZero();
        assertThat(out()).isEqualTo("announced; it is measured by: after, soak\n");
        assertThat(server.received("Content-Type")).isEqualTo("application/cloudevents+json");
        assertThat(server.asked().get(0))
                .contains("\"subject\" : \"checkout\"", "\"id\" : \"build-7\"", "\"version\" : \"1.2.3\"");
    }

    @Test
    void an_announcement_that_changes_nothing_says_so() {
        server.on(EVENTS, 202, JSON, "{\"known\": true, \"schedules\": []}");
        assertThat(run("deploy", "announce", "checkout")).isZero();
        assertThat(out()).isEqualTo("this deploy was announced before; nothing was changed\n");
        out.reset();
        server.on(EVENTS, 202, JSON, "{\"known\": false, \"schedules\": []}");
        assertThat(run("deploy", "announce", "checkout")).isZero();
        assertThat(out()).isEqualTo("announced; no schedule with 'on: deploy' measures this service\n");
    }

    @Test
    void deploys_are_listed() {
        server.on(
                "GET /api/v1/services/checkout/deploys",
                200,
                JSON,
                "[{\"version\": \"1.2.3\", \"at\": \"2027-01-09T11:00:00Z\", \"source\": \"ci\", \"id\": \"e1\","
                        + " \"announcedBy\": \"webhook build\"}]");
        assertThat(run("deploy", "list", "checkout")).isZero();
        assertThat(out())
                .isEqualTo(
                        """
                        AT                    VERSION  BY             ID
                        2027-01-09T11:00:00Z  1.2.3    webhook build  e1
                        """);
    }
}
