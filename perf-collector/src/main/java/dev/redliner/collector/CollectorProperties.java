package dev.redliner.collector;

import dev.redliner.collector.host.NodeSettings;
import dev.redliner.collector.host.WatchedProcess;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.util.unit.DataSize;

/**
 * Settings of the collector.
 *
 * @param node this node's host id in its pool; empty if the node itself is not to be read
 * @param pool the pool that this node belongs to; empty for each followed pool that has a host of its id
 * @param name this collector's name in its samples; by default the node's id, or the machine's name
 * @param process the process of the service on this node
 * @param linkMegabits the speed of this node's network interfaces that do not report one, such as virtual ones, in
 *     megabits per second; 0 if it is not known
 * @param reporters hosts to read that are in no pool record
 * @param followPools whether to read the hosts' metrics pages and the Envoys that the pools on Kafka declare. Of all
 *     collectors that can reach them, only one may do this, or their samples count twice
 * @param idleInterval how often pools that no run measures are read in full, at least 100 ms. With zero they are not
 *     read in full: only their requests are counted
 * @param allow address ranges that may be connected to; a target outside of them is refused
 * @param include names of the metric families to keep, or their prefixes with a *; families that match an earlier entry
 *     are kept first
 * @param maxFamilies the number of families of a page that are kept
 * @param maxSeries a page with more series is not used
 * @param nativeHistograms whether to ask pages for protobuf, which has native histograms. Names of classic buckets may
 *     then differ from those of text
 * @param maxBody largest answer of a target, decompressed
 * @param otlp metrics that the service of this node pushes
 */
@ConfigurationProperties(prefix = "redliner.collector", ignoreUnknownFields = false)
public record CollectorProperties(
        @DefaultValue("") String node,
        @DefaultValue("") String pool,
        @DefaultValue("") String name,
        @DefaultValue ServiceProcess process,
        @DefaultValue("0") int linkMegabits,
        @DefaultValue List<HostToRead> reporters,
        @DefaultValue("false") boolean followPools,
        @DefaultValue("0s") Duration idleInterval,
        @DefaultValue({"127.0.0.0/8", "::1/128"}) List<String> allow,
        @DefaultValue({"process_*", "jvm_*", "http_server_*", "*"}) List<String> include,
        @DefaultValue("500") int maxFamilies,
        @DefaultValue("20000") int maxSeries,
        @DefaultValue("false") boolean nativeHistograms,
        @DefaultValue("8MB") DataSize maxBody,
        @DefaultValue Otlp otlp) {

    public CollectorProperties {
        reporters = List.copyOf(reporters);
        allow = List.copyOf(allow);
        include = List.copyOf(include);
        if (!idleInterval.isZero() && idleInterval.toMillis() < 100) {
            throw new IllegalArgumentException(
                    "redliner.collector.idle-interval " + idleInterval + " is neither zero nor 100 ms or more");
        }
        if (maxBody.toBytes() < 1 || maxBody.toBytes() > 1 << 30) {
            throw new IllegalArgumentException("redliner.collector.max-body " + maxBody + " is not within 1 B to 1 GB");
        }
        if (!pool.isBlank() && node.isBlank()) {
            throw new IllegalArgumentException("redliner.collector.pool is set, but redliner.collector.node is not");
        }
        if (linkMegabits < 0) {
            throw new IllegalArgumentException("redliner.collector.link-megabits " + linkMegabits + " is below 0");
        }
        boolean readsNode = !node.isBlank() || reporters.stream().anyMatch(HostToRead::node);
        requireNode("process", !process.watched().equals(WatchedProcess.NONE), readsNode);
        requireNode("link-megabits", linkMegabits > 0, readsNode);
        requireNode("otlp.enabled", otlp.enabled(), readsNode);
    }

    private static void requireNode(String setting, boolean set, boolean readsNode) {
        if (set && !readsNode) {
            throw new IllegalArgumentException(
                    "redliner.collector." + setting + " is set, but the node is not read: set redliner.collector.node");
        }
    }

    NodeSettings nodeSettings() {
        return new NodeSettings(process.watched(), linkMegabits);
    }

    /**
     * The process of the service on this node, by its port or by a file; neither if only the node is read.
     *
     * @param port the TCP port on which the service listens; 0 if it is not known
     * @param pidFile a file with the id of the process, for a service in another network namespace
     * @param gcLog the log of its JVM, such as of -Xlog:async -Xlog:gc*,safepoint:file=/var/log/shop/gc.log
     */
    public record ServiceProcess(@DefaultValue("0") int port, @Nullable Path pidFile, @Nullable Path gcLog) {
        public ServiceProcess {
            if (port < 0 || port > 65_535) {
                throw new IllegalArgumentException(
                        "redliner.collector.process.port " + port + " is not within 0 to 65535");
            }
        }

        WatchedProcess watched() {
            return new WatchedProcess(port, pidFile, gcLog);
        }
    }

    /**
     * Metrics that the service of this node pushes with OTLP, over HTTP to {@code /v1/metrics} or over gRPC.
     *
     * @param enabled whether they are accepted
     * @param service the service.name to accept; empty for any, as long as one process pushes
     * @param grpcPort the port for gRPC at server.address, usually 4317; 0 for none
     */
    public record Otlp(
            @DefaultValue("false") boolean enabled, @DefaultValue("") String service, @DefaultValue("0") int grpcPort) {
        public Otlp {
            if (grpcPort < 0 || grpcPort > 65_535) {
                throw new IllegalArgumentException(
                        "redliner.collector.otlp.grpc-port " + grpcPort + " is not within 0 to 65535");
            }
            if (grpcPort > 0 && !enabled) {
                throw new IllegalArgumentException(
                        "redliner.collector.otlp.grpc-port is set, but redliner.collector.otlp.enabled is not");
            }
        }
    }

    /**
     * A host to read.
     *
     * @param pool the host's pool
     * @param host the host's id
     * @param node whether the host is the node that this collector runs on, to be read through the operating system
     * @param scrape the host's page of Prometheus or OpenMetrics text
     * @param envoys admin addresses of the Envoys that send the host traffic as the pool's SUT, if the SUT is this one
     *     host
     */
    public record HostToRead(
            String pool,
            String host,
            @Name("oshi") @DefaultValue("false") boolean node,
            @Nullable URI scrape,
            @DefaultValue List<URI> envoys) {}
}
