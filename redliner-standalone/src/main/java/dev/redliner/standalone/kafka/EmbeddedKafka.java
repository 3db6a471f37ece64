package dev.redliner.standalone.kafka;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;

/**
 * A real Kafka broker and controller (KRaft) in this process, on the loopback address. It keeps its data in a folder:
 * after a restart on the same folder it has the same topics, records and offsets.
 *
 * <p>Easy to get wrong: a broker that can no longer write to its folder halts the whole process. Kafka itself does
 * this.
 */
public final class EmbeddedKafka implements AutoCloseable {
    private static final String ADDRESS = "127.0.0.1";
    private static final int NODE_ID = 1;

    private final KafkaRaftServer server;
    private final int port;

    private EmbeddedKafka(KafkaRaftServer server, int port) {
        this.server = server;
        this.port = port;
    }

    /** Starts on a free port. See {@link #start(Path, int)}. */
    public static EmbeddedKafka start(Path folder) {
        return start(folder, 0);
    }

    /**
     * Starts and returns when clients can connect.
     *
     * @param folder the data folder, created if absent; no other broker may use it
     * @param port for clients; 0 takes a free one
     * @throws IllegalStateException if the broker does not start: the port is taken, the folder in use or damaged
     */
    public static EmbeddedKafka start(Path folder, int port) {
        return start(folder, port, List.of());
    }

    /** Starts a broker that clients can also reach at further addresses. */
    static EmbeddedKafka start(Path folder, int port, List<Listener> more) {
        quietLogs();
        int clientPort = port == 0 ? freePort() : port;
        Path data = folder.toAbsolutePath();
        format(data);
        // the quorum is configured, not stored in the log, so this port may differ at the next start
        var settings = BrokerSettings.of(NODE_ID, data, ADDRESS, clientPort, freePort(), more);
        var server = new KafkaRaftServer(KafkaConfig.fromProps(settings, false), Time.SYSTEM);
        try {
            server.startup();
        } catch (RuntimeException failure) {
            server.shutdown();
            throw new IllegalStateException(
                    "Kafka did not start on port " + clientPort + " with its data in " + data, failure);
        }
        return new EmbeddedKafka(server, clientPort);
    }

    /** The value of {@code bootstrap.servers} for clients. */
    public String bootstrapServers() {
        return ADDRESS + ":" + port;
    }

    /** The port for clients. */
    public int port() {
        return port;
    }

    /** Shuts down in order, so that the next start needs no recovery. */
    @Override
    public void close() {
        server.shutdown();
        server.awaitShutdown();
    }

    private static void format(Path data) {
        var messages = new ByteArrayOutputStream();
        try {
            Files.createDirectories(data);
            var formatter = new Formatter()
                    .setPrintStream(new PrintStream(messages, true, StandardCharsets.UTF_8))
                    .setNodeId(NODE_ID)
                    .setClusterId(clusterId(data))
                    .setControllerListenerName(BrokerSettings.CONTROLLER)
                    .setDirectories(List.of(data.toString()))
                    .setMetadataLogDirectory(data.toString())
                    .setIgnoreFormatted(true);
            formatter.run();
        } catch (Exception failure) {
            throw new IllegalStateException(
                    "cannot prepare " + data + " for Kafka: " + messages.toString(StandardCharsets.UTF_8), failure);
        }
    }

    /** The cluster id of the folder, or a new one if the folder is not formatted yet. */
    private static String clusterId(Path data) throws IOException {
        Path meta = data.resolve("meta.properties");
        if (!Files.exists(meta)) {
            return Uuid.randomUuid().toString();
        }
        var properties = new Properties();
        try (var reader = Files.newBufferedReader(meta)) {
            properties.load(reader);
        }
        return properties.getProperty("cluster.id", "");
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException failure) {
            throw new UncheckedIOException("no free loopback port", failure);
        }
    }

    private static void quietLogs() {
        LoggingSystem logging = LoggingSystem.get(EmbeddedKafka.class.getClassLoader());
        for (String logger : List.of("kafka", "org.apache.kafka", "state.change.logger")) {
            logging.setLogLevel(logger, LogLevel.WARN);
        }
        // suppresses a warning about becoming active, which occurs at every start
        logging.setLogLevel("org.apache.kafka.controller.QuorumController", LogLevel.ERROR);
    }
}
