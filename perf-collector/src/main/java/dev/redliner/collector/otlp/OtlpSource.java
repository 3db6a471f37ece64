package dev.redliner.collector.otlp;

import dev.redliner.collector.sample.MetricSource;
import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.collector.sample.Reading;
import dev.redliner.collector.scrape.OtlpPage;
import dev.redliner.collector.scrape.ScrapeLimits;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/** The metrics that the service on this node pushed. */
public final class OtlpSource implements MetricSource {
    private static final String NAME = "otlp";

    private final String host;
    private final OtlpInbox inbox;
    private final ScrapeLimits limits;

    public OtlpSource(String host, OtlpInbox inbox, ScrapeLimits limits) {
        this.host = host;
        this.inbox = inbox;
        this.limits = limits;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<String> hosts() {
        return Set.of(host);
    }

    @Override
    public Map<String, Reading> read(Instant at, Duration limit) throws ReadFailed {
        OtlpInbox.Fresh fresh = inbox.fresh();
        return Map.of(host, OtlpPage.read(fresh.metrics(), fresh.since(), limits, NAME));
    }
}
