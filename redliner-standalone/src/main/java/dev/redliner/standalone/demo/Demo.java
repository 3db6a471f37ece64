package dev.redliner.standalone.demo;

import dev.redliner.contracts.pool.Tier;
import dev.redliner.controller.drive.RunNews;
import dev.redliner.controller.drive.RunOptions;
import dev.redliner.controller.drive.RunRefused;
import dev.redliner.controller.drive.Runs;
import dev.redliner.controller.report.RunReport;
import dev.redliner.controller.service.InvalidService;
import dev.redliner.controller.service.ServiceCatalog;
import dev.redliner.controller.service.ServiceYaml;
import dev.redliner.controller.service.StaleRevision;
import dev.redliner.standalone.envoy.EnvoyBinary;
import dev.redliner.standalone.envoy.EnvoyProcess;
import dev.redliner.standalone.fleet.Fleet;
import dev.redliner.standalone.fleet.Truth;
import dev.redliner.standalone.serve.Standalone;
import dev.redliner.standalone.serve.StandaloneSettings;
import dev.redliner.standalone.traffic.Traffic;
import dev.redliner.standalone.traffic.TrafficSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * A fleet whose capacity is set and known, production-like traffic to it through a real Envoy, and Redliner measuring
 * it. Closing it stops everything in the right order: first the run restores, then the traffic stops.
 */
public final class Demo implements AutoCloseable {
    private static final Duration ENVOY_READY = Duration.ofSeconds(20);
    private static final Duration POOL_KNOWN = Duration.ofSeconds(20);
    private static final Duration WARM_WITHIN = Duration.ofSeconds(40);
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final int CALM_LOOKS = 30;
    private static final Duration ASK = Duration.ofSeconds(2);

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private final DemoService service;
    private final int listenPort;
    private final Fleet fleet;
    private final Standalone standalone;
    private final EnvoyProcess envoy;
    private final Traffic traffic;
    private final CompletableFuture<Truth> truth;

    /**
     * How a demo runs.
     *
     * @param tier weights or user buckets
     * @param data folder for all that it writes
     * @param httpPort for the page; 0 takes a free one
     * @param seed of fleet and traffic
     * @param sut how many hosts are measured at once
     */
    public record Settings(Tier tier, Path data, int httpPort, long seed, int sut) {
        /** With one host measured. */
        public Settings(Tier tier, Path data, int httpPort, long seed) {
            this(tier, data, httpPort, seed, 1);
        }
    }

