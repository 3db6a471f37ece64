package dev.redliner.controller.engine;

import dev.redliner.controller.outbox.Outbox;
import dev.redliner.controller.run.RunEvent;
import dev.redliner.controller.run.traffic.DesiredTraffic;
import java.time.Instant;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the orders and watches that follow from the state of a run. An order that could not be sent is reported to the
 * run as an event.
 */
final class OrderSender {
    private static final Logger log = LoggerFactory.getLogger(OrderSender.class);

    private final Outbox outbox;
    private final BiConsumer<ActiveRun, RunEvent> reader;

    /** @param reader receives an event for each order that failed */
    OrderSender(Outbox outbox, BiConsumer<ActiveRun, RunEvent> reader) {
        this.outbox = outbox;
        this.reader = reader;
    }

    void order(ActiveRun run, DesiredTraffic decided, Instant now) {
        run.order(decided, now, order -> outbox.send(order, why -> failed(run, why)));
    }

    void renew(ActiveRun run, Instant now) {
        run.renew(now, order -> outbox.send(order, why -> failed(run, why)));
    }

    void watch(ActiveRun run, Instant now) {
        outbox.send(
                run.watch(now),
                why -> log.warn("run={} watch not sent: {}", run.run().id(), why));
    }

    private void failed(ActiveRun run, String why) {
        log.warn("run={} sending an order failed: {}", run.run().id(), why);
        reader.accept(run, new RunEvent.PartFailed("sending an order", why));
    }
}
