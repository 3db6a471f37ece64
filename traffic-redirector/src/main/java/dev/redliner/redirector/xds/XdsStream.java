package dev.redliner.redirector.xds;

import io.envoyproxy.controlplane.cache.Resources;
import io.envoyproxy.envoy.config.core.v3.Node;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One stream of an Envoy. The {@link RuntimeHub} answers requests for the runtime layer. Requests that
 * java-control-plane supports are passed to it. All other requests are left unanswered, because java-control-plane
 * would end the stream on them.
 *
 * @param <Q> request
 * @param <R> response
 */
final class XdsStream<Q, R> implements StreamObserver<Q>, RuntimeSender {
    private static final Logger LOG = LoggerFactory.getLogger(XdsStream.class);
    private static final AtomicLong UNNAMED = new AtomicLong();

    private final XdsVariant<Q, R> dialect;
    private final RuntimeHub hub;
    private final ConfigCache configs;
    private final SerializedObserver<R> responses;
    private final @Nullable StreamObserver<Q> controlPlane;

    private final AtomicBoolean left = new AtomicBoolean();
    private @Nullable Node node;
    private @Nullable EnvoyStream envoy;

    /**
     * @param controlPlane opens java-control-plane's side of the stream; null if the stream is for the runtime alone
     */
    XdsStream(
            XdsVariant<Q, R> dialect,
            RuntimeHub hub,
            ConfigCache configs,
            StreamObserver<R> call,
            @Nullable Function<StreamObserver<R>, StreamObserver<Q>> controlPlane) {
        this.dialect = dialect;
        this.hub = hub;
        this.configs = configs;
        this.responses = new SerializedObserver<>(call);
        this.controlPlane = controlPlane == null ? null : controlPlane.apply(responses);
    }

    @Override
    public void onNext(Q request) {
        Node sender = dialect.node(request).orElse(node);
        if (sender == null) {
            responses.onError(Status.INVALID_ARGUMENT
                    .withDescription("the first request of a stream must name its node")
                    .asRuntimeException());
            return;
        }
        EnvoyStream stream = envoy(sender);
        XdsRequest question = dialect.question(request, stream.subscribed());
        if (question.typeUrl().equals(RuntimeResources.TYPE_URL)) {
            hub.runtime(stream, question);
        } else if (controlPlane != null && Resources.V3.TYPE_URLS.contains(question.typeUrl())) {
            hub.config(stream, question);
            controlPlane.onNext(dialect.withNode(request, sender));
        } else {
            LOG.debug("envoy={} asked for {}, which is not served", stream.node(), question.typeUrl());
        }
    }

    private EnvoyStream envoy(Node sender) {
        if (envoy == null) {
            node = sender;
            String id = sender.getId().isBlank() ? "unnamed-" + UNNAMED.incrementAndGet() : sender.getId();
            NodePools pools = NodePools.of(sender);
            envoy = new EnvoyStream(id, pools, this);
            if (controlPlane != null) {
                configs.join(pools);
            }
            hub.join(envoy);
        }
        return envoy;
    }

    @Override
    public void onError(Throwable t) {
        if (controlPlane != null) {
            controlPlane.onError(t);
        }
        leave();
    }

    @Override
    public void onCompleted() {
        if (controlPlane != null) {
            controlPlane.onCompleted();
        }
        responses.onCompleted();
        leave();
    }

    private void leave() {
        if (envoy != null && left.compareAndSet(false, true)) {
            hub.leave(envoy);
            if (controlPlane != null) {
                configs.leave(envoy.pools());
            }
        }
    }

    @Override
    public boolean ready() {
        return responses.ready();
    }

    @Override
    public void layer(RuntimeVersion dispatch, String nonce) {
        responses.onNext(dialect.layer(dispatch, nonce));
    }

    @Override
    public void heartbeat(RuntimeVersion dispatch, String nonce) {
        responses.onNext(dialect.heartbeat(dispatch, nonce));
    }

    @Override
    public void absent(String name, String nonce) {
        dialect.absent(name, nonce).ifPresent(responses::onNext);
    }

    @Override
    public void close() {
        onCompleted();
    }
}
