package dev.redliner.collector.scrape;

import dev.redliner.collector.fetch.Target;
import dev.redliner.collector.fetch.Targets;
import dev.redliner.collector.sample.MetricSource;
import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.collector.sample.Reading;
import dev.redliner.http.Answer;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/** A host's page of metrics. */
public final class ScrapeSource implements MetricSource {
    private static final String TEXT =
            "application/openmetrics-text;version=1.0.0;q=0.9,text/plain;version=0.0.4;q=0.8,*/*;q=0.1";
    private static final String PROTOBUF = "application/vnd.google.protobuf";
    private static final String PROTOBUF_FIRST =
            PROTOBUF + ";proto=io.prometheus.client.MetricFamily;encoding=delimited," + TEXT;

    private final String host;
    private final String name;
    private final Target target;
    private final ScrapeLimits limits;
    private final NodeExporterPage nodeExporter = new NodeExporterPage();
    private final KnownSeries known = new KnownSeries();

    /** @throws ReadFailed if the address is invalid as a target */
    public ScrapeSource(String host, URI page, Targets targets, ScrapeLimits limits) throws ReadFailed {
        this.host = host;
        this.name = "scrape:" + page;
        this.target = targets.target(page, limits.natives() ? PROTOBUF_FIRST : TEXT);
        this.limits = limits;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Set<String> hosts() {
        return Set.of(host);
    }

    @Override
    public Map<String, Reading> read(Instant at, Duration limit) throws ReadFailed {
        Exposition page = parsed(target.answer(limit));
        if (page.families().isEmpty()) {
            throw new ReadFailed("the page holds no metrics");
        }
        Reading reading = ScrapeReading.of(page, limits, name);
        return Map.of(host, NodeExporterPage.is(page) ? nodeExporter.addTo(reading, page) : reading);
    }

    private Exposition parsed(Answer answer) throws ReadFailed {
        return answer.header("Content-Type").orElse("").startsWith(PROTOBUF)
                ? ProtobufPage.parse(answer.body(), limits.maxSeries())
                : Exposition.parse(answer.text(), limits.maxSeries(), known);
    }

    @Override
    public void close() {
        target.close();
    }
}
