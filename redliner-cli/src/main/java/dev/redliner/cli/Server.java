package dev.redliner.cli;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Stream;

/** The controller's API, called with time limits. */
public final class Server {
    private static final Duration TO_CONNECT = Duration.ofSeconds(5);
    private static final Duration TO_ANSWER = Duration.ofSeconds(30);

    private final URI base;
    private final Map<String, String> credentials;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TO_CONNECT)
            .build();

    private Server(URI base, Map<String, String> credentials) {
        this.base = base;
        this.credentials = credentials;
    }

    /**
     * A server to which no credentials are sent.
     *
     * @throws CliFailure if the address is not valid
     */
    static Server at(String url) {
        return at(url, address -> Map.of());
    }

    /**
     * @param credentials gives the headers that prove who calls, for an address without a final slash
     * @throws CliFailure if the address is not valid
     */
    static Server at(String url, Function<String, Map<String, String>> credentials) {
        try {
            URI uri = URI.create(url.endsWith("/") ? url.substring(0, url.length() - 1) : url);
            if (("http".equals(uri.getScheme()) || "https".equals(uri.getScheme())) && uri.getHost() != null) {
                return new Server(uri, credentials.apply(uri.toString()));
            }
        } catch (IllegalArgumentException e) {
            // reported below
        }
        throw new CliFailure(
                ExitCode.USAGE, "'" + url + "' is not the address of a server; such as http://127.0.0.1:8770");
    }

    /** The address without a final slash. */
    String address() {
        return base.toString();
    }

    /** An answer of the server. */
    public record Answer(int status, String body, Map<String, String> headers) {
        public boolean ok() {
            return status / 100 == 2;
        }

        public Optional<String> header(String name) {
            return headers.entrySet().stream()
                    .filter(header -> header.getKey().equalsIgnoreCase(name))
                    .map(Map.Entry::getValue)
                    .findFirst();
        }
    }

    /**
     * Sends a GET request.
     *
     * @throws NoServer if nothing answers in time
     */
    public Answer get(String path, String accept) {
        return send(request(path).header("Accept", accept).GET());
    }

    /**
     * Sends a request.
     *
     * @param contentType the type of the body; not sent if the body is empty
     * @throws NoServer if nothing answers in time
     */
    public Answer send(String method, String path, String contentType, String body, Map<String, String> headers) {
        HttpRequest.Builder request = request(path).header("Accept", "application/json");
        if (!body.isEmpty()) {
            request.header("Content-Type", contentType);
        }
        headers.forEach(request::header);
        return send(request.method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body)));
    }

    /**
     * Opens an event stream. The lines end when the server ends the stream. Reading them throws if the connection
     * breaks.
     */
    HttpResponse<Stream<String>> stream(String path, long after) {
        HttpRequest.Builder request =
                known(path).header("Accept", "text/event-stream").header("Last-Event-ID", Long.toString(after));
        // no timeout of the request: newer Java versions apply it to the whole stream
        CompletableFuture<HttpResponse<Stream<String>>> opening =
                http.sendAsync(request.build(), BodyHandlers.ofLines());
        try {
            return opening.get(TO_ANSWER.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            opening.cancel(true);
            throw notInTime();
        } catch (ExecutionException e) {
            throw failed(e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause()));
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private HttpRequest.Builder request(String path) {
        return known(path).timeout(TO_ANSWER);
    }

    private HttpRequest.Builder known(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path));
        credentials.forEach(request::header);
        return request;
    }

    private URI uri(String path) {
        return URI.create(base + path);
    }

    private Answer send(HttpRequest.Builder request) {
        HttpResponse<String> response = exchange(request.build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
        Map<String, String> headers = new LinkedHashMap<>();
        response.headers().map().forEach((name, values) -> headers.put(name, values.get(0)));
        return new Answer(response.statusCode(), response.body(), headers);
    }

    private <T> HttpResponse<T> exchange(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        try {
            return http.send(request, handler);
        } catch (IOException e) {
            throw failed(e);
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private CliFailure failed(IOException why) {
        if (why instanceof ConnectException || why instanceof HttpConnectTimeoutException) {
            return unreachable("nothing answers at " + base);
        }
        return why instanceof HttpTimeoutException
                ? notInTime()
                : unreachable(base + " broke off: " + why.getMessage());
    }

    private CliFailure notInTime() {
        return unreachable(base + " did not answer within " + TO_ANSWER.toSeconds() + " s");
    }

    private static CliFailure interrupted() {
        Thread.currentThread().interrupt();
        return new CliFailure(ExitCode.USAGE, "interrupted");
    }

    private static CliFailure unreachable(String what) {
        return new NoServer(
                what + ".",
                "\nStart a server with 'redliner serve', or name one with --server URL or REDLINER_SERVER.");
    }
}
