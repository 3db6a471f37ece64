package dev.redliner.controller.notification;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real HTTP server that receives notifications, and answers as it is told: with 200 unless told otherwise. */
final class Receiver implements AutoCloseable {
    private static final int HANGS = -1;

    record Received(Map<String, List<String>> headers, byte[] body) {
        String header(String name) {
            return headers.entrySet().stream()
                    .filter(it -> it.getKey().equalsIgnoreCase(name))
                    .map(it -> it.getValue().get(0))
                    .findFirst()
                    .orElse("");
        }

        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        JsonNode json() {
            return JsonMapper.shared().readTree(body);
        }
    }

    private record Told(int status, String header, String value) {}

    private final ExecutorService serving = Executors.newCachedThreadPool();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Queue<Told> answers = new ConcurrentLinkedQueue<>();
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    Receiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(serving);
        server.createContext("/", this::answer);
        server.start();
    }

    /** The answers to the next requests, one each. */
    Receiver answers(int... statuses) {
        for (int status : statuses) {
            answers.add(new Told(status, "", ""));
        }
        return this;
    }

    Receiver answers(int status, String header, String value) {
        answers.add(new Told(status, header, value));
        return this;
    }

    /** The next request gets no answer. */
    Receiver hangs() {
        return answers(HANGS);
    }

    private void answer(HttpExchange exchange) throws IOException {
        received.add(new Received(
                Map.copyOf(exchange.getRequestHeaders()),
                exchange.getRequestBody().readAllBytes()));
        Told told = answers.isEmpty() ? new Told(200, "", "") : answers.poll();
        if (told.status() == HANGS) {
            try {
                closed.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        if (!told.header().isEmpty()) {
            exchange.getResponseHeaders().add(told.header(), told.value());
        }
        exchange.sendResponseHeaders(told.status() == HANGS ? 200 : told.status(), -1);
        exchange.close();
    }

    List<Received> received() {
        return List.copyOf(received);
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hook/secret-path");
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        serving.shutdownNow();
    }
}
