package dev.redliner.collector.sampling;

import java.net.URI;
import java.util.Map;

/** The definition of a source. */
sealed interface SourceSpec {

    /** This node. */
    record Node(String host) implements SourceSpec {}

    /** The metrics that the service on this node pushes. */
    record Pushed(String host) implements SourceSpec {}

    /** A host's page of metrics. */
    record Page(String host, URI uri) implements SourceSpec {}

    /**
     * An Envoy's admin page, for the SUT and its peers.
     *
     * @param sutClusters the Envoy's cluster of each host of the SUT, by host id
     */
    record Admin(URI uri, Map<String, String> sutClusters, String restCluster, String pool) implements SourceSpec {
        public Admin {
            sutClusters = Map.copyOf(sutClusters);
        }
    }
}
