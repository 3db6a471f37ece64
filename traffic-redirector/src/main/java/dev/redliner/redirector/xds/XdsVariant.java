package dev.redliner.redirector.xds;

import io.envoyproxy.envoy.config.core.v3.Node;
import java.util.Optional;

/**
 * A variant of the xDS protocol: how requests are read and how the runtime layer is written.
 *
 * @param <Q> request
 * @param <R> response
 */
interface XdsVariant<Q, R> {
    /** The node that sent the request; empty if the request does not name it. */
    Optional<Node> node(Q request);

    /** The request with its node added. */
    Q withNode(Q request, Node node);

    /**
     * The content of the request.
     *
     * @param wanted whether the stream was already subscribed to the runtime layer
     */
    XdsRequest question(Q request, boolean wanted);

    /** A response with a whole layer. */
    R layer(RuntimeVersion dispatch, String nonce);

    /** A response that renews a layer which Envoy already holds. */
    R heartbeat(RuntimeVersion dispatch, String nonce);

    /** A response that reports that no runtime layer of this name exists; empty if the variant has no such response. */
    Optional<R> absent(String name, String nonce);
}
