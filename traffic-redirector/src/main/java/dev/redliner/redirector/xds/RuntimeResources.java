package dev.redliner.redirector.xds;

import com.google.protobuf.Any;
import com.google.protobuf.Duration;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import com.google.protobuf.util.Durations;
import dev.redliner.contracts.pool.EnvoySettings;
import dev.redliner.redirector.share.RuntimeFraction;
import dev.redliner.redirector.share.RuntimeLayer;
import io.envoyproxy.envoy.service.discovery.v3.Resource;
import io.envoyproxy.envoy.service.runtime.v3.Runtime;

/** The runtime layer as protobuf. */
public final class RuntimeResources {
    /** The name under which Envoys subscribe to the layer. */
    public static final String LAYER_NAME = EnvoySettings.RUNTIME_LAYER;

    static final String TYPE_URL = "type.googleapis.com/envoy.service.runtime.v3.Runtime";

    private RuntimeResources() {}

    /** The value of a runtime key, in the form that a static layer also uses. */
    public static Value value(RuntimeFraction fraction) {
        Struct fields = Struct.newBuilder()
                .putFields(
                        "numerator",
                        Value.newBuilder().setNumberValue(fraction.numerator()).build())
                .putFields(
                        "denominator",
                        Value.newBuilder()
                                .setStringValue(fraction.denominator().name())
                                .build())
                .build();
        return Value.newBuilder().setStructValue(fields).build();
    }

    static Any body(RuntimeLayer layer) {
        Struct.Builder fields = Struct.newBuilder();
        layer.entries().values().forEach(entry -> fields.putFields(entry.key(), value(entry.fraction())));
        return Any.pack(
                Runtime.newBuilder().setName(LAYER_NAME).setLayer(fields).build());
    }

    /** The resource with its body. An empty layer contains nothing that could expire, so it has no TTL. */
    static Resource whole(RuntimeVersion dispatch, java.time.Duration ttl) {
        Resource.Builder resource = Resource.newBuilder()
                .setName(LAYER_NAME)
                .setVersion(dispatch.version())
                .setResource(body(dispatch.layer()));
        if (!dispatch.layer().isEmpty()) {
            resource.setTtl(duration(ttl));
        }
        return resource.build();
    }

    /** The resource without a body, which renews the TTL of the version that Envoy holds. */
    static Resource heartbeat(RuntimeVersion dispatch, java.time.Duration ttl) {
        return Resource.newBuilder()
                .setName(LAYER_NAME)
                .setVersion(dispatch.version())
                .setTtl(duration(ttl))
                .build();
    }

    private static Duration duration(java.time.Duration duration) {
        return Durations.fromNanos(duration.toNanos());
    }
}
