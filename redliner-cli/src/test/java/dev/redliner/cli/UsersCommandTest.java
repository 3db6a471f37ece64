package dev.redliner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UsersCommandTest extends CommandLineTest {
    private static final String WEB =
            """
            service: web
            tier: front-end
            pool:
              hosts:
                - {id: web-1, address: "10.0.0.1:8080"}
                - {id: web-2, address: "10.0.0.2:8080"}
                - {id: web-3, address: "10.0.0.3:8080"}
                - {id: web-4, address: "10.0.0.4:8080"}
              sut: web-1
              maxShare: 60%
              userHeader: x-user-id
            envoy: {admin: ["http://127.0.0.1:9901"]}
            rules:
              - {id: slo, pass: latency.p99 <= duration("250ms"), onFail: back-off}
            """;

    private void serves(String yaml) {
        server.on("GET /api/v1/services/web", 200, "application/yaml", yaml);
    }

    @Test
    void users_are_listed_with_their_host_at_the_baseline_and_at_the_share() {
        serves(WEB);
        assertThat(run("service", "users", "web", "a", "abc", "--share", "29")).isZero();
        assertThat(out())
                .isEqualTo(
                        """
                        USER  BUCKET  AT 25% (BASELINE)  AT 29%
                        a     2955    peers              peers
                        abc   2249    web-1              web-1
                        1 of 2 users are on the SUT at 29%, and 1 at the baseline
                        """);
    }

    @Test
    void ids_come_from_a_file_and_the_share_is_the_highest_of_the_pool(@TempDir Path folder) throws IOException {
        serves(WEB);
        Path ids = Files.writeString(folder.resolve("ids"), "a\nabc\n\n");
        assertThat(run("-o", "json", "service", "users", "web", "--file", ids.toString()))
                .isZero();
        var answer = Documents.JSON.readTree(out());
        assertThat(answer.path("share").asDouble()).isEqualTo(60);
        assertThat(answer.at("/users/0/atShare").asString()).isEqualTo("web-1");
        assertThat(answer.at("/users/0/baseline").asString()).isEqualTo("peers");
        assertThat(answer.path("users").size()).isEqualTo(2);
    }

    @Test
    void what_cannot_be_told_is_refused() {
        serves(WEB);
        assertThat(run("service", "users", "web")).isEqualTo(2);
        assertThat(err()).contains("no user is named: give ids after the service, or --file");
        assertThat(run("service", "users", "web", "a", "--share", "101")).isEqualTo(2);
        assertThat(err()).contains("--share 101.0 is not within 0 to 100 percent");
        serves(WEB.replace("tier: front-end\n", "").replace("  userHeader: x-user-id\n", ""));
        assertThat(run("service", "users", "web", "a")).isEqualTo(2);
        assertThat(err()).contains("service web is of the back-end tier");
    }
}
