package dev.redliner.testbench.faults;

import dev.redliner.standalone.kafka.BrokerMain;
import dev.redliner.standalone.kafka.Listener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Redliner as it runs in production: each part is a separate process, and so is the Kafka broker. Each part reaches the
 * broker through its own {@link FaultProxy}, so that it can be cut off alone.
 */
public final class LiveCluster implements AutoCloseable {
    /** Names of the processes of every cluster. A second controller or another collector needs a name of its own. */
    public static final String KAFKA = "kafka";

    public static final String CONTROLLER = "controller";
    public static final String REDIRECTOR = "redirector";
    public static final String ANALYZER = "analyzer";
    public static final String COLLECTOR = "collector";

    private static final Duration UP = Duration.ofSeconds(120);
    private final Path folder;
    private final int kafkaPort = Ports.free();
    private final int xdsPort = Ports.free();
    private final Map<String, FaultProxy> toKafka = new LinkedHashMap<>();
    private final Map<String, PartProcess> processes = new LinkedHashMap<>();
    private final Map<String, Integer> ports = new LinkedHashMap<>();
    private final List<LivePool> pools = new ArrayList<>();

    private LiveCluster(Path folder) {
        this.folder = folder;
    }

    /**
     * Starts the broker and the four parts, and returns when all are ready.
     *
     * @param folder for data and logs
     * @param more names of further parts for a later {@link #add}; the broker needs them at its start
     */
    public static LiveCluster start(Path folder, JournalDatabase database, String... more) {
        var cluster = new LiveCluster(folder.toAbsolutePath());
        try {
            Files.createDirectories(cluster.folder);
            cluster.broker(Stream.concat(Stream.of(CONTROLLER, REDIRECTOR, ANALYZER, COLLECTOR), Arrays.stream(more))
                    .toList());
            cluster.launch(CONTROLLER, Part.CONTROLLER, database.settings());
            cluster.launch(REDIRECTOR, Part.REDIRECTOR, List.of("--redliner.redirector.xds.port=" + cluster.xdsPort));
            cluster.launch(ANALYZER, Part.ANALYZER, List.of());
            cluster.launch(
                    COLLECTOR,
                    Part.COLLECTOR,
                    List.of("--redliner.collector.follow-pools=true", "--redliner.collector.name=" + COLLECTOR));
            List.of(CONTROLLER, REDIRECTOR, ANALYZER, COLLECTOR).forEach(cluster::awaitReady);
            return cluster;
        } catch (IOException e) {
            cluster.close();
            throw new UncheckedIOException("cannot use " + folder, e);
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private void broker(List<String> clients) {
        var arguments = new ArrayList<>(
                List.of("broker", "--data", folder.resolve(KAFKA).toString(), "--port", Integer.toString(kafkaPort)));
        for (String client : clients) {
            int port = Ports.free();
            var link = FaultProxy.to(port);
            toKafka.put(client, link);
            String name = "TO_" + client.toUpperCase(Locale.ROOT).replace('-', '_');
            arguments.addAll(List.of("--listener", new Listener(name, port, link.port()).text()));
        }
        var kafka = new PartProcess(KAFKA, Commands.redliner(arguments), folder);
        processes.put(KAFKA, kafka);
        kafka.start();
        awaitReady(KAFKA);
    }

    private void launch(String name, Part part, List<String> settings) {
        launch(name, all -> Commands.part(part, all), settings);
    }

    private void launch(String name, Function<List<String>, List<String>> command, List<String> settings) {
        int port = Ports.free();
        var all = new ArrayList<>(List.of(
                "--server.port=" + port,
                "--spring.kafka.bootstrap-servers=127.0.0.1:" + toKafka(name).port()));
        all.addAll(settings);
        var process = new PartProcess(name, command.apply(all), folder);
        processes.put(name, process);
        ports.put(name, port);
        process.start();
    }

    /** Starts one more part, under a name that was announced at the start, and returns when it is ready. */
    public void add(String name, Part part, List<String> settings) {
        launch(name, part, settings);
        awaitReady(name);
    }

    /** Adds a pool with its Envoy and its traffic. */
    public LivePool pool(PoolPlan plan) {
        var pool = new LivePool(plan, this, folder.resolve("envoy-" + plan.name()), 1 + pools.size());
        pools.add(pool);
        return pool;
    }

    /** Sends SIGKILL to a process. */
    public void kill(String name) {
        process(name).kill();
    }

    /** Sends SIGTERM to a process, and waits for its end. */
    public void terminate(String name) {
        process(name).terminate();
    }

    /** Sends SIGSTOP to a process. */
    public void freeze(String name) {
        process(name).freeze();
    }

    /** Sends SIGCONT to a process. */
    public void thaw(String name) {
        process(name).thaw();
    }

    /** Starts a process that was killed or terminated, on the same ports and data, and returns when it is ready. */
    public void restart(String name) {
        begin(name);
        awaitReady(name);
    }

    /** Starts those of these processes that do not run, and returns when all of them are ready. */
    public void revive(String... names) {
        for (String name : names) {
            if (!process(name).alive()) {
                begin(name);
            }
            awaitReady(name);
        }
    }

    /** Starts a process that was killed or terminated, without waiting for it. */
    public void begin(String name) {
        process(name).start();
    }

    /** Waits until a part reports that it is ready. */
    public void awaitReady(String name) {
        PartProcess process = process(name);
        Await.await(
                name + " to be ready",
                UP,
                () -> {
                    if (!process.alive()) {
                        throw new IllegalStateException(name + " ended\n" + process.said());
                    }
                    return name.equals(KAFKA) ? process.output().contains(BrokerMain.READY) : ready(name);
                },
                process::said);
    }

    /** Whether a part reports that it is ready. */
    public boolean ready(String name) {
        return Web.get(http(name).resolve("/actuator/health/readiness")).status() == 200;
    }

    /** A process, for observation. */
    public PartProcess process(String name) {
        PartProcess process = processes.get(name);
        if (process == null) {
            throw new IllegalArgumentException("no " + name + " among " + processes.keySet());
        }
        return process;
    }

    /** A part's link to Kafka. */
    public FaultProxy toKafka(String name) {
        FaultProxy link = toKafka.get(name);
        if (link == null) {
            throw new IllegalArgumentException("the broker does not know " + name + ", only " + toKafka.keySet());
        }
        return link;
    }

    /** The HTTP address of a part. */
    public URI http(String name) {
        return URI.create("http://127.0.0.1:" + ports.get(name));
    }

    /** A value of a part's own metrics, added up over its labels, or 0 if there is no metric of this name. */
    public double metric(String name, String metric) {
        return Web.get(http(name).resolve("/actuator/prometheus"))
                .body()
                .lines()
                .filter(line -> line.startsWith(metric + "{") || line.startsWith(metric + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /** The controller. */
    public ControllerApi api() {
        return api(CONTROLLER);
    }

    /** Another controller. */
    public ControllerApi api(String name) {
        return new ControllerApi(http(name).getPort());
    }

    /** The port that Envoys connect to. */
    public int xdsPort() {
        return xdsPort;
    }

    /** The broker's address for a separate client, over a link that is never cut. */
    public String kafka() {
        return "127.0.0.1:" + kafkaPort;
    }

    /** The pools in the order in which they were added. */
    public List<LivePool> pools() {
        return List.copyOf(pools);
    }

    /** The ends of all logs, for a failure's message. */
    public String said() {
        return String.join(
                "\n", processes.values().stream().map(PartProcess::said).toList());
    }

    @Override
    public void close() {
        pools.forEach(LivePool::close);
        processes.values().forEach(PartProcess::close);
        for (FaultProxy link : toKafka.values()) {
            try {
                link.close();
            } catch (IOException e) {
                // this process ends it anyway
            }
        }
    }
}
