package dev.redliner.testbench.lease;

import dev.redliner.contracts.pool.EnvoySettings;
import dev.redliner.contracts.pool.Host;
import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.pool.PoolRecord;
import dev.redliner.contracts.pool.Tier;
import dev.redliner.contracts.redirect.RedirectOrder;
import dev.redliner.contracts.redirect.RedirectReport;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.redirector.lease.Fence;
import dev.redliner.redirector.lease.Lease;
import dev.redliner.redirector.lease.LeaseStatus;
import dev.redliner.redirector.lease.Moment;
import dev.redliner.redirector.lease.OrderResult;
import dev.redliner.redirector.lease.PoolLease;
import dev.redliner.redirector.share.RuntimeLayer;
import dev.redliner.redirector.share.ShareOverride;
import dev.redliner.testbench.lease.LeaseModel.Order;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A redirector with its Envoy and the orders on their way to the redirector. The real {@link PoolLease} rules on each
 * order. It is assembled from the model's few numbers and taken apart again.
 *
 * @param way orders that may still arrive, in any order and more than once
 * @param fence the newest order seen
 * @param restored the newest RESTORE seen
 * @param lease the order of the current lease and its age in ticks, or null without a lease
 * @param works whether the redirector works: it may be dead, frozen or cut off
 * @param heardEpoch the newest claim or take-over of which an order arrived
 * @param silence ticks since it accepted a SHIFT
 * @param ahead ticks by which its wall clock is ahead of the controllers'; its monotonic clock runs at the right speed
 * @param envoy state of the Envoy
 */
