package dev.redliner.collector.host;

import dev.redliner.collector.sample.MetricSource;
import dev.redliner.collector.sample.Reading;
import dev.redliner.contracts.sample.HostMetrics;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the node that this process runs on. Values that the system does not provide are gaps; the rest is still read.
 */
public final class HostSource implements MetricSource {
    /** The source's name in gaps. */
    public static final String NAME = "host";

    /** After a longer pause the earlier reading covers a different time than the interval. */
    private static final Duration PAUSE = Duration.ofSeconds(60);

    private final String host;
    private final Supplier<HostReader> readers;
    private HostReader reader;
    private @Nullable Instant readBefore;

    /**
     * @param host the node's id in its pool
     * @param settings properties of the node that its operating system does not report
     */
    public HostSource(String host, NodeSettings settings) {
        this(host, readers(settings));
    }

    HostSource(String host, Supplier<HostReader> readers) {
        this.host = host;
        this.readers = readers;
        this.reader = readers.get();
    }

    private static Supplier<HostReader> readers(NodeSettings settings) {
        var files = new KernelFiles(Path.of("/"));
        return files.exists("/proc/stat") ? () -> new LinuxHost(files, settings) : OshiHost::new;
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
    public Map<String, Reading> read(Instant at, Duration limit) {
        if (readBefore != null && readBefore.plus(PAUSE).isBefore(at)) {
            reader = readers.get();
        }
        readBefore = at;
        var found = new Found(System.nanoTime());
        reader.read(found);
        found.counter(HostMetrics.STALLED, Stalls.ofThisProcess().seconds());
        return Map.of(
                host, new Reading(null, found.gauges(), found.counters(), Map.of(), found.gaps(), found.properties()));
    }
}
