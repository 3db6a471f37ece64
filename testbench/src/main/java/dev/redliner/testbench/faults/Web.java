package dev.redliner.testbench.faults;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** HTTP to parts that may be dead, frozen or starting: the status is then 0. */
public final class Web {
    private static final Duration ASK = Duration.ofSeconds(4);
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(1))
            .build();

    private Web() {}

    /**
     * An answer.
     *
     * @param status 0 if there was none
     * @param body the error if there was no answer
     */
    public record Answer(int status, String body) {}

    public static Answer get(URI uri) {
        return send(HttpRequest.newBuilder(uri).GET());
    }

    public static Answer post(URI uri, String json) {
        return send(HttpRequest.newBuilder(uri)
                .header("content-type", "application/json")
                .POST(BodyPublishers.ofString(json)));
    }

    public static Answer send(HttpRequest.Builder request) {
        return send(request, ASK);
    }

    static Answer send(HttpRequest.Builder request, Duration within) {
        try {
            HttpResponse<String> response = HTTP.send(request.timeout(within).build(), BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body());
        } catch (IOException e) {
            return new Answer(0, String.valueOf(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
