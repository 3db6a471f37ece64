package dev.redliner.collector.gclog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import dev.redliner.contracts.sample.HostEvidence;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GcLogTest {
    private static final String YOUNG =
            "[12.3s][info][gc           ] GC(5) Pause Young (Normal) (G1 Evacuation Pause) 24M->5M(256M) 3.500ms\n";
    private static final String STUCK = "[13.6s][info][gc,cpu       ] GC(5) User=0.01s Sys=0.00s Real=1.29s\n";
    private static final String SAFEPOINT = "[13.7s][info][safepoint    ] Safepoint \"G1CollectForAllocation\","
            + " Time since last: 900 ns, Reaching safepoint: 1000000 ns, At safepoint: 1289000000 ns,"
            + " Total: 1290000000 ns\n";

    private final Path log;
    private final GcLog reader;
    private final Map<String, Double> gauges = new HashMap<>();
    private final Map<String, Double> counters = new HashMap<>();

    GcLogTest(@TempDir Path folder) {
        log = folder.resolve("gc.log");
        reader = new GcLog(log);
    }

    @Test
    void earlier_lines_are_not_read() throws IOException {
        Files.writeString(log, YOUNG + STUCK + SAFEPOINT);
        read();
        assertThat(counters).containsEntry(HostEvidence.JVM_PAUSES, 0.0).containsEntry(HostEvidence.JVM_GC_CPU, 0.0);
        assertThat(gauges).containsEntry(HostEvidence.JVM_LONGEST_STOP, 0.0).doesNotContainKey(HostEvidence.JVM_HEAP);
    }

    @Test
    void pauses_their_work_and_the_heap_are_added_up() throws IOException {
        readEmpty();
        append(YOUNG + SAFEPOINT + STUCK);
        read();
        assertThat(counters.get(HostEvidence.JVM_PAUSES)).isEqualTo(1);
        assertThat(counters.get(HostEvidence.JVM_PAUSED)).isCloseTo(0.0035, within(1e-9));
        assertThat(counters.get(HostEvidence.JVM_GC_CPU)).isCloseTo(0.01, within(1e-9));
        assertThat(counters.get(HostEvidence.JVM_GC_WAITED)).isCloseTo(1.28, within(1e-9));
        assertThat(counters.get(HostEvidence.JVM_STOPPED)).isCloseTo(1.29, within(1e-9));
        assertThat(counters.get(HostEvidence.JVM_GC_REAL)).isCloseTo(1.29, within(1e-9));
        assertThat(counters.get(HostEvidence.JVM_REACHING)).isCloseTo(0.001, within(1e-9));
        assertThat(gauges.get(HostEvidence.JVM_LONGEST_STOP)).isCloseTo(1.29, within(1e-9));
        assertThat(gauges.get(HostEvidence.JVM_HEAP)).isEqualTo(5.0 * (1 << 20));
        read();
        assertThat(gauges).as("of the time since the reading before").containsEntry(HostEvidence.JVM_LONGEST_STOP, 0.0);
        assertThat(counters.get(HostEvidence.JVM_PAUSES)).isEqualTo(1);
    }

    @Test
    void a_collector_that_works_or_a_short_pause_did_not_wait() throws IOException {
        readEmpty();
        append("GC(1) User=3.10s Sys=0.10s Real=0.90s\nGC(2) User=0.00s Sys=0.00s Real=0.09s\n");
        append("GC(3) User=0.10s Sys=0.10s Real=0.20s\n");
        read();
        assertThat(counters).containsEntry(HostEvidence.JVM_GC_WAITED, 0.0);
        assertThat(counters.get(HostEvidence.JVM_GC_CPU)).isCloseTo(3.4, within(1e-9));
        assertThat(counters.get(HostEvidence.JVM_GC_SYSTEM)).isCloseTo(0.2, within(1e-9));
    }

    @Test
    void a_stop_in_the_words_of_jdk_11_counts_too() throws IOException {
        readEmpty();
        append("[1s][info][safepoint] Total time for which application threads were stopped: 0.2500000 seconds,"
                + " Stopping threads took: 0.2000000 seconds\n");
        append("[2s][info][safepoint] Total time for which application threads were stopped: 0.0500000 seconds\n");
        read();
        assertThat(counters.get(HostEvidence.JVM_STOPPED)).isCloseTo(0.3, within(1e-9));
        assertThat(counters.get(HostEvidence.JVM_REACHING)).isCloseTo(0.2, within(1e-9));
    }

    @Test
    void a_line_may_arrive_in_parts() throws IOException {
        readEmpty();
        append(YOUNG.substring(0, 70));
        read();
        assertThat(counters).containsEntry(HostEvidence.JVM_PAUSES, 0.0);
        append(YOUNG.substring(70) + YOUNG);
        read();
        assertThat(counters).containsEntry(HostEvidence.JVM_PAUSES, 2.0);
    }

    @Test
    void a_rotated_and_a_truncated_log_go_on() throws IOException {
        Files.writeString(log, YOUNG);
        read();
        append(YOUNG);
        read();
        Files.move(log, log.resolveSibling("gc.log.0"));
        Files.writeString(log, YOUNG + YOUNG);
        read();
        assertThat(counters).containsEntry(HostEvidence.JVM_PAUSES, 3.0);
        Files.writeString(log, YOUNG);
        read();
        assertThat(counters).containsEntry(HostEvidence.JVM_PAUSES, 4.0);
    }

    @Test
    void a_log_that_is_not_there_is_an_error_until_it_is() throws IOException {
        assertThatThrownBy(this::read).isInstanceOf(NoSuchFileException.class);
        readEmpty();
        append(YOUNG);
        read();
        assertThat(counters).containsEntry(HostEvidence.JVM_PAUSES, 1.0);
    }

    @Test
    void other_text_is_ignored() throws IOException {
        readEmpty();
        append("\n\u0000\u00ff GC(x) Pause Young 1.2.3ms\nGC(1) Pause Young (Normal) 1M->2M(\nUser=s Sys=s Real=s\n"
                + "Safepoint \"x\", Total: ns\n" + "x".repeat(100_000) + "\n");
        read();
        assertThat(counters).containsEntry(HostEvidence.JVM_PAUSES, 0.0);
    }

    @Test
    void a_line_that_is_too_long_is_ignored_also_if_it_arrives_in_parts() throws IOException {
        readEmpty();
        append("GC(1) Pause ".repeat(200));
        read();
        append(YOUNG);
        read();
        assertThat(counters).containsEntry(HostEvidence.JVM_PAUSES, 0.0);
        append(YOUNG);
        read();
        assertThat(counters).containsEntry(HostEvidence.JVM_PAUSES, 1.0);
    }

    @Test
    void the_heap_at_a_remark_is_not_that_after_a_collection() throws IOException {
        readEmpty();
        append(YOUNG + "[info][gc] GC(6) Pause Remark 180M->180M(256M) 2.100ms\n");
        read();
        assertThat(counters).containsEntry(HostEvidence.JVM_PAUSES, 2.0);
        assertThat(gauges.get(HostEvidence.JVM_HEAP)).isEqualTo(5.0 * (1 << 20));
    }

    @ParameterizedTest
    @ValueSource(strings = {"G1", "Serial", "Parallel", "Z"})
    void a_real_jvm_writes_it(String collector) throws Exception {
        readEmpty();
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:+Use" + collector + "GC",
                        "-Xlog:async",
                        "-Xlog:gc*,safepoint:file=" + log + ":time,uptime,tags",
                        "-cp",
                        Path.of(URI.create(GarbageMain.class
                                        .getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation()
                                        .toString()))
                                .toString(),
                        GarbageMain.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            await().atMost(Duration.ofSeconds(30)).until(() -> {
                read();
                return counters.get(HostEvidence.JVM_PAUSES) >= 5
                        && counters.get(HostEvidence.JVM_STOPPED) > 0
                        && gauges.containsKey(HostEvidence.JVM_HEAP);
            });
        } finally {
            jvm.destroyForcibly();
        }
        assertThat(counters.get(HostEvidence.JVM_PAUSED))
                .isPositive()
                .isLessThanOrEqualTo(counters.get(HostEvidence.JVM_STOPPED) * 1.5);
        assertThat(counters.get(HostEvidence.JVM_REACHING))
                .isPositive()
                .isLessThan(counters.get(HostEvidence.JVM_STOPPED));
        assertThat(gauges.get(HostEvidence.JVM_HEAP)).isBetween(1e6, 64.0 * (1 << 20));
    }

    /** From here on, new lines count. */
    private void readEmpty() throws IOException {
        Files.writeString(log, "");
        read();
    }

    private void append(String text) throws IOException {
        Files.writeString(log, text, StandardOpenOption.APPEND);
    }

    private void read() throws IOException {
        reader.read(gauges::put, counters::put);
    }
}
