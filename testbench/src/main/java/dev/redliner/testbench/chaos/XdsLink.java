package dev.redliner.testbench.chaos;

import dev.redliner.contracts.redirect.Share;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One connection from an Envoy to a redirector, reliable and in order in both directions. While the connection is cut,
 * nothing gets through. Messages written meanwhile arrive when it is mended, unless one end has given it up.
 */
final class XdsLink implements RuntimeStream.Receiver {
    private static final int MANY_UNREAD = 64;
    /** Envoy's own keepalive, as in the bootstrap that the redirector writes: every 2 s, with 2 s for the answer. */
    private static final double ENVOY_NOTICES_SECONDS = 4;
    /** After this time the Envoy gives the connection up, and messages written to it are lost. */
    static final long LONGEST_ON_ITS_WAY = 4 * Timeline.SECOND;
    /** The redirector's keepalive: every 5 s, with 3 s for the answer. */
    private static final double REDIRECTOR_NOTICES_SECONDS = 8;

    private final VirtualCluster world;
    private final EnvoyNode envoy;
    private final RedirectorNode redirector;
    private final int redirectorLife;
    private final List<Runnable> held = new ArrayList<>();
    private @Nullable RuntimeStream stream;
    private long lastDown;
    private long lastUp;
    private boolean cut;
    private boolean over;

    private XdsLink(VirtualCluster world, EnvoyNode envoy, RedirectorNode redirector) {
        this.world = world;
        this.envoy = envoy;
        this.redirector = redirector;
        this.redirectorLife = redirector.machine().life();
    }

    /** Opens a connection. Returns empty if the redirector is down. */
    static Optional<XdsLink> open(VirtualCluster world, EnvoyNode envoy, RedirectorNode redirector) {
        if (!redirector.machine().works()) {
            return Optional.empty();
        }
        var link = new XdsLink(world, envoy, redirector);
        Optional<RuntimeStream> stream = redirector.accept(envoy.machine().name(), link);
        stream.ifPresent(opened -> {
            link.stream = opened;
            link.up(opened::subscribe);
        });
        return stream.map(opened -> link);
    }

    static long envoyGivesUp(RandomDraws chance) {
        return chance.seconds(ENVOY_NOTICES_SECONDS / 2, ENVOY_NOTICES_SECONDS);
    }

    static long redirectorGivesUp(RandomDraws chance) {
        return chance.seconds(REDIRECTOR_NOTICES_SECONDS * 3 / 8, REDIRECTOR_NOTICES_SECONDS);
    }

    boolean isCut() {
        return cut;
    }

    /** Time until the last message on its way to the Envoy arrives, nanoseconds. */
    long lastMessage() {
        return Math.max(0, lastDown - world.timeline().now());
    }

    /** Whether the connection still leads to the process to which it was opened. */
    boolean lives() {
        return !over && redirector.machine().life() == redirectorLife;
    }

    void cut() {
        cut = true;
    }

    /** Mends the connection. All held messages arrive now. */
    void mend() {
        cut = false;
        var late = new ArrayList<>(held);
        held.clear();
        late.forEach(Runnable::run);
    }

    /** Ends the Envoy's side. The redirector notices this later. */
    void dropByEnvoy() {
        over = true;
        held.clear();
        long notices = cut ? world.chance().seconds(1, 20) : world.chance().millis(0.1, 2);
        world.timeline().after(Math.max(notices, lastUp - world.timeline().now()), () -> {
            if (redirector.machine().life() == redirectorLife && stream != null) {
                RuntimeStream ended = stream;
                redirector.machine().after(0, ended::end);
            }
        });
    }

    /** Ends the redirector's side with its process. Messages that it wrote before may still arrive. */
    void dropByRedirector() {
        over = true;
    }

    /** The redirector gives up the connection to the Envoy. */
    void endByRedirector() {
        RuntimeStream ended = stream;
        if (lives() && ended != null) {
            redirector.machine().after(0, ended::end);
        }
        over = true;
    }

    // ---- towards the Envoy

    @Override
    public boolean ready() {
        return held.size() < MANY_UNREAD;
    }

    @Override
    public void layer(String version, Optional<Share> wanted, String nonce) {
        Share share = wanted.orElse(null);
        Renewal why = share == null ? null : reason(share, "writes " + share);
        if (share != null) {
            envoy.willGet(version, share);
        }
        world.checker()
                .note(
                        redirector.machine(),
                        "sends " + (share == null ? "baseline" : share) + " to "
                                + envoy.machine().name());
        down(() -> envoy.layer(this, version, share, why, nonce));
    }

    @Override
    public void heartbeat(String version, String nonce) {
        Share share = envoy.shareOf(version);
        Renewal why = share == null ? null : reason(share, "keeps " + share + " alive");
        down(() -> envoy.heartbeat(this, version, why, nonce));
    }

    private @Nullable Renewal reason(Share share, String does) {
        Renewal reason = redirector.reasonFor(share);
        if (reason == null) {
            world.checker()
                    .broken(
                            Promise.NOTHING_STALE_OBEYED,
                            redirector.machine().name() + " " + does + " and has no order for it: "
                                    + redirector.received());
        }
        if (reason != null && redirector.knewBetterThan(reason.order().order())) {
            world.checker()
                    .broken(
                            Promise.NOTHING_STALE_OBEYED,
                            redirector.machine().name() + " " + does
                                    + " again, though it heard before that this is over");
        }
        return reason;
    }

    @Override
    public void close() {
        over = true;
    }

    private void down(Runnable message) {
        if (over) {
            return;
        }
        if (cut) {
            held.add(() -> arrive(message));
            return;
        }
        arrive(message);
    }

    private void arrive(Runnable message) {
        long at = Math.max(lastDown, world.timeline().now() + world.chance().millis(0.2, 3));
        lastDown = at;
        envoy.machine().after(at - world.timeline().now(), message);
    }

    // ---- towards the redirector

    void acknowledge(String nonce) {
        RuntimeStream to = stream;
        if (to != null) {
            up(() -> to.acknowledge(nonce));
        }
    }

    void reject(String nonce) {
        RuntimeStream to = stream;
        if (to != null) {
            up(() -> to.reject(nonce, "bad value"));
        }
    }

    private void up(Runnable message) {
        if (!lives()) {
            return;
        }
        if (cut) {
            held.add(() -> up(message));
            return;
        }
        long at = Math.max(lastUp, world.timeline().now() + world.chance().millis(0.2, 3));
        lastUp = at;
        redirector.machine().after(at - world.timeline().now(), () -> {
            if (!over) {
                message.run();
            }
        });
    }

    RedirectorNode redirector() {
        return redirector;
    }
}
