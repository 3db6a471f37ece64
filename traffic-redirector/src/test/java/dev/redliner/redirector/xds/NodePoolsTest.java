package dev.redliner.redirector.xds;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ListValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import io.envoyproxy.envoy.config.core.v3.Node;
import org.junit.jupiter.api.Test;

class NodePoolsTest {
    @Test
    void metadata_names_the_pools() {
        var list = ListValue.newBuilder()
                .addValues(Value.newBuilder().setStringValue("b"))
                .addValues(Value.newBuilder().setStringValue("a"))
                .addValues(Value.newBuilder().setNumberValue(7));
        var node = Node.newBuilder()
                .setCluster("other")
                .setMetadata(Struct.newBuilder()
                        .putFields(
                                "redliner.pools",
                                Value.newBuilder().setListValue(list).build()))
                .build();
        assertThat(NodePools.of(node).names()).containsExactly("a", "b");
    }

    @Test
    void without_metadata_the_cluster_is_the_pool() {
        assertThat(NodePools.of(Node.newBuilder().setCluster("checkout").build())
                        .names())
                .containsExactly("checkout");
        assertThat(NodePools.of(Node.getDefaultInstance()).names()).isEmpty();
    }
}
