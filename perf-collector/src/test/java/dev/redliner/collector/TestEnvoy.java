package dev.redliner.collector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Starts real Envoys. */
public final class TestEnvoy {
    private TestEnvoy() {}

    /** Starts an Envoy with one worker. */
    public static Process start(Path folder, String bootstrap) throws IOException, InterruptedException {
        Path file = folder.resolve("envoy.yaml");
        Files.writeString(file, bootstrap);
        return new ProcessBuilder(
                        binary(), "-c", file.toString(), "--use-dynamic-base-id", "--concurrency", "1", "-l", "error")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("envoy.log").toFile())
                .start();
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

    public static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
