package dev.redliner.redirector;

import dev.redliner.contracts.StopOrder;
import dev.redliner.redirector.lease.Moment;
import dev.redliner.redirector.lease.MomentSource;
import dev.redliner.redirector.order.Heartbeat;
import dev.redliner.redirector.order.KafkaOrders;
import dev.redliner.redirector.order.OrderHandler;
import dev.redliner.redirector.xds.RuntimeHub;
import dev.redliner.redirector.xds.XdsServer;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Starts reading when all parts are wired. Stops in an order that leaves no override behind: it stops accepting orders,
 * sends the baseline to every Envoy, waits a short time for their confirmation, and only then ends the streams.
 */
final class RedirectorLifecycle implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(RedirectorLifecycle.class);
    private static final Duration CONFIRMATION = Duration.ofSeconds(1);
    private static final Duration LOOK = Duration.ofMillis(10);

    private final MomentSource moments;
    private final KafkaOrders orders;
    private final OrderHandler handler;
    private final Heartbeat heartbeat;
    private final RuntimeHub hub;
    private final XdsServer server;
    private volatile boolean running;

    RedirectorLifecycle(
            MomentSource moments,
            KafkaOrders orders,
            OrderHandler handler,
            Heartbeat heartbeat,
            RuntimeHub hub,
            XdsServer server) {
        this.moments = moments;
        this.orders = orders;
        this.handler = handler;
        this.heartbeat = heartbeat;
        this.hub = hub;
        this.server = server;
    }

    @Override
    public void start() {
        heartbeat.start();
        orders.start();
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        handler.close();
        orders.close();
        awaitConfirmation();
        handler.reportAll();
        heartbeat.close();
        server.close();
    }

    private void awaitConfirmation() {
        Moment start = moments.now();
        while (!hub.restored() && moments.now().since(start).compareTo(CONFIRMATION) < 0) {
            LockSupport.parkNanos(LOOK.toNanos());
        }
        LOG.info("redirector stopped; envoys={} baseline={}", hub.connected(), hub.restored() ? "confirmed" : "by TTL");
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return StopOrder.OTHER_PARTS;
    }
}
