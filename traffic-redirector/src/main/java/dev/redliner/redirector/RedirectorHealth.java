package dev.redliner.redirector;

import dev.redliner.redirector.order.KafkaOrders;
import dev.redliner.redirector.settings.RedirectorProperties;
import dev.redliner.redirector.xds.RuntimeHub;
import dev.redliner.redirector.xds.XdsServer;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Reports UP while Envoys are served. An unavailable Kafka does not change the health: leases expire, and Envoys must
 * stay connected.
 */
final class RedirectorHealth implements HealthIndicator {
    private final RedirectorProperties properties;
    private final XdsServer server;
    private final RuntimeHub hub;
    private final KafkaOrders orders;

    RedirectorHealth(RedirectorProperties properties, XdsServer server, RuntimeHub hub, KafkaOrders orders) {
        this.properties = properties;
        this.server = server;
        this.hub = hub;
        this.orders = orders;
    }

    @Override
    public Health health() {
        Health.Builder health = server.running() ? Health.up() : Health.down();
        health.withDetail(
                        "xds",
                        server.endpoint().address() + ":" + server.endpoint().port())
                .withDetail("tls", server.endpoint().tls())
                .withDetail("envoys", hub.connected())
                .withDetail("orders", orders.caughtUp() ? "reading" : "waiting for Kafka");
        if (XdsServer.open(properties.xds(), properties.tls())) {
            health.withDetail("warning", "xDS is open to other machines without TLS (redliner.redirector.tls)");
        }
        if (!hub.equalNodeIds().isEmpty()) {
            health.withDetail("equalNodeIds", hub.equalNodeIds());
        }
        return health.build();
    }
}
