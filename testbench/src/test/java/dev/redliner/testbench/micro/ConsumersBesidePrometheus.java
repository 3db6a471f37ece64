package dev.redliner.testbench.micro;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The metric values per second of CPU of an analyzer with 1, 2, 4 and 8 consumers and of a Prometheus server, one after
 * the other in one run: as many hosts with 100 gauges each, once a second, and the same four rules. The analyzer is that
 * of {@link CostOfConsumers}, with a real broker: it fetches and decodes samples, judges the rules and encodes verdicts;
 * the CPU of its consumers' threads counts, without garbage collection. Prometheus fetches and parses pages once a second,
 * writes its log and evaluates the rules as recording rules; all its CPU counts. It has the requests of each host as a
 * classic histogram of 12 buckets, and the analyzer has those of two Envoy clusters for each pool.
 *
 * <p>Arguments: the path of a Prometheus server, hosts of each of the eight pools (20), seconds of each measurement (60).
 * Needs Linux and the memory of a normal JVM.
 */
final class ConsumersBesidePrometheus {
    private static final int GAUGES = 100;
    private static final int BUCKETS = 12;
    private static final Duration WARM_UP = Duration.ofSeconds(45);
    private static final double TICKS_PER_SECOND = 100;

    private ConsumersBesidePrometheus() {}

    public static void main(String[] arguments) throws Exception {
        int hosts = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 20;
        Duration time = Duration.ofSeconds(arguments.length > 2 ? Integer.parseInt(arguments[2]) : 60);
        CostOfConsumers.measure(hosts, time);
        prometheus(arguments[0], CostOfConsumers.POOLS * hosts, time);
        System.exit(0);
    }

    private static void prometheus(String program, int count, Duration time) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("beside-prometheus");
        HttpServer hosts = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        hosts.createContext("/", exchange -> {
            byte[] page = page().getBytes(UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "text/plain; version=0.0.4");
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        var answering = Executors.newFixedThreadPool(2);
        hosts.setExecutor(answering);
        hosts.start();
        int port = free();
        Process prometheus = start(program, port, hosts.getAddress().getPort(), count, folder);
        try {
            TimeUnit.MILLISECONDS.sleep(WARM_UP.toMillis());
            double before = cpuSeconds(prometheus);
            double valuesBefore = appended(port);
            TimeUnit.MILLISECONDS.sleep(time.toMillis());
            double used = cpuSeconds(prometheus) - before;
            double values = appended(port) - valuesBefore;
            System.out.printf(
                    Locale.ROOT,
                    "Prometheus: %.3f million values per second of CPU (%.0f values a second, %.1f%% of a core)%n",
                    values / used / 1e6,
                    values / time.toSeconds(),
                    100 * used / time.toSeconds());
        } finally {
            prometheus.destroy();
            hosts.stop(0);
            answering.shutdownNow();
        }
    }

    /** Values that Prometheus has stored, by its own count. */
    private static double appended(int port) throws IOException, InterruptedException {
        String page = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
                                .build(),
                        BodyHandlers.ofString())
                .body();
        return page.lines()
                .filter(line -> line.startsWith("prometheus_tsdb_head_samples_appended_total"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }

    private static Process start(String program, int own, int port, int count, Path folder) throws IOException {
        String targets = IntStream.range(0, count)
                .mapToObj(host -> "  - {targets: ['127.0.0.1:" + port + "'], labels: {__metrics_path__: /h" + host
                        + ", host: h" + host + "}}\n")
                .collect(Collectors.joining());
        Files.writeString(
                folder.resolve("rules.yml"),
                """
                groups:
                - name: rules
                  interval: 1s
                  rules:
                  - {record: p99, expr: 'histogram_quantile(0.99, sum by (le) (rate(seconds_bucket{host="h0"}[30s]))) <= bool 0.2'}
                  - record: errors
                    expr: >
                      (rate(errors_total{host="h0"}[30s]) / rate(seconds_count{host="h0"}[30s]) <= bool 0.012)
                      * (sum(rate(errors_total[30s])) / sum(rate(seconds_count[30s])) < bool 0.1)
                  - record: peers
                    expr: >
                      histogram_quantile(0.5, sum by (le) (rate(seconds_bucket{host="h0"}[30s])))
                      / histogram_quantile(0.5, sum by (le) (rate(seconds_bucket{host!="h0"}[30s]))) <= bool 2
                  - record: cpu
                    expr: >
                      (avg(avg_over_time(host_cpu{host="h0"}[30s])) < bool 0.9)
                      * (avg(avg_over_time(host_cpu{host!="h0"}[30s])) < bool 0.9)
                """);
        Path settings = Files.writeString(
                folder.resolve("prometheus.yml"),
                "global: {scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s}\n"
                        + "rule_files: [rules.yml]\n"
                        + "scrape_configs:\n- job_name: hosts\n  static_configs:\n"
                        + targets);
        return new ProcessBuilder(
                        program,
                        "--config.file=" + settings,
                        "--storage.tsdb.path=" + folder.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + own,
                        "--log.level=warn")
                .inheritIO()
                .start();
    }

    /** The page of a host: the gauges, and the counts of requests that the Envoy of the analyzer's samples has. */
    private static String page() {
        double second = System.nanoTime() / 1e9;
        var page = new StringBuilder("host_cpu 0.4\n");
        for (int i = 0; i < GAUGES - 1; i++) {
            page.append("some_longer_metric_name_")
                    .append(i)
                    .append(' ')
                    .append(i * 1.5 + second)
                    .append('\n');
        }
        long requests = (long) (second * 100);
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            page.append("seconds_bucket{le=\"")
                    .append(0.01 * (1 << bucket))
                    .append("\"} ")
                    .append(requests)
                    .append('\n');
        }
        page.append("seconds_bucket{le=\"+Inf\"} ")
                .append(requests)
                .append("\nseconds_count ")
                .append(requests);
        return page.append("\nerrors_total ").append((long) second).append('\n').toString();
    }

    private static double cpuSeconds(Process process) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_PER_SECOND;
    }

    private static int free() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
