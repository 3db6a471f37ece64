package dev.redliner.redirector.xds;

import dev.redliner.contracts.pool.Pool;
import dev.redliner.contracts.redirect.EnvoyState;
import dev.redliner.contracts.redirect.EnvoyState.State;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.redirector.lease.Moment;
import dev.redliner.redirector.share.RuntimeFraction;
import dev.redliner.redirector.share.RuntimeLayer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One Envoy's stream: the versions sent on it and the Envoy's answers. Guarded by the {@link RuntimeHub}'s lock. */
final class EnvoyStream {
    /** The highest number of unanswered responses that are kept for an Envoy that does not answer. */
    private static final int MAX_UNANSWERED = 64;

    private static final RuntimeVersion NOTHING = new RuntimeVersion("", RuntimeLayer.EMPTY);

    private final String node;
    private final NodePools pools;
    private final RuntimeSender sender;
    private final LinkedHashMap<String, RuntimeVersion> unanswered = new LinkedHashMap<>();
    private final Map<String, String> rejectedConfigs = new TreeMap<>();

    private boolean subscribed;
    private boolean configured;
    private long nonces;
    private RuntimeVersion sent = NOTHING;
    private RuntimeVersion acknowledged = NOTHING;
    private @Nullable Moment lastSent;
    private @Nullable String rejection;

    EnvoyStream(String node, NodePools pools, RuntimeSender sender) {
        this.node = node;
        this.pools = pools;
        this.sender = sender;
    }

    String node() {
        return node;
    }

    NodePools pools() {
        return pools;
    }

    boolean subscribed() {
        return subscribed;
    }

    void subscribe(boolean wanted) {
        subscribed = wanted;
    }

    boolean ready() {
        return sender.ready();
    }

    void close() {
        sender.close();
    }

    /** The layer that was sent last. */
    RuntimeLayer sent() {
        return sent.layer();
    }

    String sentVersion() {
        return sent.version();
    }

    /** Whether a heartbeat would renew the layer that was sent last. */
    boolean holdsOverride() {
        return subscribed && !sent.layer().isEmpty() && rejection == null;
    }

    /**
     * Whether the Envoy holds an override according to its last answers, or has not yet confirmed that it dropped one.
     */
    boolean mayHoldOverride() {
        return subscribed
                && rejection == null
                && !(sent.layer().isEmpty()
                        && acknowledged.layer().isEmpty()
                        && unanswered.values().stream()
                                .allMatch(dispatch -> dispatch.layer().isEmpty()));
    }

    /** Whether no version since the Envoy's last confirmation has a different share for the pool. */
    private boolean confirmed(Pool pool) {
        Optional<Share> share = acknowledged.layer().share(pool.name());
        return sent.layer().share(pool.name()).equals(share)
                && unanswered.values().stream()
                        .allMatch(
                                dispatch -> dispatch.layer().share(pool.name()).equals(share));
    }

    /** Whether nothing was sent for this long, so that the Envoy may have dropped its override. */
    boolean quietFor(Duration limit, Moment now) {
        return lastSent == null || now.since(lastSent).compareTo(limit) >= 0;
    }

    void send(RuntimeVersion dispatch, Moment now) {
        sent = dispatch;
        rejection = null;
        lastSent = now;
        sender.layer(dispatch, expectAnswer(dispatch));
    }

    void heartbeat(Moment now) {
        lastSent = now;
        sender.heartbeat(sent, expectAnswer(sent));
    }

    void absent(String name) {
        sender.absent(name, "absent-" + ++nonces);
    }

    private String expectAnswer(RuntimeVersion dispatch) {
        String nonce = Long.toString(++nonces);
        unanswered.put(nonce, dispatch);
        if (unanswered.size() > MAX_UNANSWERED) {
            unanswered.remove(unanswered.keySet().iterator().next());
        }
        return nonce;
    }

    /** Processes an answer. Returns null if the answered version is unknown or outdated. */
    @Nullable
    Answer answered(XdsRequest answer) {
        RuntimeVersion dispatch = unanswered.get(answer.nonce());
        if (dispatch == null) {
            return null;
        }
        forgetUpTo(answer.nonce());
        boolean newest = dispatch.version().equals(sent.version());
        if (answer.error() != null) {
            boolean changed = newest && rejection == null;
            rejection = newest ? answer.error() : rejection;
            return new Answer(dispatch, newest, changed);
        }
        boolean changed = !acknowledged.version().equals(dispatch.version());
        acknowledged = dispatch;
        return new Answer(dispatch, newest, changed);
    }

    /** Answers arrive in the order of the versions they answer. */
    private void forgetUpTo(String nonce) {
        var nonces = unanswered.keySet().iterator();
        boolean reached = false;
        while (!reached) {
            reached = nonces.next().equals(nonce);
            nonces.remove();
        }
    }

    /**
     * An answer to a version of the layer.
     *
     * @param dispatch the answered version
     * @param newest whether no newer version was sent since
     * @param changed whether the answer changes the state of the Envoy
     */
    record Answer(RuntimeVersion dispatch, boolean newest, boolean changed) {}

    /** Processes a request for listeners, routes or clusters. Returns whether it changes the state of the Envoy. */
    boolean config(XdsRequest question) {
        boolean first = !configured;
        configured = true;
        return question.isAnswer() ? configAnswered(question) || first : first;
    }

    private boolean configAnswered(XdsRequest answer) {
        String kind = answer.typeUrl().substring(answer.typeUrl().lastIndexOf('.') + 1);
        return answer.error() == null
                ? rejectedConfigs.remove(kind) != null
                : !answer.error().equals(rejectedConfigs.put(kind, answer.error()));
    }

    /** The state of the Envoy for one of its pools. */
    EnvoyState state(Pool pool, Moment now, Duration ttl) {
        Share held = held(pool, now, ttl);
        if (rejection != null) {
            return new EnvoyState(node, State.REJECTED, held, rejection, configured);
        }
        State layer = layer(pool);
        if (!rejectedConfigs.isEmpty()) {
            // a rejected listener, route or cluster may belong to another pool, and it does not change the share
            return new EnvoyState(node, State.REJECTED, held, rejectedConfigs.toString(), configured, layer);
        }
        String detail = subscribed ? null : "has not asked for the runtime layer " + RuntimeResources.LAYER_NAME;
        return new EnvoyState(node, layer, held, detail, configured);
    }

    /** The pool's state of a runtime layer that the Envoy did not reject. */
    private State layer(Pool pool) {
        if (!subscribed || acknowledged == NOTHING || !confirmed(pool)) {
            return State.PENDING;
        }
        return acknowledged.layer().share(pool.name()).isPresent() ? State.APPLIED : State.BASELINE;
    }

    /**
     * The share that the Envoy confirmed last. After a rejection it is valid for one TTL only, because heartbeats for
     * it have ended.
     */
    private Share held(Pool pool, Moment now, Duration ttl) {
        Share baseline = RuntimeFraction.effective(pool, pool.baselineShare());
        if (rejection != null && quietFor(ttl, now)) {
            return baseline;
        }
        return acknowledged.layer().share(pool.name()).orElse(baseline);
    }
}
