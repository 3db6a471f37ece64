package dev.redliner.controller.engine;

import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.watch.Watch;
import dev.redliner.controller.outbox.Outbox;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Keeps the orders. It simulates that Kafka accepts an order at once or rejects it, or that no callback is called, as
 * for an order that a newer one replaced.
 */
final class FakeOutbox implements Outbox {
    private final List<RedirectOrder> orders = new CopyOnWriteArrayList<>();

    private final List<Watch> watches = new CopyOnWriteArrayList<>();

    private volatile boolean refuses;
    private volatile boolean silent;

    void refuses(boolean now) {
        refuses = now;
    }

    void silent(boolean now) {
        silent = now;
    }

    /** All orders, whether accepted or not. */
    List<RedirectOrder> orders() {
        return List.copyOf(orders);
    }

    /** All watches. */
    List<Watch> watches() {
        return List.copyOf(watches);
    }

    @Override
    public void send(RedirectOrder order, Runnable taken, Consumer<String> failed) {
        orders.add(order);
        if (silent) {
            return;
        }
        if (refuses) {
            failed.accept("no broker");
        } else {
            taken.run();
        }
    }

    @Override
    public void send(Watch watch, Consumer<String> failed) {
        watches.add(watch);
    }

    @Override
    public void publish(PoolRecord pool, Runnable taken, Consumer<String> failed) {}
}
