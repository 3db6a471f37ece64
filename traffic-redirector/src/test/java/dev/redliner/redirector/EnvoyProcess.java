package dev.redliner.redirector;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** A real Envoy process and the traffic through it. */
final class EnvoyProcess implements AutoCloseable {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Process process;
    private final int adminPort;
    private final int listenPort;

    private EnvoyProcess(Process process, int adminPort, int listenPort) {
        this.process = process;
        this.adminPort = adminPort;
        this.listenPort = listenPort;
    }

    static EnvoyProcess start(String bootstrap, int adminPort, int listenPort, Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("envoy-" + adminPort + ".yaml"), bootstrap);
        Process process = new ProcessBuilder(
                        binary(), "-c", file.toString(), "--concurrency", "1", "--disable-hot-restart", "-l", "warning")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("envoy-" + adminPort + ".log").toFile())
                .start();
        return new EnvoyProcess(process, adminPort, listenPort);
    }

    /** The output of {@code envoy --mode validate}; empty if the bootstrap is valid. */
    static String validate(String bootstrap, Path folder) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("validate.yaml"), bootstrap);
        Process process = new ProcessBuilder(binary(), "--mode", "validate", "-l", "error", "-c", file.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes());
        return process.waitFor() == 0 ? "" : "failed: " + output;
    }

    private static String binary() throws IOException {
        Process process = new ProcessBuilder("../bin/find-envoy")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String path = new String(process.getInputStream().readAllBytes()).strip();
        if (path.isEmpty()) {
            throw new IOException("bin/find-envoy found no Envoy; its reason is in the output");
        }
        return path;
    }

    static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    long pid() {
        return process.pid();
    }

    boolean live() {
        try {
            return admin("/ready").strip().equals("LIVE");
        } catch (IOException e) {
            return false;
        }
    }

    boolean serving() {
        try {
            return live()
                    && get(listenPort, "/", List.of("x-user-id", "anybody")).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    String admin(String path) throws IOException {
        return get(adminPort, path, List.of()).body();
    }

    /** Sends this many requests and returns the number that reached the SUT; none may fail. */
    int atSut(int requests) throws IOException {
        int count = 0;
        for (int i = 0; i < requests; i++) {
            count += wentToSut("user-" + i) ? 1 : 0;
        }
        return count;
    }

    /** The host that answers each of the users {@code user-0} and so on; none may fail. */
    List<String> hostsOfUsers(int users) throws IOException {
        var hosts = new ArrayList<String>();
        for (int i = 0; i < users; i++) {
            hosts.add(hostOf("user-" + i));
        }
        return hosts;
    }

    /** The users among {@code user-0} and so on that are on the SUT. */
    Set<Integer> usersAtSut(int users) throws IOException {
        var moved = new HashSet<Integer>();
        for (int i = 0; i < users; i++) {
            if (wentToSut("user-" + i)) {
                moved.add(i);
            }
        }
        return moved;
    }

    boolean wentToSut(String user) throws IOException {
        return hostOf(user).equals("sut");
    }

    /** The host that answers this user; an empty name sends a request without a user. */
    String hostOf(String user) throws IOException {
        return hostOf(user.isEmpty() ? List.of() : List.of("x-user-id", user));
    }

    /** The host that answers a request with these headers, names and values in turn. */
    String hostOf(List<String> headers) throws IOException {
        HttpResponse<String> response = get(listenPort, "/", headers);
        if (response.statusCode() != 200) {
            throw new IOException("status " + response.statusCode() + " for " + headers);
        }
        return response.body();
    }

    /** Sends this many requests and counts the answers: by the host's name, or by the status if it is not 200. */
    Map<String, Integer> answers(int requests) throws IOException {
        var answers = new TreeMap<String, Integer>();
        for (int i = 0; i < requests; i++) {
            HttpResponse<String> response = get(listenPort, "/", List.of("x-user-id", "user-" + i));
            answers.merge(response.statusCode() == 200 ? response.body() : response.statusCode() + "", 1, Integer::sum);
        }
        return answers;
    }

    /** The value of a counter or gauge; 0 if it never counted. */
    long stat(String name) throws IOException {
        String line = admin("/stats?filter=" + URLEncoder.encode("^" + name.replace(".", "\\.") + "$", UTF_8))
                .strip();
        return line.isEmpty() ? 0 : Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
    }

    private static HttpResponse<String> get(int port, String path, List<String> headers) throws IOException {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
        for (int i = 0; i < headers.size(); i += 2) {
            request.header(headers.get(i), headers.get(i + 1));
        }
        try {
            return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
