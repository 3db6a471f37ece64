package dev.redliner.testbench.faults;

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
 * A client that speaks Envoy's protocol beside the pool's real Envoy, and does not always apply the shares that it
 * receives. No real Envoy can be made to reject what Redliner sends, which is one well-formed number. This client
 * always accepts the baseline.
 */
public final class StubbornEnvoy implements StreamObserver<DeltaDiscoveryResponse>, AutoCloseable {
    private static final String TYPE = "type.googleapis.com/envoy.service.runtime.v3.Runtime";
    private static final int INVALID_ARGUMENT = 3;

    /** Node id of this client. */
    public static final String NODE = "stubborn";

    /** Reaction to a share. */
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

    /** Connects as an Envoy of a pool. */
    public StubbornEnvoy(int xdsPort, String pool, Manner manner) {
        this(xdsPort, NODE, pool, manner);
    }

    /** Connects as an Envoy of a pool, with another node id. */
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

    /** Sets the reaction from now on. */
    public synchronized void manner(Manner newManner) {
        manner = newManner;
    }

    /** Waits until the client has rejected a share. */
    public void awaitRefusal() throws InterruptedException {
        refused.await();
    }

    @Override
    public synchronized void onNext(DeltaDiscoveryResponse response) {
        boolean news = false;
        for (Resource resource : response.getResourcesList()) {
            // a resource without a body is a heartbeat of the version before
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
