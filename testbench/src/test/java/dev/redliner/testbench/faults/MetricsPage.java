package dev.redliner.testbench.faults;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/** A metrics page with settable content, for a collector. */
final class MetricsPage implements AutoCloseable {
    private final HttpServer server;
    private final AtomicLong asked = new AtomicLong();
    private volatile String text;
    private volatile String redirect = "";

    MetricsPage(String text) {
        this.text = text;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", exchange -> {
            asked.incrementAndGet();
            byte[] body = this.text.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("content-type", "text/plain; version=0.0.4");
            if (!redirect.isEmpty()) {
                exchange.getResponseHeaders().set("location", redirect);
            }
            exchange.sendResponseHeaders(redirect.isEmpty() ? 200 : 302, body.length);
            try (var out = exchange.getResponseBody()) {
                out.write(body);
            }
        });
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/metrics";
    }

    void shows(String newText) {
        text = newText;
    }

    void redirectsTo(String url) {
        redirect = url;
    }

    /** Number of requests to the page. */
    long asked() {
        return asked.get();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
