package dev.redliner.redirector.xds;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an Envoy's request says, in whichever protocol variant.
 *
 * @param typeUrl what kind of resource it is about
 * @param subscribed names it wants from now on
 * @param unsubscribed names it no longer wants
 * @param nonce of the response it answers; empty if it answers none
 * @param error why it rejected that response; null if it did not
 */
record Question(
        String typeUrl, Set<String> subscribed, Set<String> unsubscribed, String nonce, @Nullable String error) {
    Question {
        subscribed = Set.copyOf(subscribed);
        unsubscribed = Set.copyOf(unsubscribed);
    }

    boolean isAnswer() {
        return !nonce.isEmpty();
    }
}
