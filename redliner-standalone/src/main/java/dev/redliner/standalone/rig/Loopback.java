package dev.redliner.standalone.rig;

import dev.redliner.standalone.envoy.NotReadyException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Free ports of this machine, and checks of HTTP addresses. */
public final class Loopback {
    private static final Duration ASK = Duration.ofSeconds(2);
    private static final Duration AGAIN = Duration.ofMillis(100);

    private Loopback() {}

    /** A port that is free at the moment. */
    public static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("There is no free port on the loopback address.", e);
        }
    }

    /**
     * Sends requests until the status is 200, and returns the body.
     *
     * @throws NotReadyException with the last answer, if none has the status 200 in time
     */
    public static String awaitOk(URI uri, Duration within) {
        long deadline = System.nanoTime() + within.toNanos();
        String last = "none was sent";
        while (System.nanoTime() < deadline) {
            try {
                HttpResponse<String> answer = get(uri);
                if (answer.statusCode() == 200) {
                    return answer.body();
                }
                last = "status " + answer.statusCode() + " " + answer.body().strip();
            } catch (IOException e) {
                last = e.toString();
            }
            LockSupport.parkNanos(AGAIN.toNanos());
        }
        throw new NotReadyException(
                uri + " did not answer with 200 within " + within.toSeconds() + " s. The last answer: " + last + ".");
    }

    private static HttpResponse<String> get(URI uri) throws IOException {
        try {
            return HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(uri).timeout(ASK).build(), BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
