package dev.redliner.collector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.collector.fetch.Targets;
import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.http.AddressRange;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;

/** Starts real Envoys. */
public final class TestEnvoy {
    private static final Duration START = Duration.ofSeconds(60);

    private TestEnvoy() {}

    /**
     * Starts an Envoy with one worker, and returns once its admin port accepts connections. Reads before that would
     * fail, and after some failures a target is left alone for a while.
     */
    public static Process start(Path folder, String bootstrap, int adminPort) throws IOException, InterruptedException {
        Path file = folder.resolve("envoy.yaml");
        Files.writeString(file, bootstrap);
        Process envoy = new ProcessBuilder(
                        binary(), "-c", file.toString(), "--use-dynamic-base-id", "--concurrency", "1", "-l", "error")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("envoy.log").toFile())
                .start();
        long until = System.nanoTime() + START.toNanos();
        while (System.nanoTime() < until && envoy.isAlive() && !accepts(adminPort)) {
            envoy.waitFor(20, TimeUnit.MILLISECONDS);
        }
        return envoy;
    }

    private static boolean accepts(int port) {
        try (var ignored = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Finds Envoy, or downloads it once, with the project's own script. */
    private static String binary() throws IOException, InterruptedException {
        var search = new ProcessBuilder("../bin/find-envoy")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String path = new String(search.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(search.waitFor()).as("the exit code of bin/find-envoy").isZero();
        return path.strip();
    }

    /** Waits until a first read succeeds. */
    public static void await(Process envoy, Callable<Boolean> read) throws Exception {
        long until = System.nanoTime() + START.toNanos();
        while (System.nanoTime() < until && envoy.isAlive()) {
            try {
                if (read.call()) {
                    return;
                }
            } catch (ReadFailed e) {
                // not yet
            }
            envoy.waitFor(100, TimeUnit.MILLISECONDS);
        }
        throw new AssertionError("the Envoy did not start");
    }

    /** Targets on the loopback interface. */
    public static Targets targets() {
        return new Targets(
                List.of(AddressRange.parse("127.0.0.0/8")),
                8 << 20,
                SystemDefaultDnsResolver.INSTANCE,
                new SimpleMeterRegistry());
    }

    public static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
