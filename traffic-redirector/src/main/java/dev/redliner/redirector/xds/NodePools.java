package dev.redliner.redirector.xds;

import com.google.protobuf.Value;
import io.envoyproxy.envoy.config.core.v3.Node;
import java.util.Collections;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The pools that an Envoy belongs to: the list {@value #METADATA_KEY} of its node metadata, or else its node's cluster.
 *
 * @param names sorted, so that equal sets are equal groups
 */
record NodePools(SortedSet<String> names) {
    static final String METADATA_KEY = "redliner.pools";

    NodePools {
        names = Collections.unmodifiableSortedSet(new TreeSet<>(names));
    }

    static NodePools of(Node node) {
        Value listed = node.getMetadata().getFieldsMap().get(METADATA_KEY);
        var names = new TreeSet<String>();
        if (listed != null) {
            listed.getListValue().getValuesList().forEach(value -> names.add(value.getStringValue()));
            names.remove("");
        } else if (!node.getCluster().isEmpty()) {
            names.add(node.getCluster());
        }
        return new NodePools(names);
    }

    boolean contains(String pool) {
        return names.contains(pool);
    }

    Set<String> asSet() {
        return names;
    }
}
