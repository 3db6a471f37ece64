package dev.redliner.standalone.faults;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.Status;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryRequest;
import io.envoyproxy.envoy.service.discovery.v3.DeltaDiscoveryResponse;
import io.envoyproxy.envoy.service.discovery.v3.Resource;
import io.envoyproxy.envoy.service.runtime.v3.Runtime;
import io.envoyproxy.envoy.service.runtime.v3.RuntimeDiscoveryServiceGrpc;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CountDownLatch;

/**
 * Speaks the protocol of an Envoy, beside the pool's real one, and does not always do what it is told. No real Envoy can
 * be made to reject what Redliner sends, which is one well-formed number. The baseline it always takes.
 */
public final class StubbornEnvoy implements StreamObserver<DeltaDiscoveryResponse>, AutoCloseable {
    private static final String TYPE = "type.googleapis.com/envoy.service.runtime.v3.Runtime";
    private static final int INVALID_ARGUMENT = 3;

    /** Its node id. */
    public static final String NODE = "stubborn";

    /** What it does with a share from now on. */
    public enum Manner {
        OBEYS,
        REJECTS,
        IGNORES
    }

    private final ManagedChannel channel;
    private final StreamObserver<DeltaDiscoveryRequest> requests;
    private final CountDownLatch refused = new CountDownLatch(1);
    private Manner manner;
    private boolean holdsShare;

    /** Connects, as an Envoy of a pool. */
    public StubbornEnvoy(int xdsPort, String pool, Manner manner) {
        this(xdsPort, NODE, pool, manner);
    }

    /** The same under another node id. */
    public StubbornEnvoy(int xdsPort, String node, String pool, Manner manner) {
        this.manner = manner;
        this.channel = ManagedChannelBuilder.forAddress("127.0.0.1", xdsPort)
                .usePlaintext()
                .build();
        this.requests = RuntimeDiscoveryServiceGrpc.newStub(channel).deltaRuntime(this);
        requests.onNext(DeltaDiscoveryRequest.newBuilder()
                .setNode(Node.newBuilder().setId(node).setCluster(pool))
                .setTypeUrl(TYPE)
                .addResourceNamesSubscribe("redliner")
                .build());
    }

    /** From now on. */
    public synchronized void manner(Manner newManner) {
        manner = newManner;
    }

    /** Waits until it refused something. */
    public void awaitRefusal() throws InterruptedException {
        refused.await();
    }

    @Override
    public synchronized void onNext(DeltaDiscoveryResponse response) {
        boolean news = false;
        for (Resource resource : response.getResourcesList()) {
            // without a body it is a heartbeat of what was sent before
            if (resource.hasResource()) {
                holdsShare = holdsShare(resource);
                news = true;
            }
        }
        boolean rejects = news && manner == Manner.REJECTS;
        if (!holdsShare || !(rejects || manner == Manner.IGNORES)) {
            requests.onNext(answer(response).build());
            return;
        }
        if (rejects) {
            requests.onNext(answer(response)
                    .setErrorDetail(
                            Status.newBuilder().setCode(INVALID_ARGUMENT).setMessage("not with me"))
                    .build());
        }
        refused.countDown();
    }

    private static DeltaDiscoveryRequest.Builder answer(DeltaDiscoveryResponse response) {
        return DeltaDiscoveryRequest.newBuilder().setTypeUrl(TYPE).setResponseNonce(response.getNonce());
    }

    private static boolean holdsShare(Resource resource) {
        try {
            return resource.getResource().unpack(Runtime.class).getLayer().getFieldsCount() > 0;
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("what the redirector sent is no runtime layer", e);
        }
    }

    @Override
    public void onError(Throwable failure) {
        System.getLogger(StubbornEnvoy.class.getName()).log(System.Logger.Level.DEBUG, "stream ended", failure);
    }

    @Override
    public void onCompleted() {}

    @Override
    public void close() {
        channel.shutdownNow();
    }
}
