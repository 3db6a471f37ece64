package dev.redliner.testbench.faults;

import dev.redliner.standalone.envoy.EnvoyBinary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * The cost of counting the traffic of idle pools by second: CPU and memory of Envoy and of the parts as separate
 * processes, and bytes on Kafka. It is measured first without a pool, then with many behind one Envoy. Needs the jars
 * of this build and Linux.
 *
 * <p>Arguments: number of pools (500), seconds of each measurement (180).
 */
public final class CostOfIdlePools {
    private static final double TICKS_PER_SECOND = 100;
    private static final Duration SETTLE = Duration.ofSeconds(90);

    private final Path folder;
    private final int pools;
    private final Duration measured;
    private final HttpClient http = HttpClient.newHttpClient();
    private final int admin = Ports.free();
    private final int listen = Ports.free();

    private CostOfIdlePools(Path folder, int pools, Duration measured) {
        this.folder = folder;
        this.pools = pools;
        this.measured = measured;
    }

    /** Prints a table. */
    public static void main(String[] arguments) throws Exception {
        int pools = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 500;
        int seconds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 180;
        Path folder = Files.createTempDirectory("redliner-idle");
        new CostOfIdlePools(folder, pools, Duration.ofSeconds(seconds)).measure();
        System.exit(0);
    }

