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

/** One Envoy's stream: what was sent on it and what it answered. Guarded by the {@link RuntimeHub}'s lock. */
final class EnvoyStream {
    /** An Envoy that answers nothing is not remembered for more than this many responses. */
    private static final int MAX_UNANSWERED = 64;

    private static final Dispatch NOTHING = new Dispatch("", RuntimeLayer.EMPTY);

    private final String node;
    private final NodePools pools;
    private final RuntimeSender sender;
    private final LinkedHashMap<String, Dispatch> unanswered = new LinkedHashMap<>();
    private final Map<String, String> rejectedConfigs = new TreeMap<>();

    private boolean subscribed;
    private boolean configured;
    private long nonces;
    private Dispatch sent = NOTHING;
    private Dispatch acknowledged = NOTHING;
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

    /** Whether a heartbeat would keep alive what it was sent last. */
    boolean holdsOverride() {
        return subscribed && !sent.layer().isEmpty() && rejection == null;
    }

    /** Whether it holds an override as far as is known, or has not yet said that it dropped one. */
    boolean mayHoldOverride() {
        return subscribed
                && rejection == null
                && !(sent.layer().isEmpty()
                        && acknowledged.layer().isEmpty()
                        && unanswered.values().stream()
                                .allMatch(dispatch -> dispatch.layer().isEmpty()));
    }

    /** Whether nothing that it was sent since its last confirmation has another share for the pool. */
    private boolean confirmed(Pool pool) {
        Optional<Share> share = acknowledged.layer().share(pool.name());
        return sent.layer().share(pool.name()).equals(share)
                && unanswered.values().stream()
                        .allMatch(
                                dispatch -> dispatch.layer().share(pool.name()).equals(share));
    }

    /** Whether nothing was sent for so long that the Envoy may have dropped its override. */
    boolean quietFor(Duration limit, Moment now) {
        return lastSent == null || now.since(lastSent).compareTo(limit) >= 0;
    }

    void send(Dispatch dispatch, Moment now) {
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

    private String expectAnswer(Dispatch dispatch) {
        String nonce = Long.toString(++nonces);
        unanswered.put(nonce, dispatch);
        if (unanswered.size() > MAX_UNANSWERED) {
            unanswered.remove(unanswered.keySet().iterator().next());
        }
        return nonce;
    }

    /** Takes an answer; what it answered, or null if that is not known or no longer of interest. */
    @Nullable
    Answer answered(Question answer) {
        Dispatch dispatch = unanswered.get(answer.nonce());
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

    /** Answers come in the order of what they answer. */
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
     * @param dispatch what it answers
     * @param newest whether nothing newer was sent since
     * @param changed whether it is news
     */
    record Answer(Dispatch dispatch, boolean newest, boolean changed) {}

    /** Takes a request for listeners, routes or clusters; whether it is news. */
    boolean config(Question question) {
        boolean first = !configured;
        configured = true;
        return question.isAnswer() ? configAnswered(question) || first : first;
    }

    private boolean configAnswered(Question answer) {
        String kind = answer.typeUrl().substring(answer.typeUrl().lastIndexOf('.') + 1);
        return answer.error() == null
                ? rejectedConfigs.remove(kind) != null
                : !answer.error().equals(rejectedConfigs.put(kind, answer.error()));
    }

    /** Where the Envoy stands with a pool of its own. */
    EnvoyState state(Pool pool, Moment now, Duration ttl) {
        String rejected = rejection();
        Share held = held(pool, now, ttl);
        if (rejected != null) {
            return new EnvoyState(node, State.REJECTED, held, rejected, configured);
        }
        if (!subscribed || acknowledged == NOTHING) {
            String detail = subscribed ? null : "has not asked for the runtime layer " + RuntimeResources.LAYER_NAME;
            return new EnvoyState(node, State.PENDING, held, detail, configured);
        }
        if (!confirmed(pool)) {
            return new EnvoyState(node, State.PENDING, held, null, configured);
        }
        State state = acknowledged.layer().share(pool.name()).isPresent() ? State.APPLIED : State.BASELINE;
        return new EnvoyState(node, state, held, null, configured);
    }

    private @Nullable String rejection() {
        if (rejection != null) {
            return rejection;
        }
        return rejectedConfigs.isEmpty() ? null : rejectedConfigs.toString();
    }

    /** What it last confirmed; after a rejection only for one TTL, because then nothing keeps that alive any more. */
    private Share held(Pool pool, Moment now, Duration ttl) {
        Share baseline = RuntimeFraction.effective(pool, pool.baselineShare());
        if (rejection != null && quietFor(ttl, now)) {
            return baseline;
        }
        return acknowledged.layer().share(pool.name()).orElse(baseline);
    }
}
