package dev.redliner.controller.restore;

import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.contracts.redirect.EnvoyState;
import dev.redliner.contracts.redirect.EnvoyState.State;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.redirect.RedirectReport;
import dev.redliner.contracts.redirect.RedirectReport.Lease;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.contracts.watch.Watch;
import dev.redliner.controller.outbox.Outbox;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Redirectors with one Envoy for each pool. They obey a RESTORE with a token not below their own. */
final class FakeEnvoys implements Outbox {
    private static final Share SHARE = Share.ofFraction(0.3);

    private record Held(long token, boolean stuck) {}

    private final SeenEnvoys seen;
    private final Map<String, Held> leases = new TreeMap<>();
    private final Set<String> rejectListeners = new HashSet<>();
    private final List<RedirectOrder> orders = new ArrayList<>();

    FakeEnvoys(SeenEnvoys seen) {
        this.seen = seen;
    }

    /** Makes an Envoy of a pool hold a share, or none with token 0. A stuck Envoy rejects every order. */
    void holds(String pool, long token, boolean stuck) {
        leases.put(pool, new Held(token, stuck));
    }

    /** Makes the Envoy of a pool reject a listener. It obeys orders as before. */
    void rejectsListener(String pool) {
        rejectListeners.add(pool);
    }

    @Override
    public void send(RedirectOrder order, Runnable taken, Consumer<String> failed) {
        orders.add(order);
        Held held = leases.get(order.pool());
        if (held != null && !held.stuck() && order.token() >= held.token()) {
            leases.put(order.pool(), new Held(0, false));
        }
    }

    @Override
    public void send(Watch watch, Consumer<String> failed) {}

    @Override
    public void publish(PoolRecord pool, Runnable taken, Consumer<String> failed) {}

    /** Sends the reports that redirectors send once a second. */
    void report() {
        leases.forEach((pool, held) -> {
            boolean live = held.token() > 0;
            State state = !live ? State.BASELINE : held.stuck() ? State.REJECTED : State.APPLIED;
            var envoy = rejectListeners.contains(pool)
                    ? new EnvoyState(pool + "-envoy", State.REJECTED, SHARE, "cannot bind", true, state)
                    : new EnvoyState(pool + "-envoy", state, SHARE, held.stuck() ? "no such key" : null);
            seen.handle(new RedirectReport(
                    pool,
                    "redirector-1",
                    Instant.EPOCH,
                    live ? Lease.LIVE : Lease.IDLE,
                    live ? pool + "-" + held.token() : null,
                    held.token(),
                    0,
                    live ? SHARE : null,
                    null,
                    List.of(envoy)));
        });
    }

    List<RedirectOrder> orders() {
        return List.copyOf(orders);
    }
}
