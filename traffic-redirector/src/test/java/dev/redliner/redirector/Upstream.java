package dev.redliner.redirector;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/** A host of a pool that answers every request with its own name, unless {@link #answer} changes the answer. */
final class Upstream implements AutoCloseable {
    static {
        // otherwise each answer waits 40 ms for the client's delayed ACK
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final HttpServer server;
    private final int port;
    private volatile int status = 200;
    private volatile Duration slowness = Duration.ZERO;
    private volatile Set<String> headers = Set.of();

    Upstream(String name) throws IOException {
        this(name, 0);
    }

    /** @param wantedPort the port to listen on, 0 for a free one */
    Upstream(String name, int wantedPort) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), wantedPort), 0);
        byte[] body = name.getBytes(StandardCharsets.UTF_8);
        server.createContext("/", exchange -> {
            headers = Set.copyOf(exchange.getRequestHeaders().keySet());
            LockSupport.parkNanos(slowness.toNanos());
            exchange.sendResponseHeaders(status, body.length);
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
        this.port = server.getAddress().getPort();
    }

    /** Sets the status and the delay of all further answers. */
    void answer(int status, Duration slowness) {
        this.status = status;
        this.slowness = slowness;
    }

    /** The names of the headers of the newest request. */
    Set<String> headers() {
        return headers;
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
