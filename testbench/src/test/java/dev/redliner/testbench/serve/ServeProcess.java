package dev.redliner.testbench.serve;

import dev.redliner.testbench.faults.Commands;
import dev.redliner.testbench.faults.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code redliner serve} as a separate process that can be killed and restarted on the same ports and data. */
final class ServeProcess implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration PATIENCE = Duration.ofSeconds(240);

    private final HttpClient http = HttpClient.newHttpClient();

    private final Path data;
    private final List<String> program;
    private List<String> settings;
    private String token;
    private final int port = Ports.free();
    private final int xdsPort = Ports.free();
    private final int kafkaPort = Ports.free();
    private Process process;

    /** A server of a test, which shares the processors with it for minutes, and therefore compiles less. */
    ServeProcess(Path data) {
        this(data, Commands.redliner(List.of()));
    }

    /**
     * @param program starts {@code redliner} with the arguments that follow
     */
    ServeProcess(Path data, List<String> program) {
        this(data, program, List.of(), "");
    }

    /**
     * @param settings such as {@code redliner.controller.access.login=local}
     * @param token sent with each request; empty: none
     */
    private ServeProcess(Path data, List<String> program, List<String> settings, String token) {
        this.data = data;
        this.program = List.copyOf(program);
        this.settings = List.copyOf(settings);
        this.token = token;
        start();
    }

    /** A server that requires a login with the accounts of its data folder. */
    static ServeProcess withLogin(Path data, String token) {
        return new ServeProcess(
                data, Commands.redliner(List.of()), List.of("redliner.controller.access.login=local"), token);
    }

    /** A server of a test with settings, such as {@code redliner.controller.notifications.timeout=1s}. */
    static ServeProcess with(Path data, List<String> settings) {
        return new ServeProcess(data, Commands.redliner(List.of()), settings, "");
    }

    void start() {
        var command = new ArrayList<>(program);
        command.addAll(List.of(
                "serve", "--port=" + port, "--xds-port=" + xdsPort, "--kafka-port=" + kafkaPort, "--data=" + data));
        settings.forEach(setting -> command.add("--set=" + setting));
        try {
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            data.resolveSibling("serve.log").toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        await("the server to be up", this::isUp);
    }

    private boolean isUp() {
        if (!process.isAlive()) {
            throw new AssertionError("the server ended with " + process.exitValue() + ":\n" + log());
        }
        try {
            return http.send(
                                    HttpRequest.newBuilder(uri("/actuator/health"))
                                            .timeout(Duration.ofSeconds(5))
                                            .build(),
                                    BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private String log() {
        try {
            return Files.readString(data.resolveSibling("serve.log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the process, and starts another one with other settings on the same ports and data. */
    void restart(List<String> newSettings, String newToken) {
        terminate();
        settings = List.copyOf(newSettings);
        token = newToken;
        start();
    }

    long pid() {
        return process.pid();
    }

    /** Sends SIGKILL to the process. */
    void kill() {
        process.destroyForcibly();
        ended();
    }

    /** Sends SIGTERM, and waits until the process is gone. */
    void terminate() {
        process.destroy();
        ended();
    }

    private void ended() {
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("the server does not end");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    /** The address of its Kafka broker. */
    String kafka() {
        return "127.0.0.1:" + kafkaPort;
    }

    HttpResponse<String> get(String path) {
        return send(HttpRequest.newBuilder(uri(path)).GET());
    }

    HttpResponse<String> post(String path, String json) {
        return send(HttpRequest.newBuilder(uri(path))
                .header("content-type", "application/json")
                .POST(BodyPublishers.ofString(json)));
    }

    HttpResponse<String> put(String path, String yaml) {
        return send(HttpRequest.newBuilder(uri(path))
                .header("content-type", "application/yaml")
                .PUT(BodyPublishers.ofString(yaml)));
    }

    JsonNode run(String id) {
        return JSON.readTree(get("/api/v1/runs/" + id).body());
    }

    JsonNode json(HttpResponse<String> answer) {
        return JSON.readTree(answer.body());
    }

    /** Sends a request. The status is 0 without an answer. */
    private HttpResponse<String> send(HttpRequest.Builder request) {
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        for (int attempt = 0; ; attempt++) {
            try {
                return http.send(request.timeout(Duration.ofSeconds(5)).build(), BodyHandlers.ofString());
            } catch (IOException e) {
                if (attempt > 300) {
                    throw new UncheckedIOException(e);
                }
                pause();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    static void await(String what, Supplier<Boolean> seen) {
        await(what, PATIENCE, seen);
    }

    static void await(String what, Duration within, Supplier<Boolean> seen) {
        long until = System.nanoTime() + within.toNanos();
        while (!seen.get()) {
            if (System.nanoTime() > until) {
                throw new AssertionError("waited " + within.toSeconds() + " s for " + what);
            }
            pause();
        }
    }

    private static void pause() {
        java.util.concurrent.locks.LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
