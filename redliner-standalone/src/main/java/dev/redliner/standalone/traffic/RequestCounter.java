package dev.redliner.standalone.traffic;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Counts requests and answers. */
final class RequestCounter {
    private final LongAdder due = new LongAdder();
    private final LongAdder shed = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final Map<Integer, LongAdder> byStatus = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> byHost = new ConcurrentHashMap<>();

    void due() {
        due.increment();
    }

    void shed() {
        shed.increment();
    }

    void failed() {
        failed.increment();
    }

    void answered(int status, @Nullable String host) {
        byStatus.computeIfAbsent(status, key -> new LongAdder()).increment();
        if (host != null) {
            byHost.computeIfAbsent(host, key -> new LongAdder()).increment();
        }
    }

    TrafficCounts counts(long inFlight) {
        return new TrafficCounts(due.sum(), shed.sum(), failed.sum(), inFlight, sums(byStatus), sums(byHost));
    }

    private static <K> Map<K, Long> sums(Map<K, LongAdder> counters) {
        return counters.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue()
                .sum()));
    }
}
