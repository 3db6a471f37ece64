package dev.redliner.collector.sampling;

import dev.redliner.collector.envoy.EnvoySource;
import dev.redliner.collector.fetch.Targets;
import dev.redliner.collector.host.HostSource;
import dev.redliner.collector.host.NodeSettings;
import dev.redliner.collector.otlp.OtlpInbox;
import dev.redliner.collector.otlp.OtlpSource;
import dev.redliner.collector.sample.MetricSource;
import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.collector.sample.Reading;
import dev.redliner.collector.scrape.ScrapeLimits;
import dev.redliner.collector.scrape.ScrapeSource;
import dev.redliner.contracts.sample.SampleBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Creates sources. */
public final class Sources {
    private final Targets targets;
    private final ScrapeLimits limits;
    private final NodeSettings node;
    private final OtlpInbox otlp;

    /**
     * @param node properties of this node that its operating system does not report
     * @param otlp the metrics that the service on this node pushes
     */
    public Sources(Targets targets, ScrapeLimits limits, NodeSettings node, OtlpInbox otlp) {
        this.targets = targets;
        this.limits = limits;
        this.node = node;
        this.otlp = otlp;
    }

    /** Creates a source. If its address is invalid as a target, the source can never be read and produces gaps. */
    MetricSource make(SourceSpec spec) {
        if (spec instanceof SourceSpec.Page page) {
            try {
                return new ScrapeSource(page.host(), page.uri(), targets, limits);
            } catch (ReadFailed e) {
                return new Unreadable("scrape:" + page.uri(), Set.of(page.host()), e.reason());
            }
        }
        if (spec instanceof SourceSpec.Envoy envoy) {
            var clusters = new HashMap<>(envoy.sutClusters());
            clusters.put(SampleBatch.PEERS, envoy.restCluster());
            try {
                return new EnvoySource(envoy.address(), clusters, envoy.pool(), targets);
            } catch (ReadFailed e) {
                return new Unreadable("envoy:" + envoy.address().uri(), clusters.keySet(), e.reason());
            }
        }
        if (spec instanceof SourceSpec.Pushed pushed) {
            return new OtlpSource(pushed.host(), otlp, limits);
        }
        return new HostSource(((SourceSpec.Node) spec).host(), node);
    }

    private record Unreadable(String name, Set<String> hosts, String reason) implements MetricSource {
        @Override
        public Map<String, Reading> read(Instant at, Duration limit) throws ReadFailed {
            throw new ReadFailed(reason);
        }
    }
}
