package dev.redliner.redirector.order;

import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.contracts.redirect.EnvoyState;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.redirector.lease.Lease;
import dev.redliner.redirector.lease.LeaseBook;
import dev.redliner.redirector.lease.Moment;
import dev.redliner.redirector.lease.MomentSource;
import dev.redliner.redirector.lease.Ruling;
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
 * Between orders and Envoys: has each order ruled on, hands what follows to the {@link RuntimeHub}, and reports. Knows
 * nothing of Kafka.
 */
public final class OrderDesk implements EnvoyEvents {
    private static final Logger LOG = LoggerFactory.getLogger(OrderDesk.class);

    private final ReportLetter letter;
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
     * @param replica what this redirector calls itself in reports
     * @param maxValidity the longest that an order may be valid
     */
    public OrderDesk(
            String replica,
            Duration maxValidity,
            MomentSource moments,
            RuntimeHub hub,
            ConfigCache configs,
            Reports reports,
            OrderMetrics metrics) {
        this.letter = new ReportLetter(replica, moments);
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

    /** A pool that has, or had, Envoys: also one that is no longer declared. */
    private Optional<Pool> definition(String name) {
        return Optional.ofNullable(records.get(name)).flatMap(PoolRecord::definition);
    }

    /** Learns of a pool. Of its records the one with the highest revision holds, whatever arrives last. */
    public synchronized void learn(PoolRecord record) {
        PoolRecord before = records.get(record.name());
        if (!record.supersedes(before)) {
            if (!record.equals(before)) {
                LOG.warn("{} is not above {}; ignored", words(record), words(before));
            }
            return;
        }
        records.put(record.name(), record);
        LOG.info("{} learned: {}", words(record), record);
        endLeaseOfOther(record);
        // only now: the clusters of a new definition are no place for a share of the one before
        configs.put(record);
        definition(record.name()).ifPresent(this::reportState);
    }

    private void endLeaseOfOther(PoolRecord record) {
        Optional<Lease> live = leases.live(record.name(), moments.now());
        if (live.isPresent() && live.get().order().revision() != record.revision()) {
            LOG.warn(
                    "run={} pool={} measures revision={}, which revision={} replaces; restoring",
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

    /** Every pool that was known before this process started is known to it: Envoys may be configured. */
    public void poolsKnown() {
        configs.open();
    }

    /** An order came. */
    public synchronized void on(RedirectOrder order) {
        if (closed) {
            return;
        }
        replaying.remove(order.pool());
        Ruling ruling = rule(order);
        logAndCount(ruling);
        report(ruling);
    }

    /**
     * An order from before this process started: it raises the fence, and holds if it is still valid. No Envoy hears of
     * it before {@link #replayed}, because the next one may say that it is over.
     */
    public synchronized void replay(RedirectOrder order) {
        replaying.add(order.pool());
        Ruling ruling = rule(order);
        LOG.debug("run={} pool={} replayed: {}", order.run(), order.pool(), ruling);
    }

    /** Everything from before this process started is known. */
    public synchronized void replayed() {
        if (!replaying.isEmpty()) {
            replaying.clear();
            publish();
        }
    }

    private Ruling rule(RedirectOrder order) {
        Moment now = moments.now();
        endExpired(now);
        Ruling ruling = leases.rule(order, records.get(order.pool()), now);
        // of a renewal the hub must know the new end, and a refused order can depose the run that holds the lease
        publish();
        return ruling;
    }

    /** Ends what was not renewed; to be called often, and whether or not Kafka is there. */
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

    /** Takes every override back, for good: nothing that comes later is obeyed. */
    public synchronized void close() {
        if (!closed) {
            closed = true;
            records.keySet().forEach(leases::drop);
            publish();
            reportAll();
        }
    }

    private void logAndCount(Ruling ruling) {
        RedirectOrder order = ruling.order();
        if (ruling instanceof Ruling.Opened) {
            metrics.renewed();
            LOG.info(
                    "run={} pool={} token={} sequence={} asks for {}; shifting",
                    order.run(),
                    order.pool(),
                    order.token(),
                    order.sequence(),
                    order.share());
        } else if (ruling instanceof Ruling.Renewed) {
            metrics.renewed();
            LOG.debug("run={} pool={} sequence={} renewed", order.run(), order.pool(), order.sequence());
        } else if (ruling instanceof Ruling.Restored) {
            LOG.info("run={} pool={} token={} restores the baseline", order.run(), order.pool(), order.token());
        } else if (ruling instanceof Ruling.Refused refused) {
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

    /** Reports on every pool that has an Envoy connected; to be called once a second. */
    public synchronized void reportAll() {
        records.keySet().forEach(name -> definition(name).ifPresent(pool -> {
            List<EnvoyState> envoys = hub.envoys(pool);
            if (!envoys.isEmpty()) {
                send(name, envoys);
            }
        }));
    }

    private void report(Ruling ruling) {
        List<EnvoyState> envoys =
                definition(ruling.order().pool()).map(hub::envoys).orElseGet(List::of);
        if (ruling instanceof Ruling.Refused refused) {
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
