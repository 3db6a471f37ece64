package dev.redliner.redirector.xds;

import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Delta xDS: messages contain changes only, and a heartbeat needs no body. */
final class DeltaXds implements XdsVariant<DeltaDiscoveryRequest, DeltaDiscoveryResponse> {
    private final Duration ttl;

    DeltaXds(Duration ttl) {
        this.ttl = ttl;
    }

    @Override
    public Optional<Node> node(DeltaDiscoveryRequest request) {
        return request.hasNode() ? Optional.of(request.getNode()) : Optional.empty();
    }

    @Override
    public DeltaDiscoveryRequest withNode(DeltaDiscoveryRequest request, Node node) {
        return request.toBuilder().setNode(node).build();
    }

    @Override
    public XdsRequest question(DeltaDiscoveryRequest request, boolean wanted) {
        Set<String> subscribed = new HashSet<>(request.getResourceNamesSubscribeList());
        subscribed.addAll(request.getInitialResourceVersionsMap().keySet());
        return new XdsRequest(
                request.getTypeUrl(),
                subscribed,
                new HashSet<>(request.getResourceNamesUnsubscribeList()),
                request.getResponseNonce(),
                request.hasErrorDetail() ? request.getErrorDetail().getMessage() : null);
    }

    @Override
    public DeltaDiscoveryResponse layer(RuntimeVersion dispatch, String nonce) {
        return response(nonce)
                .setSystemVersionInfo(dispatch.version())
                .addResources(RuntimeResources.whole(dispatch, ttl))
                .build();
    }

    @Override
    public DeltaDiscoveryResponse heartbeat(RuntimeVersion dispatch, String nonce) {
        return response(nonce)
                .setSystemVersionInfo(dispatch.version())
                .addResources(RuntimeResources.heartbeat(dispatch, ttl))
                .build();
    }

    @Override
    public Optional<DeltaDiscoveryResponse> absent(String name, String nonce) {
        return Optional.of(response(nonce).addRemovedResources(name).build());
    }

    private static DeltaDiscoveryResponse.Builder response(String nonce) {
        return DeltaDiscoveryResponse.newBuilder()
                .setTypeUrl(RuntimeResources.TYPE_URL)
                .setNonce(nonce);
    }
}
