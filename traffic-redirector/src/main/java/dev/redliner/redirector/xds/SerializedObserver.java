package dev.redliner.redirector.xds;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;

/**
 * One writer at a time onto a stream that the control plane and the runtime layer share. What comes after the end is
 * dropped: the Envoy is gone, and its TTL looks after it.
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
