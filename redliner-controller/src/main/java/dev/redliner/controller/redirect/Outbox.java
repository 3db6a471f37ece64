package dev.redliner.controller.redirect;

import dev.redliner.contracts.Topics;
import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.watch.Watch;
import java.util.function.Consumer;

/** Sends what the other parts need to hear. Nobody who calls it waits for Kafka. */
public interface Outbox {
    /**
     * Sends an order, unless a newer one of its pool comes before it could be sent. Of those of one pool the order of
     * calls is the order of sending.
     *
     * @param taken is called when Kafka has it, from any thread
     * @param failed hears why if Kafka did not take it in time; called from any thread
     */
    void send(RedirectOrder order, Runnable taken, Consumer<String> failed);

    /** The same for who need not know that it was taken. */
    default void send(RedirectOrder order, Consumer<String> failed) {
        send(order, () -> {}, failed);
    }

    /** Sends a watch. */
    void send(Watch watch, Consumer<String> failed);

    /**
     * Makes the record of a pool known, now and to whoever starts later.
     *
     * @param taken is called when Kafka has it, from any thread
     * @param failed hears why if Kafka did not take it in time; called from any thread
     */
    void publish(PoolRecord pool, Runnable taken, Consumer<String> failed);

    /** The topics that a controller writes to. */
    static String[] topics() {
        return new String[] {Topics.REDIRECTS, Topics.WATCHES, Topics.POOLS};
    }
}
