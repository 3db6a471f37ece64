package dev.redliner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.redliner.api.RunReport;
import dev.redliner.api.RunState;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RunWatcherTest {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch over = new CountDownLatch(1);
    private final List<String> after = new CopyOnWriteArrayList<>();
    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private HttpServer http;

    @BeforeEach
    void serve() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.setExecutor(threads);
        http.createContext("/api/v1/runs/42/events", this::answer);
        http.start();
    }

    @AfterEach
    void stop() {
        over.countDown();
        http.stop(0);
        threads.shutdownNow();
    }

    /** The first connection has one event and is silent from then on. The second one has the end of the run. */
    private void answer(HttpExchange exchange) throws IOException {
        after.add(exchange.getRequestHeaders().getFirst("Last-Event-ID"));
        boolean first = after.size() == 1;
        exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream body = exchange.getResponseBody()) {
            body.write((first
                            ? event(1, "tick", SampleRuns.tick(1, 36))
                            : event(2, "end", SampleRuns.ended(RunState.COMPLETED)))
                    .getBytes(StandardCharsets.UTF_8));
            body.flush();
            if (first) {
                over.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String event(int id, String name, Object data) {
        String json = Documents.JSON.writeValueAsString(data).replaceAll("\\s*\n\\s*", " ");
        return "id:" + id + "\nevent:" + name + "\ndata:" + json + "\n\n";
    }

    @Test
    void a_connection_that_was_lost_without_notice_is_opened_again_where_it_was() {
        String url = "http://127.0.0.1:" + http.getAddress().getPort();
        var view = new LiveView(new PrintStream(shown, true, StandardCharsets.UTF_8), false, 80);

        RunReport end = new RunWatcher(Server.at(url), view, Duration.ofSeconds(2)).follow("42");

        assertThat(end.state()).isEqualTo(RunState.COMPLETED);
        assertThat(after).containsExactly("0", "1");
        assertThat(shown.toString(StandardCharsets.UTF_8)).contains("the connection is lost, trying again");
    }
}
