package dev.redliner.collector.envoy;

import dev.redliner.collector.fetch.Target;
import dev.redliner.collector.fetch.Targets;
import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.contracts.pool.EnvoySettings;
import dev.redliner.http.Answer;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * An Envoy of which only the page {@code /stats/prometheus} can be read, such as behind a listener that routes this page
 * alone. Native histograms are requested, whose buckets are 4% wide. A classic one reaches from 100 to 250 ms. The page
 * has neither the node id nor the runtime.
 *
 * @param address of the page
 * @param node the node id of the Envoy
 * @param targets creates the targets of the page
 */
record StatisticsPages(URI address, String node, Targets targets) implements EnvoyPages {
    private static final String PROTOBUF = "application/vnd.google.protobuf";
    private static final String ACCEPT = PROTOBUF + ";proto=io.prometheus.client.MetricFamily;encoding=delimited";
    private static final String TEXT = "text/plain";
    /**
     * If a histogram has more buckets, Envoy makes them wider. From 1 ms to an hour it has 350 of those that are the
     * finest.
     */
    private static final String NATIVE = "histogram_buckets=prometheusnative&native_histogram_max_buckets=1000";

    @Override
    public Target merge() throws ReadFailed {
        return page("usedonly&" + StatisticsFilter.uptime(), TEXT);
    }

    @Override
    public StatisticsTarget statistics(Collection<String> clusters, String pool) throws ReadFailed {
        List<String> all = new ArrayList<>(clusters);
        all.add(EnvoySettings.XDS_CLUSTER);
        var names = new PageNames(all, pool);
        names.requireDistinct();
        return target(NATIVE + "&usedonly&" + StatisticsFilter.statistics(clusters, pool), names);
    }

    @Override
    public StatisticsTarget requests(Collection<String> clusters) throws ReadFailed {
        return target("usedonly&" + StatisticsFilter.requests(clusters), new PageNames(clusters, ""));
    }

    private StatisticsTarget target(String query, PageNames names) throws ReadFailed {
        var metrics = new EnvoyMetrics(names);
        return new StatisticsTarget(page(query, ACCEPT), answer -> parse(answer, metrics));
    }

    private static EnvoyStats parse(Answer answer, EnvoyMetrics metrics) throws ReadFailed {
        if (!answer.header("Content-Type").orElse("").startsWith(PROTOBUF)) {
            throw new ReadFailed("the page is not in the protobuf format of Prometheus; Envoy 1.40 has it");
        }
        return metrics.parse(answer.body());
    }

    @Override
    public Target workers() throws ReadFailed {
        return page(StatisticsFilter.workers(), TEXT);
    }

    @Override
    public Optional<Target> runtime() {
        return Optional.empty();
    }

    @Override
    public NodeId nodeId() {
        return NodeId.known(node);
    }

    private Target page(String query, String accept) throws ReadFailed {
        String separator = address.getRawQuery() == null ? "?" : "&";
        return targets.target(URI.create(address + separator + query), accept);
    }
}
