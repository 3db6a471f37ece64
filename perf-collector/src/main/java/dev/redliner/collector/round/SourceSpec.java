package dev.redliner.collector.round;

import java.net.URI;

/** What to read. */
sealed interface SourceSpec {

    /** This node. */
    record Node(String host) implements SourceSpec {}

    /** A host's page of metrics. */
    record Page(String host, URI uri) implements SourceSpec {}

    /** An Envoy's admin page, for the SUT and its peers. */
    record Admin(URI uri, String sut, String sutCluster, String restCluster, String runtimeKey) implements SourceSpec {}
}
