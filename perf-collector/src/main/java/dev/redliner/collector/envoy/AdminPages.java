package dev.redliner.collector.envoy;

import dev.redliner.collector.fetch.Target;
import dev.redliner.collector.fetch.Targets;
import dev.redliner.collector.sample.ReadFailed;
import java.net.URI;
import java.util.Collection;
import java.util.Optional;

/**
 * The admin pages of an Envoy.
 *
 * @param address such as {@code http://127.0.0.1:9901}, with or without a trailing slash
 * @param targets creates the targets of the pages
 */
record AdminPages(URI address, Targets targets) implements EnvoyPages {
    private static final String JSON = "application/json";
    private static final String TEXT = "text/plain";

    @Override
    public Target merge() throws ReadFailed {
        return page("/stats?format=json&" + StatisticsFilter.uptime(), JSON);
    }

    @Override
    public StatisticsTarget statistics(Collection<String> clusters, String pool) throws ReadFailed {
        String query =
                "/stats?format=json&histogram_buckets=detailed&usedonly&" + StatisticsFilter.statistics(clusters, pool);
        return new StatisticsTarget(page(query, JSON), answer -> EnvoyStats.parse(answer.text()));
    }

    /**
     * Only a few of an Envoy's counters have ever counted, so {@code usedonly} and {@code type=Counters} save it most
     * of the work: 8 ms instead of 85 for 1,000 clusters.
     */
    @Override
    public StatisticsTarget requests(Collection<String> clusters) throws ReadFailed {
        String query = "/stats?usedonly&type=Counters&" + StatisticsFilter.requests(clusters);
        return new StatisticsTarget(page(query, TEXT), answer -> EnvoyStats.parseText(answer.text()));
    }

    /** In this format each histogram has its sum; in JSON it would be the larger part of a reading. */
    @Override
    public Target workers() throws ReadFailed {
        return page("/stats?format=prometheus&" + StatisticsFilter.workers(), TEXT);
    }

    @Override
    public Optional<Target> runtime() throws ReadFailed {
        return Optional.of(page("/runtime", JSON));
    }

    @Override
    public NodeId nodeId() throws ReadFailed {
        return NodeId.on(page("/server_info", JSON));
    }

    /**
     * @param path path of the page with its query, such as {@code /stats?format=json}
     * @param accept the media type to request
     */
    private Target page(String path, String accept) throws ReadFailed {
        return targets.target(URI.create(address.toString().replaceAll("/+$", "") + path), accept);
    }
}
