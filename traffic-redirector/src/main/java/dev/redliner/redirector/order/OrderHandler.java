package dev.redliner.redirector.order;

import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.contracts.redirect.EnvoyState;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.redirector.lease.Lease;
import dev.redliner.redirector.lease.LeaseBook;
import dev.redliner.redirector.lease.Moment;
import dev.redliner.redirector.lease.MomentSource;
import dev.redliner.redirector.lease.OrderResult;
import dev.redliner.redirector.share.ShareOverride;
import dev.redliner.redirector.xds.ConfigCache;
import dev.redliner.redirector.xds.EnvoyEvents;
import dev.redliner.redirector.xds.RuntimeHub;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects orders and Envoys: has each order ruled on, passes the resulting overrides to the {@link RuntimeHub}, and
 * sends reports. Does not depend on Kafka.
 */
public final class OrderHandler implements EnvoyEvents {
    private static final Logger LOG = LoggerFactory.getLogger(OrderHandler.class);

    private final RedirectReports letter;
    private final MomentSource moments;
    private final RuntimeHub hub;
    private final ConfigCache configs;
    private final Reports reports;
    private final OrderMetrics metrics;
    private final LeaseBook leases;
    private final Map<String, PoolRecord> records = new TreeMap<>();
    private final Set<String> replaying = new HashSet<>();
    private boolean closed;

    /**
     * @param replica the name of this redirector in reports
     * @param maxValidity the longest validity that an order may have
     */
    public OrderHandler(
            String replica,
            Duration maxValidity,
            MomentSource moments,
            RuntimeHub hub,
            ConfigCache configs,
            Reports reports,
            OrderMetrics metrics) {
        this.letter = new RedirectReports(replica, moments);
        this.moments = moments;
        this.hub = hub;
        this.configs = configs;
        this.reports = reports;
        this.metrics = metrics;
        this.leases = new LeaseBook(maxValidity);
    }

    /** A declared pool. */
    public synchronized Optional<Pool> pool(String name) {
        return Optional.ofNullable(records.get(name)).map(PoolRecord::served);
    }

    /** A pool that has, or had, Envoys, including one that is no longer declared. */
    private Optional<Pool> definition(String name) {
        return Optional.ofNullable(records.get(name)).flatMap(PoolRecord::definition);
    }

    /** Takes the record of a pool. The record with the highest revision applies, regardless of the order of arrival. */
    public synchronized void learn(PoolRecord record) {
        PoolRecord before = records.get(record.name());
        if (!record.supersedes(before)) {
            if (!record.equals(before)) {
                LOG.warn("{} is not newer than {}; ignored", words(record), words(before));
            }
            return;
        }
        records.put(record.name(), record);
        LOG.info("{} received: {}", words(record), declared(record.served()));
        LOG.debug("{}", record);
        endLeaseOfOther(record);
        // only after the lease ended: a share of the previous definition must not reach the clusters of the new one
        configs.put(record);
        definition(record.name()).ifPresent(this::reportState);
    }

    private void endLeaseOfOther(PoolRecord record) {
        Optional<Lease> live = leases.live(record.name(), moments.now());
        if (live.isPresent() && live.get().order().revision() != record.revision()) {
            LOG.warn(
                    "run={} pool={} measures revision={}, which was replaced by revision={}; restoring",
                    live.get().order().run(),
                    record.name(),
                    live.get().order().revision(),
                    record.revision());
            leases.drop(record.name());
        }
        publish();
    }

    private static String words(@Nullable PoolRecord record) {
        return record == null ? "nothing" : "pool=" + record.name() + " revision=" + record.revision();
    }

    private static String declared(@Nullable Pool pool) {
        return pool == null
                ? "no longer declared"
                : "tier=" + pool.tier() + " hosts=" + pool.hosts().size() + " sut=" + pool.sut() + " baselineShare="
                        + pool.baselineShare() + " maxShare=" + pool.maxShare() + " mode="
                        + pool.envoy().mode();
    }

    /** All pools that were declared before this process started have been read: Envoys may be configured. */
    public void poolsKnown() {
        configs.open();
    }

    /** Processes an order. */
    public synchronized void on(RedirectOrder order) {
        if (closed) {
            return;
        }
        replaying.remove(order.pool());
        OrderResult ruling = rule(order);
        logAndCount(ruling);
        report(ruling);
    }

