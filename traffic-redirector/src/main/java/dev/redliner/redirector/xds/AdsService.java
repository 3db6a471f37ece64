package dev.redliner.redirector.xds;

import io.envoyproxy.controlplane.server.V3DiscoveryServer;
import io.envoyproxy.envoy.service.discovery.v3.AggregatedDiscoveryServiceGrpc.AggregatedDiscoveryServiceImplBase;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import io.grpc.stub.StreamObserver;
import java.time.Duration;

/**
 * Aggregated discovery by java-control-plane, extended by the runtime layer, which java-control-plane does not support.
 */
public final class AdsService extends AggregatedDiscoveryServiceImplBase {
    private final AggregatedDiscoveryServiceImplBase controlPlane;
    private final RuntimeHub hub;
    private final ConfigCache configs;
    private final DeltaXds delta;
    private final StateOfTheWorldXds wholeState;

    /** @param ttl how long an Envoy holds an override without a renewal */
    public AdsService(RuntimeHub hub, ConfigCache configs, Duration ttl) {
        this.controlPlane = new V3DiscoveryServer(configs.watcher()).getAggregatedDiscoveryServiceImpl();
        this.hub = hub;
        this.configs = configs;
        this.delta = new DeltaXds(ttl);
        this.wholeState = new StateOfTheWorldXds(ttl);
    }

    @Override
    public StreamObserver<DeltaDiscoveryRequest> deltaAggregatedResources(
            StreamObserver<DeltaDiscoveryResponse> responses) {
        return new XdsStream<>(delta, hub, configs, responses, controlPlane::deltaAggregatedResources);
    }

    @Override
    public StreamObserver<DiscoveryRequest> streamAggregatedResources(StreamObserver<DiscoveryResponse> responses) {
        return new XdsStream<>(wholeState, hub, configs, responses, controlPlane::streamAggregatedResources);
    }
}
