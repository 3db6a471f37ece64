package dev.redliner.contracts.redirect;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one connected Envoy is known to do.
 *
 * @param node its node id
 * @param state where it stands with the newest version sent to it
 * @param acknowledged the share it last confirmed: the static baseline if it holds no override
 * @param detail the reason of a rejection; null otherwise
 */
public record EnvoyState(String node, State state, Share acknowledged, @Nullable String detail) {

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
