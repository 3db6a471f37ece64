package dev.redliner.redirector.xds;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;

/**
 * Serializes the writes to a stream that the control plane and the runtime layer share. Messages after the end of the
 * stream are dropped: the Envoy has disconnected, and its TTL restores the baseline.
 *
 * @param <R> response
 */
final class SerializedObserver<R> implements StreamObserver<R> {
    private final ServerCallStreamObserver<R> call;
    private boolean ended;

    SerializedObserver(StreamObserver<R> call) {
        this.call = (ServerCallStreamObserver<R>) call;
        // with a handler set, a write after the cancellation is ignored instead of throwing
        this.call.setOnCancelHandler(this::end);
    }

    private synchronized void end() {
        ended = true;
    }

    boolean ready() {
        return call.isReady();
    }

    @Override
    public synchronized void onNext(R response) {
        if (!ended) {
            call.onNext(response);
        }
    }

    @Override
    public synchronized void onError(Throwable t) {
        if (!ended) {
            ended = true;
            call.onError(t);
        }
    }

    @Override
    public synchronized void onCompleted() {
        if (!ended) {
            ended = true;
            call.onCompleted();
        }
    }
}
