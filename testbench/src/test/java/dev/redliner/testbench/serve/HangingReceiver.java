package dev.redliner.testbench.serve;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A receiver of notifications that takes connections and never answers, until it is mended. */
final class HangingReceiver implements AutoCloseable {
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final List<String> received = new CopyOnWriteArrayList<>();
    private final ServerSocket hanging;
    private HttpServer works;

    HangingReceiver() {
        try {
            hanging = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var accepting = new Thread(this::accept, "hanging-receiver");
        accepting.setDaemon(true);
        accepting.start();
    }

    private void accept() {
        try {
            while (true) {
                open.add(hanging.accept());
            }
        } catch (SocketException e) {
            // it was mended
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String url() {
        return "http://127.0.0.1:" + hanging.getLocalPort() + "/hook";
    }

    /** Number of connections that were taken and not answered. */
    int attempts() {
        return open.size();
    }

    /** The bodies of the events that were taken since it was mended. */
    List<String> received() {
        return List.copyOf(received);
    }

    /** From now on it answers, on the same port. */
    void mend() {
        int port = hanging.getLocalPort();
        close();
        try {
            works = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
            works.createContext("/hook", exchange -> {
                received.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
                exchange.sendResponseHeaders(204, -1);
                exchange.close();
            });
            works.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            hanging.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (works != null) {
            works.stop(0);
        }
    }
}
