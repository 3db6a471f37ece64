package dev.redliner.analyzer.judge;

import dev.redliner.analyzer.window.PoolSamples;
import dev.redliner.analyzer.window.Span;
import dev.redliner.contracts.sample.HostProperties;
import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.watch.Watch;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads the properties of the SUT's hosts. A verdict has them if they have changed, and every 15 s in case that an
 * earlier verdict was lost.
 */
final class PropertyReader {
    static final Duration EVERY = Duration.ofSeconds(15);

    /** Collectors report them every 10 s. */
    private static final Duration WITHIN = Duration.ofSeconds(30);

    /** Each tick waits for this. */
    private static final Duration PACE = Duration.ofSeconds(2);

    private Map<String, String> last = Map.of();
    private @Nullable Instant checked;
    private @Nullable Instant next;

    /** The properties as {@code <host>/<name>}; empty if the last ones are from a short time ago. */
    Map<String, String> read(PoolSamples samples, Watch watch, Instant end) {
        if (checked != null && end.isBefore(checked.plus(PACE))) {
            return Map.of();
        }
        checked = end;
        var now = new TreeMap<String, String>();
        var span = new Span(end, WITHIN, watch.samplingInterval());
        for (String host : watch.sut()) {
            samples.within(host, span).stream()
                    .filter(batch -> !batch.properties().isEmpty())
                    .max(Comparator.comparing(SampleBatch::time))
                    .ifPresent(batch -> HostProperties.ALL.stream()
                            .filter(batch.properties()::containsKey)
                            .forEach(name -> now.put(
                                    host + "/" + name, batch.properties().get(name))));
        }
        if (now.equals(last) && next != null && end.isBefore(next)) {
            return Map.of();
        }
        last = now;
        next = end.plus(EVERY);
        return now;
    }
}
