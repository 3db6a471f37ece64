package dev.redliner.collector.round;

import java.net.URI;
import java.util.Map;

/** What to read. */
sealed interface SourceSpec {

    /** This node. */
    record Node(String host) implements SourceSpec {}

    /** A host's page of metrics. */
    record Page(String host, URI uri) implements SourceSpec {}

    /**
     * An Envoy's admin page, for the SUT and its peers.
     *
     * @param sutClusters which of its clusters is which host of the SUT, by the host's id
     */
    record Admin(URI uri, Map<String, String> sutClusters, String restCluster, String runtimeKey)
            implements SourceSpec {
        public Admin {
            sutClusters = Map.copyOf(sutClusters);
        }
    }
}
