package dev.redliner.collector.sampling;

import dev.redliner.collector.sample.ReadResult;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sources that fail at present, with the reasons. Logs when a source starts to fail and when it recovers, not at
 * each read.
 */
final class SourceFailures {
    private static final Logger log = LoggerFactory.getLogger(SourceFailures.class);

    private final Map<Key, String> reasons = new ConcurrentHashMap<>();
    private final Counter good;
    private final Counter failed;

    private record Key(ReporterSpec reporter, String source) {
        @Override
        public String toString() {
            return "pool=" + reporter.pool() + " reporter=" + reporter.reporter() + " source=" + source;
        }
    }

    SourceFailures(MeterRegistry meters) {
        good = reads(meters, "got");
        failed = reads(meters, "missed");
        Gauge.builder("redliner.collector.sources.failing", reasons, Map::size)
                .description("Sources whose last read failed")
                .register(meters);
    }

    void note(ReporterSpec reporter, String source, ReadResult result) {
        var key = new Key(reporter, source);
        if (result instanceof ReadResult.Missed missed) {
            failed.increment();
            if (reasons.put(key, missed.reason()) == null) {
                log.warn("{} cannot be read: {}; sending gaps until it is readable", key, missed.reason());
            }
        } else {
            good.increment();
            if (reasons.remove(key) != null) {
                log.info("{} is readable again", key);
            }
        }
    }

    /** Removes the failures of a reporter that was stopped. */
    void discard(ReporterSpec reporter) {
        reasons.keySet().removeIf(key -> key.reporter().equals(reporter));
    }

    /** The reasons by reporter and source. */
    Map<String, String> reasons() {
        var readable = new TreeMap<String, String>();
        reasons.forEach((key, reason) -> readable.put(key.toString(), reason));
        return readable;
    }

    private static Counter reads(MeterRegistry meters, String outcome) {
        return Counter.builder("redliner.collector.reads")
                .description("Reads of sources, by outcome")
                .tag("outcome", outcome)
                .register(meters);
    }
}
