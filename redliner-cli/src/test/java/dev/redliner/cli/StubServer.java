package dev.redliner.cli;

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

/** A server with prepared answers, which records its requests. */
final class StubServer implements AutoCloseable {
    private record Laid(int status, String contentType, String body) {}

    private final HttpServer http;
    private final Map<String, Laid> answers = new LinkedHashMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();

    StubServer() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/", this::answer);
        http.start();
    }

    /** @param request such as {@code GET /api/v1/runs/1} */
    StubServer on(String request, int status, String contentType, String body) {
        answers.put(request, new Laid(status, contentType, body));
        return this;
    }

    private void answer(HttpExchange exchange) throws IOException {
        String request = exchange.getRequestMethod() + " " + exchange.getRequestURI();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        asked.add((request + " " + body).strip());
        Laid laid = answers.getOrDefault(request, new Laid(404, "text/plain", "not laid down: " + request));
        byte[] bytes = laid.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", laid.contentType());
        exchange.sendResponseHeaders(laid.status(), bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    List<String> asked() {
        return List.copyOf(asked);
    }

    String url() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
