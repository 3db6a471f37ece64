package dev.redliner.standalone.envoy;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running Envoy with one worker thread. Several can run at once. Envoy ends with this process, unless this process is
 * killed with SIGKILL: then Envoy continues on its baseline.
 */
public final class EnvoyProcess implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(EnvoyProcess.class);
    private static final long POLL_MILLIS = 20;
    private static final long STOP_SECONDS = 3;
    private static final Duration ASK = Duration.ofSeconds(1);
    private static final int LOG_TAIL = 2_000;

    private final Process process;
    private final Path folder;
    private final Thread hook;

    private EnvoyProcess(Process process, Path folder) {
        this.process = process;
        this.folder = folder;
        this.hook = new Thread(process::destroyForcibly, "envoy-end");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Starts Envoy and returns when it reports that it is ready.
     *
     * @param binary see {@link EnvoyBinary}
     * @param bootstrap its configuration, YAML, with an admin address; admin port 0 takes a free one
     * @param folder for its configuration, log and admin address; created if absent
     * @param within time limit for the start
     * @throws NotReadyException with the end of its log, if Envoy ends or is not ready in time
     */
    public static EnvoyProcess start(Path binary, String bootstrap, Path folder, Duration within) {
        try {
            Files.createDirectories(folder);
            Files.deleteIfExists(adminFile(folder));
            Path configuration = Files.writeString(folder.resolve("envoy.yaml"), bootstrap);
            Process process = new ProcessBuilder(command(binary, configuration, folder))
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("envoy.out").toFile())
                    .start();
            var envoy = new EnvoyProcess(process, folder);
            envoy.awaitReady(within);
            log.info("envoy pid={} ready, admin={}", process.pid(), envoy.admin());
            return envoy;
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot start " + binary + " in " + folder, failure);
        }
    }

    private static List<String> command(Path binary, Path configuration, Path folder) {
        // without hot restart, several Envoys have no shared memory to divide by base ids
        return Stream.concat(
                        ownSession(),
                        Stream.of(
                                binary.toString(),
                                "--config-path",
                                configuration.toString(),
                                "--concurrency",
                                "1",
                                "--disable-hot-restart",
                                "--admin-address-path",
                                adminFile(folder).toString(),
                                "--log-path",
                                folder.resolve("envoy.log").toString(),
                                "--log-level",
                                "warning"))
                .toList();
    }

    /**
     * Starts Envoy in its own session, so that Ctrl-C in the terminal reaches only this process, which has to restore
     * first.
     */
    private static Stream<String> ownSession() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(directory -> Path.of(directory, "setsid"))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .limit(1);
    }

    /**
     * Leaves ending Envoy to the caller, even when this process is asked to stop, because the caller may need an order.
     */
    public void leaveToItsOwner() {
        removeHook();
    }

    /** The address of Envoy's admin interface: {@code http://address:port}. */
    public URI admin() {
        try {
            return URI.create("http://" + Files.readString(adminFile(folder)).strip());
        } catch (IOException failure) {
            throw new UncheckedIOException("envoy pid=" + process.pid() + " has not said where its admin is", failure);
        }
    }

    /** Whether Envoy runs. */
    public boolean alive() {
        return process.isAlive();
    }

    /** Envoy's process id. */
    public long pid() {
        return process.pid();
    }

    /** Ends Envoy: SIGTERM, and SIGKILL if it still runs after 3 s. */
    @Override
    public void close() {
        process.destroy();
        if (!ended(STOP_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            ended(STOP_SECONDS, TimeUnit.SECONDS);
        }
        removeHook();
    }

    private void removeHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shuttingDown) {
            log.debug("envoy pid={} ended with this process", process.pid());
        }
    }

    private void awaitReady(Duration within) {
        var client = HttpClient.newBuilder().connectTimeout(ASK).build();
        long deadline = System.nanoTime() + within.toNanos();
        while (!ready(client)) {
            boolean over = System.nanoTime() > deadline;
            if (ended(POLL_MILLIS, TimeUnit.MILLISECONDS) || over) {
                close();
                throw new NotReadyException("Envoy "
                        + (over ? "was not ready within " + within.toSeconds() + " s" : "ended at its start")
                        + ". Its log ends with:\n" + endOfLog());
            }
        }
    }

    private boolean ready(HttpClient client) {
        if (!Files.exists(adminFile(folder))) {
            return false;
        }
        try {
            var request = HttpRequest.newBuilder(admin().resolve("/ready"))
                    .timeout(ASK)
                    .build();
            return client.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException | IllegalArgumentException notYet) {
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private boolean ended(long time, TimeUnit unit) {
        try {
            return process.waitFor(time, unit);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** The end of what Envoy wrote to its output and its log. */
    public String endOfLog() {
        var text = new StringBuilder();
        for (String name : List.of("envoy.out", "envoy.log")) {
            try {
                text.append(Files.readString(folder.resolve(name)));
            } catch (IOException absent) {
                log.debug("no {}", name);
            }
        }
        return text.substring(Math.max(0, text.length() - LOG_TAIL));
    }

    private static Path adminFile(Path folder) {
        return folder.resolve("admin-address.txt");
    }
}
