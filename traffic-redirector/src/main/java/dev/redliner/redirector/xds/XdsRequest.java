package dev.redliner.redirector.xds;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The content of an Envoy's request, independent of the protocol variant.
 *
 * @param typeUrl the type of resource
 * @param subscribed names that the Envoy subscribes to
 * @param unsubscribed names that the Envoy unsubscribes from
 * @param nonce nonce of the response that the request answers; empty if it answers none
 * @param error why the Envoy rejected that response; null if it accepted it
 */
record XdsRequest(
        String typeUrl, Set<String> subscribed, Set<String> unsubscribed, String nonce, @Nullable String error) {
    XdsRequest {
        subscribed = Set.copyOf(subscribed);
        unsubscribed = Set.copyOf(unsubscribed);
    }

    boolean isAnswer() {
        return !nonce.isEmpty();
    }
}