record Branch(
        List<Order> way,
        Order fence,
        Order restored,
        @Nullable Held lease,
        boolean works,
        int heardEpoch,
        int silence,
        int ahead,
        Envoy envoy) {
    private static final Duration TICK = Duration.ofSeconds(1);
    /** The true time of every state: earlier orders were issued or received before it. */
    private static final Moment NOW = new Moment(Instant.parse("2026-01-05T09:00:00Z"), 0);

    private static final Duration MAX_VALIDITY = Duration.ofSeconds(30);
    private static final int LONG_AGO = 99;
    private static final long REVISION = 1;
    private static final Pool POOL = new Pool(
            "shop",
            Tier.BACK_END,
            List.of(new Host("a", "", 0, null), new Host("b", "", 0, null)),
            List.of("a"),
            Share.ofFraction(0.1),
            Share.ofFraction(0.6),
            null,
            new EnvoySettings(EnvoySettings.Mode.RUNTIME_ONLY, "", 0, List.of()));
    private static final PoolRecord RECORD = PoolRecord.declared(POOL, REVISION);

    /**
     * @param order the order that renewed the lease
     * @param ticks since the order arrived
     */
    record Held(Order order, int ticks) {}

    /**
     * An Envoy.
     *
     * @param share the share that it holds; 0 is its baseline
     * @param epoch the claim or take-over behind that share
     * @param ttl ticks until the share expires
     */
    record Envoy(int share, int epoch, int ttl) {
        static final Envoy BASELINE = new Envoy(0, 0, 0);
    }

    static Branch begin() {
        return new Branch(
                List.of(),
                new Order(0, 0, 0, 0, 0),
                new Order(0, 0, 0, 0, 0),
                null,
                true,
                0,
                LONG_AGO,
                0,
                Envoy.BASELINE);
    }

    /** Adds an order on its way. Without room the order is lost, which can happen to any order. */
    Branch onItsWay(Order order, Bounds bounds) {
        if (way.size() >= bounds.onTheWay()) {
            return this;
        }
        var more = new ArrayList<>(way);
        more.add(order);
        return withWay(more);
    }

    List<Branch> next(Bounds bounds) {
        var next = new ArrayList<Branch>();
        for (int i = 0; i < way.size(); i++) {
            var rest = new ArrayList<>(way);
            Order order = rest.remove(i);
            next.add(withWay(rest));
            if (works) {
                Branch taken = take(order, bounds);
                next.add(taken);
                next.add(taken.withWay(rest));
            }
        }
        next.add(new Branch(way, fence, restored, lease, !works, heardEpoch, silence, ahead, envoy));
        if (works) {
            next.add(write(bounds));
        }
        for (int offset = -bounds.clocks(); offset <= bounds.clocks(); offset++) {
            next.add(withClock(offset).ended(bounds));
        }
        return next;
    }

    /** The wall clock is set, or corrected. */
    private Branch withClock(int offset) {
        return new Branch(way, fence, restored, lease, works, heardEpoch, silence, offset, envoy);
    }

    private Moment now() {
        return new Moment(NOW.wall().plus(TICK.multipliedBy(ahead)), NOW.nanos());
    }

    Branch tick(Bounds bounds) {
        // an override lasts for a TTL; a redirector that works writes the baseline as soon as a lease is over
        int ttl = bounds.mistake() == Mistake.ENVOY_WITHOUT_TTL ? envoy.ttl() : envoy.ttl() - 1;
        Envoy older = envoy.share() == 0 || ttl <= 0 ? Envoy.BASELINE : new Envoy(envoy.share(), envoy.epoch(), ttl);
        Held held = lease == null ? null : new Held(lease.order().older(LONG_AGO), lease.ticks() + 1);
        var later = new Branch(
                way.stream()
                        .map(order -> order.older(bounds.validity() + 1 + bounds.clocks()))
                        .toList(),
                fence,
                restored,
                held,
                works,
                heardEpoch,
                Math.min(LONG_AGO, silence + 1),
                ahead,
                older);
        return later.ended(bounds);
    }

    private Branch ended(Bounds bounds) {
        Optional<Lease> live = real(bounds).live(now());
        if (live.isPresent()) {
            return this;
        }
        var over = new Branch(way, fence, restored, null, works, heardEpoch, silence, ahead, envoy);
        return works ? over.write(bounds) : over;
    }

    /** The redirector's write to its Envoy: the layer or a heartbeat, which have the same effect in this model. */
    private Branch write(Bounds bounds) {
        PoolLease real = real(bounds);
        List<ShareOverride> overrides =
                real.live(now()).map(l -> new ShareOverride(POOL, l)).stream().toList();
        Optional<Share> share =
                RuntimeLayer.of(overrides, Set.of("shop"), now()).share("shop");
        Envoy after = share.isEmpty() || lease == null
                ? Envoy.BASELINE
                : new Envoy(lease.order().share(), lease.order().epoch(), bounds.ttl());
        return new Branch(way, fence, restored, lease, works, heardEpoch, silence, ahead, after);
    }

    private Branch take(Order order, Bounds bounds) {
        PoolLease.Ruled ruled = real(bounds).rule(real(order, bounds), RECORD, now(), MAX_VALIDITY);
        OrderResult ruling = ruled.ruling();
        int heard = Math.max(heardEpoch, order.epoch());
        Order raised = newer(order, fence) ? order : fence;
        Order back = order.share() == 0 && newer(order, restored) ? order : restored;
        if (ruling instanceof OrderResult.Opened || ruling instanceof OrderResult.Renewed) {
            return new Branch(way, raised, back, new Held(order, 0), works, heard, 0, ahead, envoy).write(bounds);
        }
        boolean ends = ruled.next().standing().lease() == null;
        if (bounds.mistake() == Mistake.RESTORES_ARE_IGNORED && ruling instanceof OrderResult.Restored
                || bounds.mistake() == Mistake.A_REFUSED_TOKEN_LEAVES_THE_OLD_LEASE
                        && ruling instanceof OrderResult.Refused) {
            ends = false;
        }
        return new Branch(way, raised, back, ends ? null : lease, works, heard, silence, ahead, envoy).write(bounds);
    }

    private static boolean newer(Order order, Order than) {
        return order.token() > than.token() || order.token() == than.token() && order.sequence() > than.sequence();
    }

    // ---- to the real types

    private PoolLease real(Bounds bounds) {
        int token = bounds.mistake() == Mistake.TOKENS_ARE_IGNORED ? 0 : fence.token();
        boolean blind =
                bounds.mistake() == Mistake.TOKENS_ARE_IGNORED || bounds.mistake() == Mistake.SEQUENCES_ARE_IGNORED;
        var standing = lease == null
                ? new LeaseStatus(RedirectReport.Lease.IDLE, null)
                : new LeaseStatus(RedirectReport.Lease.LIVE, real(lease, bounds));
        return new PoolLease(new Fence(token, blind ? Long.MIN_VALUE : fence.sequence(), null), standing);
    }

    private static Lease real(Held held, Bounds bounds) {
        boolean endless = bounds.mistake() == Mistake.LEASES_NEVER_END;
        Order order = endless ? renewed(held.order()) : held.order();
        boolean byWallClock = bounds.mistake() == Mistake.THE_MONOTONIC_CLOCK_IS_IGNORED;
        long ticks = endless || byWallClock ? 0 : held.ticks();
        return new Lease(real(order, bounds), new Moment(NOW.wall().minusSeconds(ticks), -ticks * TICK.toNanos()));
    }

    private static Order renewed(Order order) {
        return new Order(order.epoch(), order.token(), order.sequence(), order.share(), 0);
    }

    private static RedirectOrder real(Order order, Bounds bounds) {
        boolean shift = order.share() > 0;
        return new RedirectOrder(
                "shop",
                "shop-" + order.epoch(),
                order.token(),
                order.sequence(),
                shift ? RedirectOrder.Action.SHIFT : RedirectOrder.Action.RESTORE,
                Share.ofFraction(shift ? 0.1 + 0.2 * order.share() : 0.1),
                NOW.wall().minus(TICK.multipliedBy(order.age())),
                TICK.multipliedBy(bounds.validity()),
                REVISION);
    }

    // ---- invariants

    String broken(Bounds bounds) {
        if (envoy.share() > 0 && silence > bounds.validity() + bounds.ttl()) {
            return "the Envoy holds share " + envoy.share() + " and no order was accepted for " + silence + " ticks";
        }
        if (lease != null && lease.order().epoch() < heardEpoch) {
            return "a lease of claim " + lease.order().epoch() + " holds though claim " + heardEpoch + " was heard of";
        }
        if (lease != null && newer(restored, lease.order())) {
            return "a lease of sequence " + lease.order().sequence() + " holds though it was restored later";
        }
        return "";
    }

    private Branch withWay(List<Order> orders) {
        var sorted = new ArrayList<>(orders);
        sorted.sort(Comparator.comparingInt(Order::token)
                .thenComparingInt(Order::sequence)
                .thenComparingInt(Order::age));
        return new Branch(List.copyOf(sorted), fence, restored, lease, works, heardEpoch, silence, ahead, envoy);
    }

    void note(Ranks ranks) {
        way.forEach(order -> ranks.note(order.token(), order.sequence()));
        ranks.note(fence.token(), fence.sequence());
        ranks.note(restored.token(), restored.sequence());
        if (lease != null) {
            ranks.note(lease.order().token(), lease.order().sequence());
        }
    }

    Branch normal(Ranks ranks) {
        Held held = lease == null ? null : new Held(normal(lease.order(), ranks), lease.ticks());
        // without a lease and an override, the length of the silence does not matter
        int quiet = envoy.share() == 0 && lease == null ? LONG_AGO : silence;
        Order top = new Order(0, fence.token(), ranks.of(fence.token(), fence.sequence()), 0, 0);
        Order back = new Order(0, restored.token(), ranks.of(restored.token(), restored.sequence()), 0, 0);
        var orders = way.stream().map(order -> normal(order, ranks)).toList();
        return new Branch(orders, top, back, held, works, heardEpoch, quiet, ahead, envoy).withWay(orders);
    }

    private static Order normal(Order order, Ranks ranks) {
        return new Order(
                order.epoch(), order.token(), ranks.of(order.token(), order.sequence()), order.share(), order.age());
    }
}
