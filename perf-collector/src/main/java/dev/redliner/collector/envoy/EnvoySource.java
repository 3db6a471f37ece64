package dev.redliner.collector.envoy;

import dev.redliner.collector.sample.MetricSource;
import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.collector.sample.Reading;
import dev.redliner.collector.target.Target;
import dev.redliner.collector.target.Targets;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An Envoy's admin page. Its statistics are as of now only if its bootstrap has {@code stats_flush_on_admin: true};
 * otherwise they are up to 5 s old.
 */
public final class EnvoySource implements MetricSource {
    private static final String UPTIME = "server.uptime";

    private final String name;
    private final Map<String, String> clusterByHost;
    private final Target target;

    /**
     * @param admin the admin address, such as {@code http://127.0.0.1:9901}
     * @param clusterByHost which of its clusters is which host
     * @throws ReadFailed if the address is none to ask
     */
    public EnvoySource(URI admin, Map<String, String> clusterByHost, Targets targets) throws ReadFailed {
        this.name = "envoy:" + admin;
        this.clusterByHost = Map.copyOf(clusterByHost);
        this.target = targets.target(statsOf(admin, this.clusterByHost), "application/json");
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Set<String> hosts() {
        return clusterByHost.keySet();
    }

    @Override
    public Map<String, Reading> read(Instant at, Duration limit) throws ReadFailed {
        EnvoyStats stats = EnvoyStats.parse(target.get(limit));
        Instant startedAt = startedAt(stats, at);
        var readings = new LinkedHashMap<String, Reading>();
        clusterByHost.forEach((host, cluster) -> readings.put(host, ClusterReading.of(stats, cluster, startedAt)));
        return readings;
    }

    @Override
    public void close() {
        target.close();
    }

    /** Without it, an Envoy restarted under load could have counted past its old totals unnoticed. */
    private static @Nullable Instant startedAt(EnvoyStats stats, Instant at) {
        var uptimeSeconds = stats.value(UPTIME);
        return uptimeSeconds.isPresent() ? at.minusSeconds((long) uptimeSeconds.getAsDouble()) : null;
    }

    static URI statsOf(URI admin, Map<String, String> clusterByHost) {
        // names of clusters are letters, digits, dashes and underscores, so nothing is to be quoted
        String clusters = clusterByHost.values().stream().sorted().collect(Collectors.joining("|"));
        String filter = "^cluster\\.(" + clusters + ")\\.(upstream_|membership_|lb_healthy|outlier)|^server\\.uptime$";
        String base = admin.toString().replaceAll("/+$", "");
        return URI.create(base + "/stats?format=json&histogram_buckets=detailed&usedonly&filter="
                + URLEncoder.encode(filter, StandardCharsets.UTF_8));
    }
}
