package dev.redliner.redirector.xds;

import com.google.protobuf.Any;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * State-of-the-world xDS: every request lists all subscribed resources. Heartbeats contain the body, because Envoy
 * confirms a heartbeat without a body and lets the resource expire nevertheless.
 */
final class StateOfTheWorldXds implements XdsVariant<DiscoveryRequest, DiscoveryResponse> {
    private final Duration ttl;

    StateOfTheWorldXds(Duration ttl) {
        this.ttl = ttl;
    }

    @Override
    public Optional<Node> node(DiscoveryRequest request) {
        return request.hasNode() ? Optional.of(request.getNode()) : Optional.empty();
    }

    @Override
    public DiscoveryRequest withNode(DiscoveryRequest request, Node node) {
        return request.toBuilder().setNode(node).build();
    }

    @Override
    public XdsRequest question(DiscoveryRequest request, boolean wanted) {
        Set<String> names = new HashSet<>(request.getResourceNamesList());
        boolean wants = names.contains(RuntimeResources.LAYER_NAME);
        if (wants && wanted) {
            // every answer names it again, which is not a new subscription
            names.remove(RuntimeResources.LAYER_NAME);
        }
        return new XdsRequest(
                request.getTypeUrl(),
                names,
                wanted && !wants ? Set.of(RuntimeResources.LAYER_NAME) : Set.of(),
                request.getResponseNonce(),
                request.hasErrorDetail() ? request.getErrorDetail().getMessage() : null);
    }

    @Override
    public DiscoveryResponse layer(RuntimeVersion dispatch, String nonce) {
        return DiscoveryResponse.newBuilder()
                .setTypeUrl(RuntimeResources.TYPE_URL)
                .setVersionInfo(dispatch.version())
                .setNonce(nonce)
                .addResources(Any.pack(RuntimeResources.whole(dispatch, ttl)))
                .build();
    }

    @Override
    public DiscoveryResponse heartbeat(RuntimeVersion dispatch, String nonce) {
        return layer(dispatch, nonce);
    }

    @Override
    public Optional<DiscoveryResponse> absent(String name, String nonce) {
        return Optional.empty();
    }
}
