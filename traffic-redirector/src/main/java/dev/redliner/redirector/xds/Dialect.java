package dev.redliner.redirector.xds;

import io.envoyproxy.envoy.config.core.v3.Node;
import java.util.Optional;

/**
 * A variant of the xDS protocol: how requests are read and how the runtime layer is written.
 *
 * @param <Q> request
 * @param <R> response
 */
interface Dialect<Q, R> {
    /** The node that asks; empty if the request does not say. */
    Optional<Node> node(Q request);

    /** The same request, saying who asks. */
    Q withNode(Q request, Node node);

    /**
     * What the request says.
     *
     * @param wanted whether the runtime layer was subscribed to before it
     */
    Question question(Q request, boolean wanted);

    /** A response with a whole layer. */
    R layer(Dispatch dispatch, String nonce);

    /** A response that keeps a layer alive which Envoy holds already. */
    R heartbeat(Dispatch dispatch, String nonce);

    /** A response that says that there is no runtime layer of this name; empty if the variant has none. */
    Optional<R> absent(String name, String nonce);
}
