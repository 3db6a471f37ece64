package dev.redliner.redirector.order;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Value;
import dev.redliner.redirector.xds.RuntimeResources;
import dev.redliner.redirector.xds.RuntimeService;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.Resource;
import io.envoyproxy.envoy.service.runtime.v3.Runtime;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** An Envoy's runtime stream without a network, with the layers that were written to it. */
final class WrittenLayers extends ServerCallStreamObserver<DeltaDiscoveryResponse> {
    /** In order of arrival: parts of a million by runtime key, or {@code baseline}, or {@code heartbeat}. */
    final List<String> written = new ArrayList<>();

    /** Connects an Envoy of a pool, which subscribes to the layer. */
    static WrittenLayers subscribe(RuntimeService service, String node, String pool) {
        var layers = new WrittenLayers();
        StreamObserver<DeltaDiscoveryRequest> requests = service.deltaRuntime(layers);
        requests.onNext(DeltaDiscoveryRequest.newBuilder()
                .setNode(Node.newBuilder().setId(node).setCluster(pool))
                .setTypeUrl("type.googleapis.com/envoy.service.runtime.v3.Runtime")
                .addResourceNamesSubscribe(RuntimeResources.LAYER_NAME)
                .build());
        return layers;
    }

    @Override
    public void onNext(DeltaDiscoveryResponse response) {
        response.getResourcesList().forEach(resource -> written.add(text(resource)));
    }

    private static String text(Resource resource) {
        if (!resource.hasResource()) {
            return "heartbeat";
        }
        try {
            var fields = resource.getResource().unpack(Runtime.class).getLayer().getFieldsMap();
            return fields.isEmpty()
                    ? "baseline"
                    : fields.entrySet().stream()
                            .map(field -> field.getKey() + "=" + numerator(field.getValue()))
                            .collect(Collectors.joining(" "));
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }

    private static int numerator(Value value) {
        return (int) value.getStructValue().getFieldsOrThrow("numerator").getNumberValue();
    }

    @Override
    public void onError(Throwable failure) {
        throw new AssertionError(failure);
    }

    @Override
    public void onCompleted() {}

    @Override
    public boolean isReady() {
        return true;
    }

    @Override
    public boolean isCancelled() {
        return false;
    }

    @Override
    public void setOnCancelHandler(Runnable handler) {}

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
