package dev.redliner.testbench.serve;

import static dev.redliner.testbench.serve.ServeProcess.await;

import dev.redliner.contracts.pool.Host;
import dev.redliner.standalone.envoy.EnvoyBinary;
import dev.redliner.standalone.envoy.EnvoyProcess;
import dev.redliner.standalone.fleet.Fleet;
import dev.redliner.standalone.fleet.FleetSettings;
import dev.redliner.standalone.fleet.HostSettings;
import dev.redliner.standalone.traffic.LoadSettings;
import dev.redliner.standalone.traffic.Traffic;
import dev.redliner.testbench.faults.Commands;
import dev.redliner.testbench.faults.Ports;
import dev.redliner.testbench.faults.Signals;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * The cost of measuring a small service: CPU and memory of {@code redliner serve} and of one Envoy by the state of the
 * run, and the growth of the database. The pool has three hosts of 4 threads and 37 ms each, so that a host saturates
 * at 108 requests per second. Needs Linux.
 *
 * <p>Arguments: requests per second of the pool (150), number of runs (2), longest duration of a run ({@code 10m}). The
 * server is {@code ./redliner serve}: the variable {@code REDLINER_JAVA_OPTS} replaces the options of its JVM.
 */
final class CostOfSmallService {
    private static final HostSettings HOST =
            new HostSettings(4, Duration.ofMillis(37), 0.6, Duration.ZERO, 600, Duration.ofSeconds(10));
    private static final Duration SETTLE = Duration.ofSeconds(45);
    private static final Duration IDLE = Duration.ofSeconds(60);
    private static final Duration LOOK = Duration.ofSeconds(2);

    private final Map<String, Cost> costByState = new TreeMap<>();
    private final Path folder;
    private final ServeProcess server;
    private final long envoy;
    private Usage before;

    /** CPU seconds and resident memory of the two processes at one moment. */
    private record Usage(double at, double serve, double envoy, double serveMb) {}

    /** Seconds in a state, CPU seconds spent in them, and the highest memory. */
    private record Cost(double seconds, double serve, double envoy, double serveMb) {
        static final Cost NONE = new Cost(0, 0, 0, 0);

        Cost plus(Usage from, Usage to) {
            return new Cost(
                    seconds + to.at - from.at,
                    serve + to.serve - from.serve,
                    envoy + to.envoy - from.envoy,
                    Math.max(serveMb, to.serveMb));
        }
    }

    private CostOfSmallService(Path folder, ServeProcess server, long envoy) {
        this.folder = folder;
        this.server = server;
        this.envoy = envoy;
        this.before = usage();
    }

    /** Prints a table. */
    public static void main(String[] arguments) throws IOException {
        double rps = arguments.length > 0 ? Double.parseDouble(arguments[0]) : 150;
        int runs = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 2;
        String longest = arguments.length > 2 ? arguments[2] : "10m";
        Path folder = Files.createTempDirectory("small-service");
        try (Fleet fleet = Fleet.start(new FleetSettings(3, "small", "127.0.0.1", 0, 3, HOST));
                var server = new ServeProcess(folder.resolve("data"), Commands.script())) {
            int listen = Ports.free();
            try (EnvoyProcess envoy = envoy(server, folder, yaml(fleet, listen, longest), listen);
                    Traffic traffic =
                            Traffic.start(LoadSettings.demo(URI.create("http://127.0.0.1:" + listen + "/"), rps, 3))) {
                await("traffic", () -> traffic.counts().answered() > 100);
                new CostOfSmallService(folder, server, envoy.pid()).measure(runs);
            }
        }
        System.exit(0);
    }

    private static EnvoyProcess envoy(ServeProcess server, Path folder, String yaml, int listen) {
        int admin = Ports.free();
        server.put("/api/v1/services/small", yaml.replace("ADMIN", String.valueOf(admin)));
        String path = "/xds/v1/pools/small/bootstrap?adminPort=" + admin;
        await("the redirector to know the pool", () -> server.get(path).statusCode() == 200);
        return EnvoyProcess.start(
                EnvoyBinary.find(), server.get(path).body(), folder.resolve("envoy"), Duration.ofSeconds(30));
    }

    private static String yaml(Fleet fleet, int listen, String longest) {
        String hosts = fleet.hosts().stream().map(CostOfSmallService::entry).collect(Collectors.joining(", "));
        return """
                service: small
                tier: back-end
                pool: {hosts: [%s], sut: small-1, baselineShare: 1/3, maxShare: 80%%}
                envoy: {mode: full, listen: "127.0.0.1:%d", admin: ["http://127.0.0.1:ADMIN"]}
                rules:
                  - {id: slo, pass: 'latency.p99 <= duration("250ms") && error_rate <= percent(0.5)', window: 10s,
                     minSamples: 200, onFail: back-off}
                limits: {maxDuration: %s, harmBudget: 3%%, unknownFor: 30s, settledFor: 0s, peersMayGrow: 60%%}
                targetRps: 300
                """
                .formatted(hosts, listen, longest);
    }

    private static String entry(Host host) {
        return "{id: %s, address: \"%s:%d\", metrics: \"%s\"}"
                .formatted(host.id(), host.address(), host.port(), host.metrics());
    }

    private void measure(int runs) {
        pause(SETTLE);
        idle("(no run)");
        Signals.send("STOP", server.pid());
        idle("(frozen)");
        Signals.send("CONT", server.pid());
        print("before the first run; what Envoy spends while the server is frozen is the traffic alone");
        pause(SETTLE);
        before = usage();
        for (int i = 0; i < runs; i++) {
            var started = server.post("/api/v1/runs", "{\"service\":\"small\",\"cold\":true}");
            String run = server.json(started).at("/id").asString();
            String state = "PENDING";
            while (server.run(run).at("/endedAt").asString("").isEmpty()) {
                state = server.run(run).at("/state").asString();
                spend(state);
            }
            var report = server.run(run);
            print("run " + run + ": " + report.at("/state").asString() + ", "
                    + report.at("/redline").toString());
        }
        server.terminate();
        System.out.printf(Locale.ROOT, "database of the stopped server: %.1f MB%n", databaseMb());
    }

    private void idle(String state) {
        before = usage();
        for (long look = IDLE.dividedBy(LOOK); look > 0; look--) {
            spend(state);
        }
    }

    private void spend(String state) {
        pause(LOOK);
        Usage now = usage();
        costByState.put(state, costByState.getOrDefault(state, Cost.NONE).plus(before, now));
        before = now;
    }

    private void print(String what) {
        System.out.printf(Locale.ROOT, "%s%ndatabase %.1f MB%n", what, databaseMb());
        costByState.forEach((state, cost) -> System.out.printf(
                Locale.ROOT,
                "%-12s %4.0f s: serve %5.1f%% of a core, %4.0f MB; Envoy %4.1f%% of a core%n",
                state,
                cost.seconds,
                100 * cost.serve / cost.seconds,
                cost.serveMb,
                100 * cost.envoy / cost.seconds));
        costByState.clear();
    }

    private Usage usage() {
        return new Usage(
                System.nanoTime() / 1e9,
                ProcessUsage.cpuSeconds(server.pid()),
                ProcessUsage.cpuSeconds(envoy),
                ProcessUsage.residentMb(server.pid()));
    }

    private double databaseMb() {
        return folder.resolve("data").resolve("redliner.mv.db").toFile().length() / 1e6;
    }

    private static void pause(Duration time) {
        LockSupport.parkNanos(time.toNanos());
    }
}
