package dev.redliner.contracts.redirect;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one stream of an Envoy is known to do. Several streams can have one node id: that of an Envoy which reconnected
 * and that of the connection it lost, or those of several Envoys that were given the same id. Each is listed.
 *
 * @param node its node id
 * @param state where it stands with the newest version sent to it
 * @param acknowledged the share it last confirmed: the static baseline if it holds no override
 * @param detail the reason of a rejection; null otherwise
 * @param configured whether it takes listeners, routes and clusters from Redliner too
 */
public record EnvoyState(String node, State state, Share acknowledged, @Nullable String detail, boolean configured) {

    /** An Envoy that takes its share from Redliner and nothing else. */
    public EnvoyState(String node, State state, Share acknowledged, @Nullable String detail) {
        this(node, state, acknowledged, detail, false);
    }

    /** Where an Envoy stands. */
    public enum State {
        /** It confirmed that it holds no override. */
        BASELINE,
        /** Something newer was sent and it has not answered yet. */
        PENDING,
        /** It confirmed the override (ACK). */
        APPLIED,
        /** It refused the newest version (NACK). */
        REJECTED
    }

    public EnvoyState {
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(acknowledged, "acknowledged");
    }
}