    /**
     * Processes an order from before this process started. It raises the fence, and holds if it is still valid. It is
     * not sent to any Envoy before {@link #replayed}, because a later order may already have ended it.
     */
    public synchronized void replay(RedirectOrder order) {
        replaying.add(order.pool());
        OrderResult ruling = rule(order);
        LOG.debug("run={} pool={} replayed: {}", order.run(), order.pool(), ruling);
    }

    /** All orders from before this process started have been read. */
    public synchronized void replayed() {
        if (!replaying.isEmpty()) {
            replaying.clear();
            publish();
        }
    }

    private OrderResult rule(RedirectOrder order) {
        Moment now = moments.now();
        endExpired(now);
        OrderResult ruling = leases.rule(order, records.get(order.pool()), now);
        // after a renewal the hub needs the new end, and even a rejected order can depose the run that holds the lease
        publish();
        return ruling;
    }

    /** Ends leases that were not renewed. To be called often, also while Kafka is unavailable. */
    public synchronized void expire() {
        endExpired(moments.now());
    }

    private void endExpired(Moment now) {
        List<Lease> ended = leases.expire(now);
        if (ended.isEmpty()) {
            return;
        }
        publish();
        for (Lease lease : ended) {
            metrics.expired();
            RedirectOrder order = lease.order();
            LOG.warn(
                    "run={} pool={} lease expired at sequence={}; restoring",
                    order.run(),
                    order.pool(),
                    order.sequence());
            definition(order.pool()).ifPresent(this::reportState);
        }
    }

    private void publish() {
        List<ShareOverride> live = new ArrayList<>();
        if (!closed) {
            for (Lease lease : leases.live(moments.now())) {
                pool(lease.order().pool())
                        .filter(pool -> !replaying.contains(pool.name()))
                        .ifPresent(pool -> live.add(new ShareOverride(pool, lease)));
            }
        }
        hub.publish(live);
    }

    /** Withdraws every override finally: later orders are ignored. */
    public synchronized void close() {
        if (!closed) {
            closed = true;
            records.keySet().forEach(leases::drop);
            publish();
            reportAll();
        }
    }

    private void logAndCount(OrderResult ruling) {
        RedirectOrder order = ruling.order();
        if (ruling instanceof OrderResult.Opened) {
            metrics.renewed();
            LOG.info(
                    "run={} pool={} token={} sequence={} asks for {}; shifting",
                    order.run(),
                    order.pool(),
                    order.token(),
                    order.sequence(),
                    order.share());
        } else if (ruling instanceof OrderResult.Renewed) {
            metrics.renewed();
            LOG.debug("run={} pool={} sequence={} renewed", order.run(), order.pool(), order.sequence());
        } else if (ruling instanceof OrderResult.Restored) {
            LOG.info("run={} pool={} token={} restores the baseline", order.run(), order.pool(), order.token());
        } else if (ruling instanceof OrderResult.Refused refused) {
            metrics.refused(refused.why());
            LOG.warn(
                    "run={} pool={} token={} sequence={} refused reason={}: {}",
                    order.run(),
                    order.pool(),
                    order.token(),
                    order.sequence(),
                    refused.why().label(),
                    refused.detail());
        }
    }

    // ---- reports

    @Override
    public synchronized void changed(Set<String> names) {
        for (String name : names) {
            definition(name).ifPresent(this::reportState);
        }
    }

    /** Reports on every pool with a connected Envoy. To be called once a second. */
    public synchronized void reportAll() {
        records.keySet().forEach(name -> definition(name).ifPresent(pool -> {
            List<EnvoyState> envoys = hub.envoys(pool);
            if (!envoys.isEmpty()) {
                send(name, envoys);
            }
        }));
    }

    private void report(OrderResult ruling) {
        List<EnvoyState> envoys =
                definition(ruling.order().pool()).map(hub::envoys).orElseGet(List::of);
        if (ruling instanceof OrderResult.Refused refused) {
            Optional<Lease> untouched = leases.live(refused.order().pool(), moments.now());
            reports.send(letter.refusal(refused, untouched.map(Lease::share).orElse(null), envoys));
        } else {
            send(ruling.order().pool(), envoys);
        }
    }

    private void reportState(Pool pool) {
        send(pool.name(), hub.envoys(pool));
    }

    private void send(String pool, List<EnvoyState> envoys) {
        reports.send(letter.standing(pool, leases.standing(pool), envoys));
    }
}
