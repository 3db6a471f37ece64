package dev.redliner.testbench.chaos;

import dev.redliner.contracts.redirect.Share;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An Envoy, reduced to shares. It has a static baseline, a runtime layer over it, and an operator's own layer on top.
 * The TTL of the runtime layer restarts with each body, and with each heartbeat for the version that the Envoy holds.
 */
final class EnvoyNode {
    private static final long TTL = RedirectorNode.TTL.toNanos();

    private final VirtualCluster world;
    private final SimulatedProcess machine;
    private final double weight;
    private final Map<String, Share> versions = new HashMap<>();
    private @Nullable XdsLink link;
    private boolean cut;
    private boolean rejects;
    private @Nullable Share foreign;

    private String version = "";
    private @Nullable Share override;
    private @Nullable Renewal renewal;
    private long renewedAt;
    private long thawedAt;

    private EnvoyCounters counters;

    EnvoyNode(String name, VirtualCluster world, double weight) {
        this.world = world;
        this.weight = weight;
        this.machine = new SimulatedProcess(name, world.timeline());
        this.counters = new EnvoyCounters(machine.wall());
        machine.beforeChange(this::account);
    }

    SimulatedProcess machine() {
        return machine;
    }

    // ---- traffic

    /** Adds up the traffic since the last change. */
    private void account() {
        world.traffic().flow();
        if (machine.frozen()) {
            thawedAt = world.timeline().now();
        }
    }

    /** The SUT's share of this Envoy's requests. */
    Share share() {
        return foreign != null ? foreign : override != null ? override : SimulatedService.BASELINE;
    }

    /** This Envoy's part of the pool's traffic. */
    double weight() {
        return weight;
    }

    EnvoyCounters counters() {
        return counters;
    }

    /** The share that an operator set by hand, or null if there is none. */
    @Nullable
    Share foreign() {
        return foreign;
    }

    /** The share that Redliner's layer holds, or empty on the baseline. */
    Optional<Share> override() {
        return Optional.ofNullable(override);
    }

    /** The renewal that lets the Envoy hold its override, or null on the baseline. */
    @Nullable
    Renewal renewal() {
        return renewal;
    }

    /** Arrival of the last renewal, in virtual time. */
    long renewedAt() {
        return renewedAt;
    }

    /** The last moment at which the Envoy was found frozen, in virtual time. */
    long thawedAt() {
        return thawedAt;
    }

    // ---- life

    void boot() {
        machine.boot();
        counters = new EnvoyCounters(machine.wall());
        connect();
    }

    void crash() {
        machine.crash();
        switchTo(null, null);
        version = "";
        if (link != null) {
            link.dropByEnvoy();
            link = null;
        }
    }

    private void connect() {
        Optional<XdsLink> opened = cut
                ? Optional.empty()
                : XdsLink.open(world, this, world.chance().oneOf(world.redirectors()));
        link = opened.orElse(null);
        if (opened.isEmpty()) {
            machine.after(world.chance().millis(100, 1_500), this::connect);
        }
    }

    /** The process of the Envoy's redirector ended, or one of the two gave up the connection. */
    private void disconnected(XdsLink gone) {
        machine.after(gone.lastMessage() + world.chance().millis(0.2, 2), () -> {
            if (link == gone) {
                link = null;
                machine.after(world.chance().millis(50, 1_000), this::connect);
            }
        });
    }

    void connectionTo(RedirectorNode redirector) {
        XdsLink now = link;
        if (now != null && now.redirector() == redirector && !cut) {
            now.dropByRedirector();
            disconnected(now);
        }
    }

    /** Cuts the connection: nothing gets through in either direction, until one end gives up. */
    void cut() {
        cut = true;
        XdsLink now = link;
        if (now != null) {
            now.cut();
            machine.after(XdsLink.envoyGivesUp(world.chance()), () -> {
                if (link == now && now.isCut()) {
                    giveUp(now);
                }
            });
            world.timeline().after(XdsLink.redirectorGivesUp(world.chance()), () -> {
                if (now.isCut()) {
                    now.endByRedirector();
                }
            });
        }
    }

    /** Restores a connection that was cut. */
    void mend() {
        cut = false;
        XdsLink now = link;
        if (now != null) {
            now.mend();
            if (!now.lives()) {
                disconnected(now);
            }
        }
    }

    /** Freezes the Envoy. Its redirector may notice. */
    void freeze(long nanos) {
        machine.freeze(nanos);
        XdsLink now = link;
        if (now != null) {
            world.timeline().after(XdsLink.redirectorGivesUp(world.chance()), () -> {
                if (link == now && machine.frozen()) {
                    now.endByRedirector();
                    disconnected(now);
                }
            });
        }
    }

    /** Handles a freeze of the redirector, which the Envoy may notice. */
    void redirectorFrozen(RedirectorNode redirector) {
        XdsLink now = link;
        if (now != null && now.redirector() == redirector) {
            machine.after(XdsLink.envoyGivesUp(world.chance()), () -> {
                if (link == now && redirector.machine().frozen()) {
                    giveUp(now);
                }
            });
        }
    }

    private void giveUp(XdsLink lost) {
        lost.dropByEnvoy();
        disconnected(lost);
    }

    void rejects(boolean all) {
        rejects = all;
    }

    /** An operator sets the share by hand. Null withdraws the edit. */
    void foreign(@Nullable Share share) {
        account();
        foreign = share;
    }

    // ---- from the redirector

    /** Records a version that was sent and has not arrived yet. */
    void willGet(String newVersion, Share share) {
        versions.put(newVersion, share);
    }

    /** The share of a version that was sent to this Envoy, or null if the version has none. */
    @Nullable
    Share shareOf(String sentVersion) {
        return versions.get(sentVersion);
    }

    void layer(XdsLink from, String newVersion, @Nullable Share share, @Nullable Renewal why, String nonce) {
        if (from != link) {
            return;
        }
        if (rejects && share != null) {
            from.reject(nonce);
            return;
        }
        version = newVersion;
        if (share == null) {
            switchTo(null, null);
        } else {
            switchTo(share, why);
            renew(why);
        }
        from.acknowledge(nonce);
    }

    void heartbeat(XdsLink from, String ofVersion, @Nullable Renewal why, String nonce) {
        if (from != link) {
            return;
        }
        if (override != null && ofVersion.equals(version)) {
            renewal = why;
            renew(why);
        }
        from.acknowledge(nonce);
    }

    private void renew(@Nullable Renewal why) {
        renewedAt = world.timeline().now();
        renewal = why;
        if (world.defect() != Defect.ENVOY_WITHOUT_TTL) {
            machine.after(TTL, () -> expire(false));
        }
    }

    /**
     * Expires the override. After a freeze, the timer and the messages that arrived meanwhile are due at the same time.
     * Either may come first.
     */
    private void expire(boolean again) {
        long overdue = world.timeline().now() - renewedAt - TTL;
        if (override == null || overdue < 0) {
            return;
        }
        if (overdue > 0 && !again && world.chance().of(0.5)) {
            machine.after(Timeline.MILLISECOND, () -> expire(true));
            return;
        }
        world.checker().note(machine, "TTL ends " + override);
        switchTo(null, null);
    }

    private void switchTo(@Nullable Share share, @Nullable Renewal why) {
        account();
        Share before = override;
        Renewal reason = renewal;
        override = share;
        renewal = why;
        if (before != null && share == null) {
            world.envoys().ended(this, reason, renewedAt);
        } else if (share != null && (before == null || share.compareTo(before) > 0)) {
            world.envoys().raised(this, share, why);
        }
    }
}
