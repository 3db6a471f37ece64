package dev.redliner.testbench.chaos;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Value;
import com.google.rpc.Status;
import dev.redliner.contracts.redirect.Share;
import dev.redliner.redirector.xds.RuntimeResources;
import dev.redliner.redirector.xds.RuntimeService;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.Resource;
import io.envoyproxy.envoy.service.runtime.v3.Runtime;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.Collection;
import java.util.Optional;

/**
 * A runtime stream between an Envoy and the redirector's real service, without a network: calls in place of messages.
 */
final class RuntimeStream extends ServerCallStreamObserver<DeltaDiscoveryResponse> {
    private static final String TYPE_URL = "type.googleapis.com/envoy.service.runtime.v3.Runtime";
    private static final double MILLION = 1_000_000;

    private final String node;
    private final String pool;
    private final Receiver receiver;
    private final StreamObserver<DeltaDiscoveryRequest> requests;
    private Runnable onCancel = () -> {};
    private boolean cancelled;

    /** The Envoy's end of the stream. */
    interface Receiver {
        /** Whether a message written now is sent soon. */
        boolean ready();

        /** Receives a whole layer: the share of the pool, or empty for the baseline. */
        void layer(String version, Optional<Share> share, String nonce);

        /** Receives a renewal of the TTL of a version that the Envoy may hold. */
        void heartbeat(String version, String nonce);

        /** The redirector ended the stream. */
        void close();
    }

    RuntimeStream(RuntimeService service, String node, String pool, Receiver receiver) {
        this.node = node;
        this.pool = pool;
        this.receiver = receiver;
        this.requests = service.deltaRuntime(this);
    }

    // ---- from the Envoy

    /** The Envoy subscribes to the layer. */
    void subscribe() {
        requests.onNext(request()
                .addResourceNamesSubscribe(RuntimeResources.LAYER_NAME)
                .setNode(Node.newBuilder().setId(node).setCluster(pool))
                .build());
    }

    /** The Envoy accepts the response with this nonce. */
    void acknowledge(String nonce) {
        requests.onNext(request().setResponseNonce(nonce).build());
    }

    /** The Envoy rejects the response with this nonce. */
    void reject(String nonce, String why) {
        requests.onNext(request()
                .setResponseNonce(nonce)
                .setErrorDetail(Status.newBuilder().setMessage(why))
                .build());
    }

    /** The Envoy disconnects. */
    void end() {
        cancelled = true;
        onCancel.run();
        requests.onError(io.grpc.Status.CANCELLED.asRuntimeException());
    }

    private static DeltaDiscoveryRequest.Builder request() {
        return DeltaDiscoveryRequest.newBuilder().setTypeUrl(TYPE_URL);
    }

    // ---- from the redirector

    @Override
    public void onNext(DeltaDiscoveryResponse response) {
        for (Resource resource : response.getResourcesList()) {
            if (resource.hasResource()) {
                receiver.layer(resource.getVersion(), share(resource), response.getNonce());
            } else {
                receiver.heartbeat(resource.getVersion(), response.getNonce());
            }
        }
    }

    /** The only entry of the layer, because the Envoy belongs to one pool. */
    private static Optional<Share> share(Resource resource) {
        try {
            Collection<Value> fractions = resource.getResource()
                    .unpack(Runtime.class)
                    .getLayer()
                    .getFieldsMap()
                    .values();
            return fractions.stream().findFirst().map(RuntimeStream::share);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Share share(Value fraction) {
        var fields = fraction.getStructValue();
        String denominator = fields.getFieldsOrThrow("denominator").getStringValue();
        double parts = denominator.equals("MILLION") ? MILLION : 10_000;
        return Share.ofFraction(fields.getFieldsOrThrow("numerator").getNumberValue() / parts);
    }

    @Override
    public void onError(Throwable failure) {
        receiver.close();
    }

    @Override
    public void onCompleted() {
        receiver.close();
    }

    @Override
    public boolean isReady() {
        return receiver.ready();
    }

    @Override
    public boolean isCancelled() {
        return cancelled;
    }

    @Override
    public void setOnCancelHandler(Runnable handler) {
        onCancel = handler;
    }

    // ---- flow control and compression of a network

    @Override
    public void setOnReadyHandler(Runnable handler) {}

    @Override
    public void setCompression(String compression) {}

    @Override
    public void disableAutoInboundFlowControl() {}

    @Override
    public void request(int count) {}

    @Override
    public void setMessageCompression(boolean enable) {}
}
