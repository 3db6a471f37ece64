package dev.redliner.standalone.kafka;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;

/** The settings of a single small broker. */
final class BrokerSettings {
    static final String CONTROLLER = "CONTROLLER";
    private static final int MIB = 1024 * 1024;

    private BrokerSettings() {}

    static Properties of(
            int nodeId, Path data, String address, int clientPort, int controllerPort, List<Listener> more) {
        var settings = new Properties();
        roles(settings, nodeId, address, clientPort, controllerPort);
        listen(settings, address, more);
        settings.setProperty("log.dirs", data.toString());
        oneReplica(settings);
        small(settings);
        return settings;
    }

    private static void roles(Properties settings, int nodeId, String address, int clientPort, int controllerPort) {
        String clients = "PLAINTEXT://" + address + ":" + clientPort;
        settings.setProperty("process.roles", "broker,controller");
        settings.setProperty("node.id", Integer.toString(nodeId));
        settings.setProperty("listeners", clients + "," + CONTROLLER + "://" + address + ":" + controllerPort);
        settings.setProperty("advertised.listeners", clients);
        settings.setProperty("controller.listener.names", CONTROLLER);
        settings.setProperty("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT," + CONTROLLER + ":PLAINTEXT");
        settings.setProperty("inter.broker.listener.name", "PLAINTEXT");
        settings.setProperty("controller.quorum.voters", nodeId + "@" + address + ":" + controllerPort);
        settings.setProperty("controlled.shutdown.enable", "true");
        // after a kill the controller refuses the broker's return until the old session has expired
        settings.setProperty("broker.session.timeout.ms", "3000");
        settings.setProperty("broker.heartbeat.interval.ms", "500");
        settings.setProperty("group.initial.rebalance.delay.ms", "0");
        settings.setProperty("auto.create.topics.enable", "false");
    }

    private static void listen(Properties settings, String address, List<Listener> more) {
        for (Listener each : more) {
            add(settings, "listeners", each.name() + "://" + address + ":" + each.port());
            add(settings, "advertised.listeners", each.name() + "://" + address + ":" + each.advertisedPort());
            add(settings, "listener.security.protocol.map", each.name() + ":PLAINTEXT");
        }
    }

    private static void add(Properties settings, String key, String value) {
        settings.setProperty(key, settings.getProperty(key) + "," + value);
    }

    private static void oneReplica(Properties settings) {
        settings.setProperty("default.replication.factor", "1");
        settings.setProperty("min.insync.replicas", "1");
        settings.setProperty("offsets.topic.num.partitions", "1");
        settings.setProperty("offsets.topic.replication.factor", "1");
        settings.setProperty("transaction.state.log.num.partitions", "1");
        settings.setProperty("transaction.state.log.replication.factor", "1");
        settings.setProperty("transaction.state.log.min.isr", "1");
        settings.setProperty("share.coordinator.state.topic.num.partitions", "1");
        settings.setProperty("share.coordinator.state.topic.replication.factor", "1");
        settings.setProperty("share.coordinator.state.topic.min.isr", "1");
    }

    private static void small(Properties settings) {
        settings.setProperty(
                "log.retention.ms", Long.toString(Duration.ofHours(1).toMillis()));
        // per partition
        settings.setProperty("log.retention.bytes", Integer.toString(256 * MIB));
        settings.setProperty("log.segment.bytes", Integer.toString(32 * MIB));
        settings.setProperty("log.index.size.max.bytes", Integer.toString(MIB));
        // the default takes 128 MiB of heap at the start
        settings.setProperty("log.cleaner.dedupe.buffer.size", Integer.toString(4 * MIB));
        settings.setProperty("num.network.threads", "2");
        settings.setProperty("num.io.threads", "2");
        settings.setProperty("background.threads", "2");
        settings.setProperty("num.recovery.threads.per.data.dir", "1");
    }
}
