package dev.redliner.redirector;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

/** A host of a pool: answers every request with its own name. */
final class Upstream implements AutoCloseable {
    static {
        // else each answer waits 40 ms for the client's delayed ACK
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final HttpServer server;

    Upstream(String name) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        byte[] body = name.getBytes(StandardCharsets.UTF_8);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, body.length);
            try (var out = exchange.getResponseBody()) {
                out.write(body);
            }
        });
        server.setExecutor(Executors.newFixedThreadPool(4, task -> {
            var thread = new Thread(task, "upstream-" + name);
            thread.setDaemon(true);
            return thread;
        }));
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
