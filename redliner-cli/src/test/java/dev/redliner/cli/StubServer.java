package dev.redliner.cli;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A server with prepared answers, which records its requests. */
final class StubServer implements AutoCloseable {
    private record Laid(int status, String contentType, String body, Map<String, String> headers) {}

    private final HttpServer http;
    private final Map<String, Laid> answers = new LinkedHashMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final List<Headers> received = new CopyOnWriteArrayList<>();

    StubServer() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/", this::answer);
        http.start();
    }

    /** @param request such as {@code GET /api/v1/runs/1} */
    StubServer on(String request, int status, String contentType, String body) {
        return on(request, status, contentType, body, Map.of());
    }

    /** @param headers further headers of the answer */
    StubServer on(String request, int status, String contentType, String body, Map<String, String> headers) {
        answers.put(request, new Laid(status, contentType, body, headers));
        return this;
    }

    private void answer(HttpExchange exchange) throws IOException {
        String request = exchange.getRequestMethod() + " " + exchange.getRequestURI();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        asked.add((request + " " + body).strip());
        Laid laid = answers.getOrDefault(request, new Laid(404, "text/plain", "not laid down: " + request, Map.of()));
        byte[] bytes = laid.body().getBytes(StandardCharsets.UTF_8);
        received.add(exchange.getRequestHeaders());
        exchange.getResponseHeaders().add("Content-Type", laid.contentType());
        laid.headers().forEach(exchange.getResponseHeaders()::add);
        exchange.sendResponseHeaders(laid.status(), bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    List<String> asked() {
        return List.copyOf(asked);
    }

    /** A header of the last request; null if it had none. */
    @Nullable
    String received(String header) {
        return received.get(received.size() - 1).getFirst(header);
    }

    String url() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
