package dev.redliner.collector.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.collector.sample.Reading;
import dev.redliner.contracts.sample.SignalNames;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The JVM metrics of a page of the Prometheus client for Java, in the order and format of its text writer. */
class PrometheusClientPageTest {
    private static final String PAGE =
            """
            # HELP jvm_gc_collection_seconds Time spent in a given JVM garbage collector in seconds.
            # TYPE jvm_gc_collection_seconds summary
            jvm_gc_collection_seconds_count{gc="G1 Old Generation"} 0
            jvm_gc_collection_seconds_sum{gc="G1 Old Generation"} 0.0
            jvm_gc_collection_seconds_count{gc="G1 Young Generation"} 41
            jvm_gc_collection_seconds_sum{gc="G1 Young Generation"} 0.325
            # HELP jvm_memory_max_bytes Max (bytes) of a given JVM memory area.
            # TYPE jvm_memory_max_bytes gauge
            jvm_memory_max_bytes{area="heap"} 2.68435456E8
            jvm_memory_max_bytes{area="nonheap"} -1.0
            # HELP jvm_memory_pool_allocated_bytes_total Total bytes allocated in a given JVM memory pool. Only updated after GC, not continuously.
            # TYPE jvm_memory_pool_allocated_bytes_total counter
            jvm_memory_pool_allocated_bytes_total{pool="G1 Eden Space"} 6.0E9
            jvm_memory_pool_allocated_bytes_total{pool="G1 Old Gen"} 1.0E7
            # HELP jvm_memory_pool_collection_max_bytes Max bytes after last collection of a given JVM memory pool.
            # TYPE jvm_memory_pool_collection_max_bytes gauge
            jvm_memory_pool_collection_max_bytes{pool="G1 Eden Space"} -1.0
            jvm_memory_pool_collection_max_bytes{pool="G1 Old Gen"} 2.68435456E8
            # HELP jvm_memory_pool_collection_used_bytes Used bytes after last collection of a given JVM memory pool.
            # TYPE jvm_memory_pool_collection_used_bytes gauge
            jvm_memory_pool_collection_used_bytes{pool="G1 Eden Space"} 0.0
            jvm_memory_pool_collection_used_bytes{pool="G1 Old Gen"} 3.0E7
            jvm_memory_pool_collection_used_bytes{pool="G1 Survivor Space"} 2097152.0
            # HELP jvm_memory_used_bytes Used bytes of a given JVM memory area.
            # TYPE jvm_memory_used_bytes gauge
            jvm_memory_used_bytes{area="heap"} 9.0E7
            jvm_memory_used_bytes{area="nonheap"} 4.5E7
            # HELP jvm_threads_current Current thread count of a JVM
            # TYPE jvm_threads_current gauge
            jvm_threads_current 23.0
            # HELP jvm_threads_state Current count of threads by state
            # TYPE jvm_threads_state gauge
            jvm_threads_state{state="BLOCKED"} 1.0
            jvm_threads_state{state="NEW"} 0.0
            jvm_threads_state{state="RUNNABLE"} 8.0
            jvm_threads_state{state="TERMINATED"} 0.0
            jvm_threads_state{state="TIMED_WAITING"} 4.0
            jvm_threads_state{state="UNKNOWN"} 0.0
            jvm_threads_state{state="WAITING"} 10.0
            """;

    @Test
    void its_memory_collections_and_threads_by_state_are_signals_of_every_run() throws ReadFailed {
        Reading reading =
                ScrapeReading.of(Exposition.parse(PAGE, 5_000), new ScrapeLimits(List.of("*"), 500, 5_000), "scrape:x");
        Map<String, Double> signals = new TreeMap<>(reading.gauges());
        signals.putAll(reading.counters());
        signals.keySet().retainAll(SignalNames.BUILT_IN);

        assertThat(reading.gaps()).isEmpty();
        assertThat(signals)
                .isEqualTo(Map.ofEntries(
                        Map.entry("jvm.gc_collection_seconds_count", 41.0),
                        Map.entry("jvm.gc_collection_seconds_sum", 0.325),
                        Map.entry("jvm.memory_max_bytes_area_heap", 2.68435456E8),
                        Map.entry("jvm.memory_pool_allocated_bytes_total", 6.01E9),
                        Map.entry("jvm.memory_pool_collection_used_bytes", 3.2097152E7),
                        Map.entry("jvm.memory_used_bytes_area_heap", 9.0E7),
                        Map.entry("jvm.memory_used_bytes_area_nonheap", 4.5E7),
                        Map.entry("jvm.threads_current", 23.0),
                        Map.entry("jvm.threads_state_state_BLOCKED", 1.0),
                        Map.entry("jvm.threads_state_state_RUNNABLE", 8.0),
                        Map.entry("jvm.threads_state_state_TIMED_WAITING", 4.0),
                        Map.entry("jvm.threads_state_state_WAITING", 10.0)));
    }
}
