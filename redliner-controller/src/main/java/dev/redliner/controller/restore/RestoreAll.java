package dev.redliner.controller.restore;

import dev.redliner.contracts.redirect.EnvoyState;
import dev.redliner.controller.audit.AuditAction;
import dev.redliner.controller.audit.AuditEntry;
import dev.redliner.controller.audit.AuditLog;
import dev.redliner.controller.outbox.Outbox;
import dev.redliner.controller.restore.PoolRestored.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restores the traffic of every pool, regardless of its runs in the journal. It ends all runs, revokes every lease with
 * a token above all earlier ones, and checks whether the Envoys hold their baseline. Repeating the restore is harmless.
 */
final class RestoreAll implements Restorer {
    private static final Logger log = LoggerFactory.getLogger(RestoreAll.class);
    /** A redirector reports once a second, so a report that arrives later than this reflects the order. */
    private static final Duration HEARD_AFTER = Duration.ofSeconds(1);
    /** Leases run out within 6 s by themselves. Waiting for longer than this brings no new information. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final BiConsumer<String, String> abortAll;
    private final RestoreOrders orders;
    private final Outbox outbox;
    private final SeenEnvoys envoys;
    private final AuditLog audit;
    private final InstantSource clock;
    private final Runnable pause;

    /**
     * @param abortAll ends every run; receives the person and the reason
     * @param pause waits for a moment between two checks
     */
    RestoreAll(
            BiConsumer<String, String> abortAll,
            RestoreOrders orders,
            Outbox outbox,
            SeenEnvoys envoys,
            AuditLog audit,
            InstantSource clock,
            Runnable pause) {
        this.abortAll = abortAll;
        this.orders = orders;
        this.outbox = outbox;
        this.envoys = envoys;
        this.audit = audit;
        this.clock = clock;
        this.pause = pause;
    }

    @Override
    public RestoreResult restore(String who, String why) {
        audit.record(new AuditEntry(who, AuditAction.RESTORE_ASKED, "", "", "all pools on their baseline", why));
        abortAll.accept(who, why);
        Instant begun = clock.instant();
        RestoreOrders.Plan plan = orders.plan(begun);
        send(plan);
        Instant until = begun.plus(PATIENCE);
        while (!allBack(plan, begun) && clock.instant().isBefore(until)) {
            pause.run();
        }
        RestoreResult result = RestoreResult.of(
                plan.journal(),
                plan.pools().stream().map(pool -> seen(pool, begun)).toList());
        audit.record(new AuditEntry(who, AuditAction.RESTORE_ENDED, "", "", words(result), why));
        log.info("restore asked by {}: {}", who, words(result));
        return result;
    }

    private void send(RestoreOrders.Plan plan) {
        plan.orders()
                .forEach(order -> outbox.send(
                        order, failure -> log.error("pool={} restore not sent: {}", order.pool(), failure)));
    }

    private boolean allBack(RestoreOrders.Plan plan, Instant begun) {
        return plan.pools().stream().allMatch(pool -> seen(pool, begun).outcome() == Outcome.RESTORED);
    }

    private PoolRestored seen(String pool, Instant begun) {
        List<EnvoyState> found = envoys.envoys(pool);
        if (found.isEmpty() || !envoys.allHeardSince(pool, begun.plus(HEARD_AFTER))) {
            return new PoolRestored(
                    pool,
                    Outcome.UNKNOWN,
                    "no redirector reports a connected Envoy of the pool; a share that an Envoy held has run"
                            + " out by itself");
        }
        List<EnvoyState> away =
                found.stream().filter(envoy -> !envoy.confirmedBaseline()).toList();
        return away.isEmpty()
                ? new PoolRestored(pool, Outcome.RESTORED, found.size() + " on the baseline: " + names(found))
                : new PoolRestored(pool, Outcome.NOT_RESTORED, words(away));
    }

    private static String names(List<EnvoyState> envoys) {
        return envoys.stream().map(EnvoyState::node).collect(Collectors.joining(", "));
    }

    static String words(List<EnvoyState> away) {
        return away.stream()
                .map(envoy -> envoy.node() + " is " + envoy.state() + " and confirmed " + envoy.acknowledged() + " last"
                        + (envoy.detail() == null ? "" : ": " + envoy.detail()))
                .collect(Collectors.joining("; "));
    }

    private static String words(RestoreResult result) {
        return result.pools().stream()
                .map(pool -> pool.pool() + " " + pool.outcome())
                .collect(Collectors.joining(", ", result.journal() ? "" : "without the journal: ", ""));
    }
}
