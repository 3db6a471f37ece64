package dev.redliner.redirector.xds;

import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryResponse;
import io.envoyproxy.envoy.service.runtime.v3.RuntimeDiscoveryServiceGrpc.RuntimeDiscoveryServiceImplBase;
import io.grpc.stub.StreamObserver;
import java.time.Duration;

/** Runtime discovery on a separate stream, for Envoys that get aggregated discovery from another control plane. */
public final class RuntimeService extends RuntimeDiscoveryServiceImplBase {
    private final RuntimeHub hub;
    private final ConfigCache configs;
    private final DeltaXds delta;
    private final StateOfTheWorldXds wholeState;

    /** @param ttl how long an Envoy holds an override without a renewal */
    public RuntimeService(RuntimeHub hub, ConfigCache configs, Duration ttl) {
        this.hub = hub;
        this.configs = configs;
        this.delta = new DeltaXds(ttl);
        this.wholeState = new StateOfTheWorldXds(ttl);
    }

    @Override
    public StreamObserver<DeltaDiscoveryRequest> deltaRuntime(StreamObserver<DeltaDiscoveryResponse> responses) {
        return new XdsStream<>(delta, hub, configs, responses, null);
    }

    @Override
    public StreamObserver<DiscoveryRequest> streamRuntime(StreamObserver<DiscoveryResponse> responses) {
        return new XdsStream<>(wholeState, hub, configs, responses, null);
    }
}