    private Demo(Settings settings, Consumer<String> progress) {
        this.service = new DemoService(settings.tier(), settings.sut());
        this.truth = CompletableFuture.supplyAsync(
                () -> Truth.of(service.host(), DemoService.OBJECTIVE, Truth.MEASURED_OVERHEAD));
        try {
            Path binary = EnvoyBinary.find();
            progress.accept("starting Kafka, the database and the four parts");
            this.standalone = open(Standalone.start(
                    StandaloneSettings.onPort(settings.httpPort(), settings.data(), quiet(settings.data()))));
            progress.accept("starting " + service.hosts() + " hosts and Envoy");
            this.fleet = open(Fleet.start(service.fleet(settings.seed())));
            int listen = freePort();
            this.listenPort = listen;
            int admin = freePort();
            apply(service.yaml(fleet.hosts(), listen, URI.create("http://127.0.0.1:" + admin)));
            this.envoy = open(
                    EnvoyProcess.start(binary, bootstrap(admin), settings.data().resolve("envoy"), ENVOY_READY));
            URI target = URI.create("http://127.0.0.1:" + listen + "/");
            awaitListener(target);
            progress.accept("sending " + Math.round(DemoService.RPS) + " requests per second");
            this.traffic = open(Traffic.start(TrafficSettings.demo(target, DemoService.RPS, settings.seed())));
            warmUp();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** The terminal belongs to the live view; logs go to a file. */
    private static Map<String, Object> quiet(Path data) {
        return Map.of(
                "logging.threshold.console",
                "OFF",
                "logging.file.name",
                data.resolve("redliner.log").toAbsolutePath().toString());
    }

    /** Starts everything but the run. */
    public static Demo start(Settings settings, Consumer<String> progress) {
        return new Demo(settings, progress);
    }

    private <T extends AutoCloseable> T open(T part) {
        parts.push(part);
        return part;
    }

    /** Applies another definition of its service. */
    void apply(String text) {
        try {
            standalone
                    .part(ServiceCatalog.class)
                    .apply(ServiceYaml.parse("demo.yaml", text), text, OptionalLong.empty(), "demo");
        } catch (InvalidService | StaleRevision e) {
            throw new IllegalStateException("the demo's own service is refused: " + e.getMessage(), e);
        }
    }

    /** As a user gets it; the pool reaches the redirector over Kafka, which takes a moment. */
    private String bootstrap(int admin) {
        URI ask = standalone.url().resolve("/xds/v1/pools/" + DemoService.NAME + "/bootstrap?adminPort=" + admin);
        return await("the redirector to know the pool", POOL_KNOWN, () -> {
            var answer = get(ask);
            return answer.startsWith("!") ? "" : answer;
        });
    }

    private static void awaitListener(URI target) {
        await("Envoy's listener", ENVOY_READY, () -> get(target).startsWith("!") ? "" : "up");
    }

    /**
     * A cold JVM serves slowly. By Little's law the requests in flight tell when it is warm: no more than three times
     * what rate and service time make, for a while.
     */
    private void warmUp() {
        double calm = 3 * DemoService.RPS * service.host().meanService().toMillis() / 1000.0;
        int looks = 0;
        for (long left = WARM_WITHIN.dividedBy(LOOK); left > 0 && looks < CALM_LOOKS; left--) {
            LockSupport.parkNanos(LOOK.toNanos());
            looks = traffic.counts().inFlight() <= calm ? looks + 1 : 0;
        }
    }

    private static String await(String what, Duration within, java.util.function.Supplier<String> ask) {
        long deadline = System.nanoTime() + within.toNanos();
        while (System.nanoTime() < deadline) {
            String answer = ask.get();
            if (!answer.isEmpty()) {
                return answer;
            }
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
        throw new IllegalStateException("waited " + within.toSeconds() + " s for " + what);
    }

    private static String get(URI uri) {
        try {
            var answer = HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(uri).timeout(ASK).build(), BodyHandlers.ofString());
            return answer.statusCode() == 200 ? answer.body() : "!" + answer.statusCode();
        } catch (IOException e) {
            return "!" + e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** From now on whoever started it closes it, also when this process is asked to stop. */
    void leaveToItsOwner() {
        envoy.leaveToItsOwner();
    }

    /** Where the pages are. */
    public URI url() {
        return standalone.url();
    }

    /** What one host can really carry. */
    public Truth truth() {
        return truth.join();
    }

    /** The traffic, to look at. */
    public Traffic traffic() {
        return traffic;
    }

    /** The hosts, to break. */
    public Fleet fleet() {
        return fleet;
    }

    /** The Envoy, to look at. */
    public EnvoyProcess envoy() {
        return envoy;
    }

    /** The parts, to look at and to break. */
    public Standalone standalone() {
        return standalone;
    }

    /**
     * Starts a run.
     *
     * @return its id
     * @throws RunRefused if it may not begin, such as while a busy machine keeps the database from answering
     */
    public String startRun() throws RunRefused {
        return startRun(RunOptions.USUAL);
    }

    /** The same, with options. */
    public String startRun(RunOptions options) throws RunRefused {
        return standalone.part(Runs.class).start(DemoService.NAME, options, "demo");
    }

    /** Ends a run before its time. */
    public void abort(String run) {
        standalone.part(Runs.class).abort(run, "demo", "enough seen");
    }

    /** From now on its rules look at one sampling interval, and one failure is enough: for measuring reactions. */
    public void impatient(Duration interval) {
        apply(service.impatient(fleet.hosts(), listenPort, envoy.admin(), interval));
    }

    /** Follows a run until it is over. */
    public RunReport follow(String run, Consumer<RunNews> reader) {
        var over = new CompletableFuture<RunReport>();
        Runs runs = standalone.part(Runs.class);
        try (AutoCloseable following = runs.follow(run, 0, news -> {
            reader.accept(news);
            if (news.kind() == RunNews.Kind.END) {
                over.complete((RunReport) news.data());
            }
        })) {
            return over.join();
        } catch (Exception e) {
            throw new IllegalStateException("cannot follow run " + run, e);
        }
    }

    @Override
    public void close() {
        Deque<AutoCloseable> order = restoreFirst();
        while (!order.isEmpty()) {
            try {
                order.pop().close();
            } catch (Exception e) {
                org.slf4j.LoggerFactory.getLogger(Demo.class).warn("could not be stopped: {}", e.getMessage());
            }
        }
    }

    /** The parts go down while traffic still flows, so that the restore can be seen in it. */
    private synchronized Deque<AutoCloseable> restoreFirst() {
        var order = new ArrayDeque<>(parts);
        parts.clear();
        for (AutoCloseable part : List.copyOf(order)) {
            if (part instanceof Standalone) {
                order.remove(part);
                order.push(part);
            }
        }
        return order;
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("no free loopback port", e);
        }
    }
}
