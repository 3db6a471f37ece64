package dev.redliner.standalone.rig;

import dev.redliner.api.RunReport;
import dev.redliner.api.RunUpdate;
import dev.redliner.controller.engine.RunOptions;
import dev.redliner.controller.engine.RunRefused;
import dev.redliner.controller.engine.Runs;
import dev.redliner.controller.service.ServiceCatalog;
import dev.redliner.controller.service.StaleRevision;
import dev.redliner.service.InvalidService;
import dev.redliner.service.ServiceYaml;
import dev.redliner.standalone.envoy.EnvoyBinary;
import dev.redliner.standalone.envoy.EnvoyProcess;
import dev.redliner.standalone.envoy.NotReadyException;
import dev.redliner.standalone.serve.Standalone;
import dev.redliner.standalone.serve.StandaloneSettings;
import dev.redliner.standalone.traffic.LoadGenerator;
import dev.redliner.standalone.traffic.LoadSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One service behind a real Envoy, with traffic, and Redliner to measure it. Closing the rig stops everything in the
 * right order: first the parts, so that a run restores while the traffic still flows.
 */
public final class Rig implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Rig.class);
    private static final Duration ENVOY_READY = Duration.ofSeconds(60);
    private static final Duration POOL_KNOWN = Duration.ofSeconds(60);

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private final Settings settings;
    private final Standalone standalone;
    private final EnvoyProcess envoy;
    private final int listenPort;
    private final LoadGenerator traffic;

    /**
     * Settings of a rig.
     *
     * @param service name of the service
     * @param by the user in the audit trail of the rig's runs
     * @param data folder for all files that the rig writes
     * @param httpPort for the page; 0 takes a free one
     * @param properties further settings of the parts, by their names
     */
    public record Settings(String service, String by, Path data, int httpPort, Map<String, Object> properties) {
        public Settings {
            properties = Map.copyOf(properties);
        }

        /** The usual settings of the parts. */
        public Settings(String service, String by, Path data, int httpPort) {
            this(service, by, data, httpPort, Map.of());
        }
    }

    /** Creates the service file once Envoy's listener and admin interface have their addresses. */
    public interface Definition {
        String yaml(int listenPort, URI admin);
    }

    private Rig(
            Settings settings,
            Definition definition,
            Function<URI, LoadSettings> traffic,
            Function<LoadSettings, LoadGenerator> generator,
            Consumer<String> progress) {
        this.settings = settings;
        this.listenPort = Loopback.freePort();
        try {
            Path binary = EnvoyBinary.find();
            progress.accept("starting Kafka, the database and the four parts");
            this.standalone = open(Standalone.start(
                    StandaloneSettings.onPort(settings.httpPort(), settings.data(), properties(settings))));
            progress.accept("starting Envoy");
            int admin = Loopback.freePort();
            apply(definition.yaml(listenPort, URI.create("http://127.0.0.1:" + admin)));
            this.envoy = open(
                    EnvoyProcess.start(binary, bootstrap(admin), settings.data().resolve("envoy"), ENVOY_READY));
            LoadSettings sent = traffic.apply(target());
            awaitPage(sent.target());
            progress.accept("sending " + Math.round(sent.rps()) + " requests per second");
            this.traffic = open(generator.apply(sent));
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Logs go to a file, because the terminal belongs to the program that started the rig. */
    private static Map<String, Object> properties(Settings settings) {
        Map<String, Object> properties = new HashMap<>(settings.properties());
        properties.put("logging.threshold.console", "OFF");
        properties.put(
                "logging.file.name",
                settings.data().resolve("redliner.log").toAbsolutePath().toString());
        return properties;
    }

    /**
     * Starts the parts, Envoy and the traffic, and returns when Envoy serves the pool.
     *
     * @param traffic creates the traffic for the address of Envoy's listener
     * @param generator starts the traffic, in this process or in one of its own
     * @param progress receives a line for each step
     */
    public static Rig start(
            Settings settings,
            Definition definition,
            Function<URI, LoadSettings> traffic,
            Function<LoadSettings, LoadGenerator> generator,
            Consumer<String> progress) {
        return new Rig(settings, definition, traffic, generator, progress);
    }

    private <T extends AutoCloseable> T open(T part) {
        parts.push(part);
        return part;
    }

    /** Applies another definition of the service. */
    public void apply(String text) {
        try {
            standalone
                    .part(ServiceCatalog.class)
                    .apply(
                            ServiceYaml.parse(settings.service() + ".yaml", text),
                            text,
                            OptionalLong.empty(),
                            settings.by());
        } catch (InvalidService | StaleRevision e) {
            throw new IllegalStateException(
                    "The definition of " + settings.service() + " is refused: " + e.getMessage(), e);
        }
    }

    /** The bootstrap as a user gets it. The pool reaches the redirector over Kafka, which takes a moment. */
    private String bootstrap(int admin) {
        URI ask = standalone.url().resolve("/xds/v1/pools/" + settings.service() + "/bootstrap?adminPort=" + admin);
        return Loopback.awaitOk(ask, POOL_KNOWN);
    }

    private void awaitPage(URI page) {
        try {
            Loopback.awaitOk(page, ENVOY_READY);
        } catch (NotReadyException e) {
            throw new NotReadyException(e.getMessage() + " The log of Envoy ends with:\n" + envoy.endOfLog());
        }
    }

    /** The traffic, for observation. It flows until the rig is closed. */
    public LoadGenerator traffic() {
        return traffic;
    }

    private URI target() {
        return URI.create("http://127.0.0.1:" + listenPort + "/");
    }

    /** The port that Envoy listens on. */
    public int listenPort() {
        return listenPort;
    }

    /** The Envoy, for observation. */
    public EnvoyProcess envoy() {
        return envoy;
    }

    /** The parts, for observation and fault injection. */
    public Standalone standalone() {
        return standalone;
    }

    /**
     * Starts a run.
     *
     * @return the run's id
     * @throws RunRefused if the run may not begin, such as while a busy machine keeps the database from answering
     */
    public String startRun(RunOptions options) throws RunRefused {
        return runs().start(settings.service(), options, settings.by());
    }

    /** Aborts a run. */
    public void abort(String run) {
        runs().abort(run, settings.by(), "enough seen");
    }

    /** Follows a run until it is over. */
    public RunReport follow(String run, Consumer<RunUpdate> reader) {
        var over = new CompletableFuture<RunReport>();
        try (AutoCloseable following = runs().follow(run, 0, news -> {
            reader.accept(news);
            if (news.kind() == RunUpdate.Kind.END) {
                over.complete((RunReport) news.data());
            }
        })) {
            return over.join();
        } catch (Exception e) {
            throw new IllegalStateException("cannot follow run " + run, e);
        }
    }

    private Runs runs() {
        return standalone.part(Runs.class);
    }

    @Override
    public void close() {
        Deque<AutoCloseable> order = restoreFirst();
        while (!order.isEmpty()) {
            try {
                order.pop().close();
            } catch (Exception e) {
                log.warn("could not be stopped: {}", e.getMessage());
            }
        }
    }

    /** Stops the parts while traffic still flows, so that the traffic can show the restore. */
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
}
