package dev.redliner.collector.sampling;

import dev.redliner.collector.envoy.EnvoyAddress;
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
     * An Envoy, for the SUT and its peers.
     *
     * @param sutClusters the Envoy's cluster of each host of the SUT, by host id
     */
    record Envoy(EnvoyAddress address, Map<String, String> sutClusters, String restCluster, String pool)
            implements SourceSpec {
        public Envoy {
            sutClusters = Map.copyOf(sutClusters);
        }
    }
}
