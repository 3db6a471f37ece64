package dev.redliner.contracts.redirect;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The confirmed state of one xDS stream of an Envoy. Several streams can have one node id: the present and the lost
 * connection of an Envoy that reconnected, or several Envoys that were given the same id. Each stream is listed.
 *
 * @param node the Envoy's node id
 * @param state the state of the newest version that was sent to the Envoy
 * @param acknowledged the share that the Envoy confirmed last: the baseline if it holds no override
 * @param detail the reason of a rejection; null otherwise
 * @param configured whether the Envoy also takes listeners, routes and clusters from Redliner
 * @param layer the state of the runtime layer alone, if the Envoy rejected a listener, route or cluster but not the
 *     layer; null otherwise, and in the reports of redirectors without this field
 */
public record EnvoyState(
        String node,
        State state,
        Share acknowledged,
        @Nullable String detail,
        boolean configured,
        @Nullable State layer) {

    /** An Envoy that rejects no listener, route or cluster. */
    public EnvoyState(String node, State state, Share acknowledged, @Nullable String detail, boolean configured) {
        this(node, state, acknowledged, detail, configured, null);
    }

    /** An Envoy that takes only its share from Redliner. */
    public EnvoyState(String node, State state, Share acknowledged, @Nullable String detail) {
        this(node, state, acknowledged, detail, false);
    }

    /** The state of an Envoy. */
    public enum State {
        /** The Envoy confirmed that it holds no override. */
        BASELINE,
        /** A newer version was sent and the Envoy has not answered yet. */
        PENDING,
        /** The Envoy confirmed the override (ACK). */
        APPLIED,
        /** The Envoy rejected the newest version of the runtime layer, a listener, a route or a cluster (NACK). */
        REJECTED
    }

    public EnvoyState {
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(acknowledged, "acknowledged");
    }

    /** Whether the Envoy confirmed that it holds no override, even if it rejected a listener, route or cluster. */
    public boolean confirmedBaseline() {
        return state == State.BASELINE || layer == State.BASELINE;
    }
}
