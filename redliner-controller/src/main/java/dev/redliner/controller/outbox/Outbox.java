package dev.redliner.controller.outbox;

import dev.redliner.contracts.Topics;
import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.watch.Watch;
import java.util.function.Consumer;

/** Sends records to the other parts. Callers never wait for Kafka. */
public interface Outbox {
    /**
     * Sends an order, unless a newer order of its pool arrives before it could be sent. Orders of one pool are sent in
     * the order of the calls.
     *
     * @param taken called when Kafka has accepted the order, from any thread
     * @param failed receives the reason if Kafka did not accept the order in time; called from any thread
     */
    void send(RedirectOrder order, Runnable taken, Consumer<String> failed);

    /** Sends an order without a callback for its acceptance. */
    default void send(RedirectOrder order, Consumer<String> failed) {
        send(order, () -> {}, failed);
    }

    /** Sends a watch. */
    void send(Watch watch, Consumer<String> failed);

    /**
     * Publishes the record of a pool for all current and future readers.
     *
     * @param taken called when Kafka has accepted the record, from any thread
     * @param failed receives the reason if Kafka did not accept the record in time; called from any thread
     */
    void publish(PoolRecord pool, Runnable taken, Consumer<String> failed);

    /** The topics that a controller writes to. */
    static String[] topics() {
        return new String[] {Topics.REDIRECTS, Topics.WATCHES, Topics.POOLS};
    }
}
