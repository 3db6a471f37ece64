package dev.redliner.testbench.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.redliner.testbench.MostlyWaits;
import dev.redliner.testbench.faults.Commands;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code redliner demo --stay} as a process, until Ctrl-C. */
@MostlyWaits
class DemoStayIT {
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final Pattern DASHBOARD = Pattern.compile("the dashboard is on (http://\\S+)");

    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    @Test
    void it_stays_after_the_first_run_and_leaves_no_process_behind() throws Exception {
        Path printed = folder.resolve("printed");
        Process demo = new ProcessBuilder(
                        Commands.redliner(List.of("demo", "--stay", "--port=0", "--data=" + folder.resolve("data"))))
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        List<ProcessHandle> children = List.of();
        try {
            await().atMost(PATIENCE).until(() -> {
                assertThat(demo.isAlive()).as(Files.readString(printed)).isTrue();
                return DASHBOARD.matcher(Files.readString(printed)).find();
            });
            URI dashboard = dashboard(printed);
            assertThat(get(dashboard).body()).contains("demo-1");
            assertThat(post(dashboard.resolve("/api/v1/runs/demo-1/abort"), "{\"why\": \"enough\"}")
                            .statusCode())
                    .isBetween(200, 204);
            await().atMost(PATIENCE).until(() -> Files.readString(printed).contains("stays up until Ctrl-C"));
            assertThat(get(dashboard.resolve("/runs/demo-1")).body()).contains("The run was aborted.");
            assertThat(post(dashboard.resolve("/api/v1/runs"), "{\"service\": \"demo\"}")
                            .statusCode())
                    .isEqualTo(202);

            children = demo.descendants().toList();
            assertThat(children).as("an Envoy").isNotEmpty();
            demo.destroy();
            assertThat(demo.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            List<ProcessHandle> left = children;
            await().atMost(PATIENCE).until(() -> left.stream().noneMatch(ProcessHandle::isAlive));
        } finally {
            demo.destroyForcibly();
            children.forEach(ProcessHandle::destroyForcibly);
        }
    }

    private static URI dashboard(Path printed) throws IOException {
        Matcher address = DASHBOARD.matcher(Files.readString(printed));
        assertThat(address.find()).isTrue();
        return URI.create(address.group(1));
    }

    private HttpResponse<String> get(URI address) throws Exception {
        return http.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(URI address, String json) throws Exception {
        return http.send(
                HttpRequest.newBuilder(address)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(json))
                        .build(),
                BodyHandlers.ofString());
    }
}
