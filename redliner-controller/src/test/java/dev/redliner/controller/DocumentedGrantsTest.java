package dev.redliner.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.controller.api.ApiServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A controller with the rights that the manual gives to the application's user of PostgreSQL, and no others. */
class DocumentedGrantsTest {
    private static final Pattern GRANT = Pattern.compile("(?s)\\ngrant .*?;");

    @Test
    void a_controller_works_with_the_documented_grants() throws Exception {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start()) {
            Flyway.configure().dataSource(postgres.getPostgresDatabase()).load().migrate();
            JdbcClient owner = JdbcClient.create(postgres.getPostgresDatabase());
            owner.sql("create role redliner login").update();
            Matcher grants = GRANT.matcher(Files.readString(Path.of("..", "docs", "operating.md")));
            while (grants.find()) {
                owner.sql(grants.group()).update();
            }
            assertThat(tablesWithout(owner, "insert"))
                    .as("tables that nothing can be inserted into")
                    .isEmpty();
            assertThat(tablesWithout(owner, "delete"))
                    .as("tables that nothing can be deleted from")
                    .containsExactly("audit_entry");

            try (ApiServer server = new ApiServer(
                    "--spring.datasource.url=jdbc:postgresql://localhost:" + postgres.getPort() + "/postgres",
                    "--spring.datasource.username=redliner",
                    "--spring.flyway.user=postgres",
                    "--spring.flyway.password=postgres")) {
                String text = Files.readString(Path.of("..", "docs", "examples", "host-and-process.yaml"));
                Matcher name = Pattern.compile("(?m)^service: (\\S+)").matcher(text);
                assertThat(name.find()).isTrue();
                String service = name.group(1);
                assertThat(put(server, "services/" + service, text)).isEqualTo(201);
                String schedule = "schedule: nightly\nservice: " + service + "\ncron: \"30 2 * * *\"\nzone: UTC\n";
                assertThat(put(server, "schedules/nightly", schedule)).isEqualTo(201);
                assertThat(put(server, "safety-lever", "{\"why\": \"a test\"}")).isEqualTo(200);
                for (String page : List.of("/", "/schedules", "/notifications", "/audit", "/runs")) {
                    assertThat(get(server, page)).as(page).isEqualTo(200);
                }
            }
        }
    }

    private static List<String> tablesWithout(JdbcClient owner, String right) {
        return owner.sql("select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace"
                        + " and relname not like 'flyway%' and not has_table_privilege('redliner', oid, ?)"
                        + " order by relname")
                .param(right)
                .query(String.class)
                .list();
    }

    private static int put(ApiServer server, String path, String body) throws Exception {
        String type = body.startsWith("{") ? "application/json" : "application/yaml";
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/" + path))
                                .header("Content-Type", type)
                                .PUT(BodyPublishers.ofString(body))
                                .build(),
                        BodyHandlers.discarding())
                .statusCode();
    }

    private static int get(ApiServer server, String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(server.url() + path)).build(), BodyHandlers.discarding())
                .statusCode();
    }
}