    private void measure() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("envoy.json"), bootstrap());
        var command = new ProcessBuilder(
                EnvoyBinary.find().toString(),
                "-c",
                folder.resolve("envoy.json").toString(),
                "--concurrency",
                "1",
                "--use-dynamic-base-id",
                "-l",
                "error");
        Process envoy = command.redirectErrorStream(true)
                .redirectOutput(folder.resolve("envoy.log").toFile())
                .start();
        var over = new AtomicBoolean();
        try (LiveCluster cluster = LiveCluster.start(folder, JournalDatabase.h2())) {
            var traffic = new Thread(() -> traffic(over));
            traffic.setDaemon(true);
            traffic.start();
            Map<String, ProcessHandle> processes = processes(envoy);
            Map<String, Double> without = cost("no pool", processes);
            for (int pool = 0; pool < pools; pool++) {
                apply(cluster, pool);
            }
            pause(SETTLE);
            long bytes = kafkaBytes();
            double minutes = cluster.metric(LiveCluster.COLLECTOR, "redliner_collector_traffic_records_total");
            Map<String, Double> with = cost(pools + " pools", processes);
            double perDay = Duration.ofDays(1).toSeconds() / (double) measured.toSeconds();
            System.out.printf(
                    Locale.ROOT,
                    "Kafka: %.0f minutes of Envoys, %.0f MB a day on both topics%n",
                    cluster.metric(LiveCluster.COLLECTOR, "redliner_collector_traffic_records_total") - minutes,
                    (kafkaBytes() - bytes) * perDay / 1e6);
            with.forEach((name, cpu) -> System.out.printf(
                    Locale.ROOT, "%-12s %+.2f%% of a core for the pools%n", name, 100 * (cpu - without.get(name))));
            for (String metric : new String[] {"counted", "missed"}) {
                System.out.printf(
                        Locale.ROOT,
                        "seconds of the Envoy %s: %.0f%n",
                        metric,
                        cluster.metric(LiveCluster.COLLECTOR, "redliner_collector_traffic_" + metric + "_total"));
            }
        } finally {
            over.set(true);
            envoy.destroyForcibly();
        }
    }

    /** CPU by process, as a fraction of a core. Also prints the memory. */
    private Map<String, Double> cost(String what, Map<String, ProcessHandle> processes) {
        var before = new LinkedHashMap<String, Long>();
        processes.forEach((name, process) -> before.put(name, ticks(process)));
        long began = System.nanoTime();
        pause(measured);
        double seconds = (System.nanoTime() - began) / 1e9;
        var cpu = new LinkedHashMap<String, Double>();
        processes.forEach(
                (name, process) -> cpu.put(name, (ticks(process) - before.get(name)) / TICKS_PER_SECOND / seconds));
        cpu.forEach((name, part) -> System.out.printf(
                Locale.ROOT,
                "%-10s %-12s %.2f%% of a core, %.0f MB resident%n",
                what,
                name,
                100 * part,
                residentMb(processes.get(name))));
        return cpu;
    }

    private static Map<String, ProcessHandle> processes(Process envoy) {
        var processes = new LinkedHashMap<String, ProcessHandle>();
        processes.put("envoy", envoy.toHandle());
        Map<String, String> jars = Map.of(
                "perf-collector", "collector",
                "perf-analyzer", "analyzer",
                "redliner-controller", "controller",
                " broker ", "kafka");
        ProcessHandle.current()
                .children()
                .forEach(child -> jars.forEach((jar, name) -> {
                    if (commandLine(child).contains(jar)) {
                        processes.put(name, child);
                    }
                }));
        return processes;
    }

    private static String commandLine(ProcessHandle process) {
        return read(Path.of("/proc/" + process.pid() + "/cmdline")).replace('\0', ' ');
    }

    private static long ticks(ProcessHandle process) {
        String stat = read(Path.of("/proc/" + process.pid() + "/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
    }

    private static double residentMb(ProcessHandle process) {
        String status = read(Path.of("/proc/" + process.pid() + "/status"));
        return status.lines()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")) / 1024)
                .sum();
    }

    private static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The size of both topics' partitions. */
    private long kafkaBytes() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve(LiveCluster.KAFKA))) {
            return files.filter(file -> file.toString().matches(".*redliner\\.(counts|traffic)-\\d+/.*\\.log"))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    private void apply(LiveCluster cluster, int pool) throws IOException, InterruptedException {
        String name = name(pool);
        String yaml =
                """
                service: %s
                tier: back-end
                pool: {hosts: [a, b, c, d, e], sut: a, baselineShare: 1/5, maxShare: 60%%}
                envoy: {mode: runtime-only, admin: ["http://127.0.0.1:%d"]}
                rules: [{id: p99, pass: 'latency.p99 <= duration("200ms")'}]
                """
                        .formatted(name, admin);
        URI uri = cluster.http(LiveCluster.CONTROLLER).resolve("/api/v1/services/" + name);
        var answer = http.send(
                HttpRequest.newBuilder(uri)
                        .header("content-type", "application/yaml")
                        .PUT(BodyPublishers.ofString(yaml))
                        .build(),
                BodyHandlers.ofString());
        if (answer.statusCode() != 201) {
            throw new IllegalStateException(answer.body());
        }
    }

    /** Sends a few requests to every pool, so that its counters are in use. */
    private void traffic(AtomicBoolean over) {
        for (int i = 0; !over.get(); i++) {
            String poolCluster = name(i % pools) + (i / pools % 2 == 0 ? "-sut" : "-rest");
            try {
                http.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + listen + "/"))
                                .header("x-cluster", poolCluster)
                                .build(),
                        BodyHandlers.discarding());
            } catch (IOException e) {
                // the Envoy is starting or ending
            } catch (InterruptedException e) {
                return;
            }
            pause(Duration.ofMillis(5));
        }
    }

    private static String name(int pool) {
        return "pool-" + pool;
    }

    private static void pause(Duration time) {
        LockSupport.parkNanos(time.toNanos());
    }

    private String bootstrap() {
        var clusters = new StringBuilder();
        for (int pool = 0; pool < pools; pool++) {
            for (String part : new String[] {"-sut", "-rest"}) {
                clusters.append(clusters.isEmpty() ? "" : ",\n").append(CLUSTER.formatted(name(pool) + part, admin));
            }
        }
        return BOOTSTRAP.formatted(admin, listen, clusters);
    }

    private static final String CLUSTER =
            "{\"name\": \"%1$s\", \"load_assignment\": {\"cluster_name\": \"%1$s\", \"endpoints\": [{\"lb_endpoints\":"
                    + " [{\"endpoint\": {\"address\": {\"socket_address\": {\"address\": \"127.0.0.1\", \"port_value\":"
                    + " %2$d}}}}]}]}}";

    private static final String BOOTSTRAP =
            """
            {"admin": {"address": {"socket_address": {"address": "127.0.0.1", "port_value": %d}}},
             "static_resources": {"listeners": [{"name": "in",
               "address": {"socket_address": {"address": "127.0.0.1", "port_value": %d}},
               "filter_chains": [{"filters": [{"name": "envoy.filters.network.http_connection_manager", "typed_config": {
                 "@type": "type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager",
                 "stat_prefix": "in",
                 "http_filters": [{"name": "router", "typed_config": {
                   "@type": "type.googleapis.com/envoy.extensions.filters.http.router.v3.Router"}}],
                 "route_config": {"virtual_hosts": [{"name": "all", "domains": ["*"], "routes": [
                   {"match": {"prefix": "/"}, "route": {"cluster_header": "x-cluster", "prefix_rewrite": "/ready"}}]}]}}}]}]}],
              "clusters": [%s]}}
            """;
}
