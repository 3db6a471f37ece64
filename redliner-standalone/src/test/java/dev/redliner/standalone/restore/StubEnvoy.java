package dev.redliner.standalone.restore;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** An admin page that shows the contents of a runtime layer in Envoy's format. */
final class StubEnvoy implements AutoCloseable {
    private final HttpServer http;
    private volatile String override = "";
    private volatile int looks;
    private volatile int backAfter = Integer.MAX_VALUE;

    StubEnvoy() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/runtime", exchange -> {
            looks++;
            byte[] body = runtime(looks > backAfter ? "" : override).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        http.start();
    }

    /** @param override the value in Redliner's layer; empty: none, as without a run */
    static String runtime(String override) {
        String entry =
                """
                "redliner.shop.share": {"layer_values": ["%1$s", ""], "final_value": "%1$s"}"""
                        .formatted(override);
        return """
                {"layers": ["redliner", "admin"], "entries": {%s}}
                """
                .formatted(override.isEmpty() ? "" : entry);
    }

    /** Sets the value of Redliner's layer from now on. */
    void holds(String value) {
        override = value;
    }

    /** Drops the value after this many requests. */
    void dropsAfter(int times) {
        backAfter = times;
    }

    URI admin() {
        return URI.create("http://127.0.0.1:" + http.getAddress().getPort());
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
