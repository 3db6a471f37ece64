package dev.redliner.redirector.xds;

import dev.redliner.redirector.share.RuntimeLayer;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An Envoy's stream without gRPC and without threads, so that the {@link RuntimeHub} can control simulated Envoys in
 * virtual time.
 */
public final class DirectStream {
    private final RuntimeHub hub;
    private final EnvoyStream stream;

    /** The Envoy's end of the stream. */
    public interface Receiver {
        /** Whether a message written now is sent soon. */
        boolean ready();

        /** Sends the whole layer; its TTL restarts unless the layer is empty. */
        void layer(String version, RuntimeLayer layer, String nonce);

        /** Renews the TTL of a version that the Envoy may hold. */
        void heartbeat(String version, String nonce);

        /** The redirector ends the stream. */
        void close();
    }

    private DirectStream(RuntimeHub hub, EnvoyStream stream) {
        this.hub = hub;
        this.stream = stream;
    }

    /** Connects an Envoy that belongs to these pools. */
    public static DirectStream open(RuntimeHub hub, String node, Set<String> pools, Receiver receiver) {
        var stream = new EnvoyStream(node, new NodePools(new TreeSet<>(pools)), new Sender(receiver));
        hub.join(stream);
        return new DirectStream(hub, stream);
    }

    /** The Envoy subscribes to the layer. */
    public void subscribe() {
        ask(Set.of(RuntimeResources.LAYER_NAME), "", null);
    }

    /** The Envoy accepts the response with this nonce. */
    public void acknowledge(String nonce) {
        ask(Set.of(), nonce, null);
    }

    /** The Envoy rejects the response with this nonce. */
    public void reject(String nonce, String why) {
        ask(Set.of(), nonce, why);
    }

    /** The Envoy disconnects. */
    public void end() {
        hub.leave(stream);
    }

    private void ask(Set<String> names, String nonce, @Nullable String error) {
        hub.runtime(stream, new XdsRequest(RuntimeResources.TYPE_URL, names, Set.of(), nonce, error));
    }

    private record Sender(Receiver receiver) implements RuntimeSender {
        @Override
        public boolean ready() {
            return receiver.ready();
        }

        @Override
        public void layer(RuntimeVersion dispatch, String nonce) {
            receiver.layer(dispatch.version(), dispatch.layer(), nonce);
        }

        @Override
        public void heartbeat(RuntimeVersion dispatch, String nonce) {
            receiver.heartbeat(dispatch.version(), nonce);
        }

        @Override
        public void absent(String name, String nonce) {
            // a simulated Envoy subscribes to no other layer
        }

        @Override
        public void close() {
            receiver.close();
        }
    }
}
