package dev.redliner.collector.envoy;

import dev.redliner.collector.fetch.Target;
import dev.redliner.collector.sample.ReadFailed;
import java.util.Collection;
import java.util.Optional;

/** The pages at which an Envoy is read. */
public interface EnvoyPages {
    /** A small page. If {@code stats_flush_on_admin} is set, each request for it makes the Envoy merge its histograms. */
    Target merge() throws ReadFailed;

    /**
     * The statistics of some clusters, of the cluster of the redirectors, and of a listener.
     *
     * @param pool prefix of the statistics of the listener
     */
    StatisticsTarget statistics(Collection<String> clusters, String pool) throws ReadFailed;

    /** The requests to some clusters since the start, under {@code upstream_rq_total} and {@code membership_change}. */
    StatisticsTarget requests(Collection<String> clusters) throws ReadFailed;

    /** The counts of the workers' event loops, as text for {@link EnvoyWorkers}. */
    Target workers() throws ReadFailed;

    /** The page of the runtime; empty if it cannot be read. */
    Optional<Target> runtime() throws ReadFailed;

    NodeId nodeId() throws ReadFailed;
}
