package dev.redliner.collector.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.collector.sample.Reading;
import dev.redliner.contracts.sample.Gap;
import dev.redliner.contracts.sample.HostMetrics;
import dev.redliner.contracts.sample.MetricNames;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import oshi.SystemInfo;

class HostSourceTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

    @Test
    void each_named_metric_of_this_machine_is_read_or_a_gap() {
        var source = new HostSource("node-1", NodeSettings.of(WatchedProcess.NONE));
        read(source, NOON);
        spin();
        Reading reading = read(source, NOON.plusSeconds(1));
        assertThat(reading.counters()).containsKey(HostMetrics.CONTEXT_SWITCHES);
        assertThat(reading.gauges().get(HostMetrics.MEMORY_USED)).isBetween(0.0, 1.0);
        boolean cpuGap = reading.gaps().stream().map(Gap::name).anyMatch(MetricNames.HOST_CPU::equals);
        assertThat(reading.gauges().containsKey(MetricNames.HOST_CPU)).isNotEqualTo(cpuGap);
        reading.gauges().forEach((name, value) -> assertThat(value).as(name).isFinite());
    }

    @Test
    void the_time_for_which_the_machine_stood_still_is_told_with_each_reading() {
        var source = new HostSource("node-1", NodeSettings.of(WatchedProcess.NONE));
        double before = Objects.requireNonNull(read(source, NOON).counters().get(HostMetrics.STALLED));
        Stalls.ofThisProcess().woke(500_000_000);
        double after = Objects.requireNonNull(
                read(source, NOON.plusSeconds(1)).counters().get(HostMetrics.STALLED));
        assertThat(after - before).isGreaterThan(0.499);
    }

    @Test
    void the_first_cpu_reading_is_a_gap() {
        Reading reading = read(new HostSource("node-1", NodeSettings.of(WatchedProcess.NONE)), NOON);
        assertThat(reading.gauges()).doesNotContainKey(MetricNames.HOST_CPU);
        assertThat(reading.gaps()).contains(new Gap(MetricNames.HOST_CPU, "first reading"));
    }

    @Test
    void what_hardly_ever_changes_is_told_each_time_and_is_the_same() {
        var source = new HostSource("node-1", NodeSettings.of(WatchedProcess.NONE));
        Reading first = read(source, NOON);
        Reading later = read(source, NOON.plusSeconds(90));
        for (String name : List.of(MetricNames.HOST_BOOT, MetricNames.HOST_CPUS, MetricNames.HOST_MEMORY)) {
            assertThat(first.gauges().get(name)).as(name).isPositive();
            assertThat(later.gauges().get(name))
                    .as(name)
                    .isEqualTo(first.gauges().get(name));
        }
        assertThat(first.gauges()).containsEntry(MetricNames.HOST_CPUS, cpusOfThisMachine());
    }

    /** The CPUs that the kernel lists; the JVM may be allowed fewer. */
    private static double cpusOfThisMachine() {
        return new SystemInfo().getHardware().getProcessor().getProcessorCpuLoadTicks().length;
    }

    @Test
    void the_busiest_disk_counts_and_a_new_one_only_from_its_second_reading() {
        double busy = DiskReader.busiest(
                Map.of("vda", 1_000L, "vdb", 5_000L),
                Map.of("vda", 1_600L, "vdb", 5_100L, "vdc", 90_000L),
                1_000_000_000L);
        assertThat(busy).isEqualTo(0.6);
    }

    @Test
    void a_system_without_proc_is_read_by_oshi() {
        var source = new HostSource("node-1", OshiHost::new);
        read(source, NOON);
        Reading reading = read(source, NOON.plusSeconds(1));
        assertThat(reading.gauges().get(HostMetrics.MEMORY_USED)).isBetween(0.0, 1.0);
        assertThat(reading.gauges()).containsEntry(MetricNames.HOST_CPUS, cpusOfThisMachine());
        assertThat(reading.gaps()).contains(new Gap("cgroup", "read on Linux only"));
    }

    private static Reading read(HostSource source, Instant at) {
        return Objects.requireNonNull(source.read(at, Duration.ofSeconds(1)).get("node-1"));
    }

    private static void spin() {
        long until = System.nanoTime() + Duration.ofMillis(60).toNanos();
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
    }
}
