package dev.redliner.collector.scrape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.collector.sample.Reading;
import dev.redliner.contracts.sample.Gap;
import dev.redliner.contracts.sample.HostEvidence;
import dev.redliner.contracts.sample.HostMetrics;
import dev.redliner.contracts.sample.MetricNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The page of Debian's prometheus-node-exporter 1.5.0. */
class NodeExporterPageTest {
    private static final ScrapeLimits LIMITS = new ScrapeLimits(List.of("*"), 500, 20_000);
    private static final String CPU = "node_exporter_build_info 1\nnode_cpu_seconds_total{cpu=\"0\",mode=\"idle\"} %d\n"
            + "node_cpu_seconds_total{cpu=\"0\",mode=\"user\"} %d\n"
            + "node_cpu_seconds_total{cpu=\"0\",mode=\"iowait\"} %d\n"
            + "node_cpu_seconds_total{cpu=\"1\",mode=\"idle\"} %d\n"
            + "node_cpu_seconds_total{cpu=\"1\",mode=\"user\"} %d\n"
            + "node_cpu_seconds_total{cpu=\"1\",mode=\"nice\"} %d\n";

    @Test
    void a_real_page_gives_the_metrics_of_the_host() throws Exception {
        Reading reading = read(new NodeExporterPage(), captured());
        assertThat(reading.gauges())
                .containsKeys(
                        HostMetrics.LOAD1,
                        HostMetrics.MEMORY_USED,
                        HostMetrics.TCP_ESTABLISHED,
                        HostEvidence.SOCKETS,
                        MetricNames.HOST_BOOT,
                        MetricNames.HOST_MEMORY)
                .containsEntry(MetricNames.HOST_CPUS, 2.0)
                .containsKey("app.node_load1");
        assertThat(reading.gauges().get(HostMetrics.MEMORY_USED)).isBetween(0.0, 1.0);
        assertThat(reading.counters())
                .containsKeys(
                        HostMetrics.CONTEXT_SWITCHES,
                        HostMetrics.DISK_READS,
                        HostMetrics.NET_RX_BYTES,
                        HostMetrics.NET_DROPS,
                        HostMetrics.TCP_RETRANSMITS,
                        HostEvidence.PRESSURE_IO_FULL);
        assertThat(reading.gaps())
                .filteredOn(gap -> gap.name().startsWith("host."))
                .containsExactlyInAnyOrder(
                        new Gap(MetricNames.HOST_CPU, "first reading"),
                        new Gap(HostMetrics.DISK_BUSY, "first reading"),
                        // a virtual machine
                        new Gap(HostEvidence.NET_BUSY, "no link speed of eth0"));
        assertThat(reading.gauges()).containsEntry(HostEvidence.RUN_QUEUE, 18.0);
    }

    @Test
    void disks_and_links_are_as_busy_as_the_busiest_of_them_between_two_pages() throws ReadFailed {
        var page = new NodeExporterPage();
        read(page, devices(1000, 50, 20, 1e6, 5e6));
        Reading reading = read(page, devices(1002, 51.5, 20.5, 26e6, 6e6));

        assertThat(reading.gauges().get(HostMetrics.DISK_BUSY)).isCloseTo(0.75, within(1e-9));
        // 25 MB received in two seconds over a link of 125 MB a second
        assertThat(reading.gauges().get(HostEvidence.NET_BUSY)).isCloseTo(0.1, within(1e-9));
        assertThat(read(page, devices(1002, 51.5, 20.5, 26e6, 6e6)).gaps())
                .contains(
                        new Gap(HostMetrics.DISK_BUSY, "the clock of the exporter did not advance"),
                        new Gap(HostEvidence.NET_BUSY, "the clock of the exporter did not advance"));
        assertThat(read(page, "node_exporter_build_info 1\n").gaps())
                .contains(
                        new Gap(HostMetrics.DISK_BUSY, "the page of the node_exporter has no node_time_seconds"),
                        new Gap(HostEvidence.NET_BUSY, "the page of the node_exporter has no node_time_seconds"));
    }

    /** Two disks, a network card, and a disk and an interface that are made of others. */
    private static String devices(double clock, double sda, double sdb, double received, double sent) {
        return String.join(
                "\n",
                "node_exporter_build_info 1",
                "node_time_seconds " + clock,
                "node_disk_io_time_seconds_total{device=\"sda\"} " + sda,
                "node_disk_io_time_seconds_total{device=\"sdb\"} " + sdb,
                "node_disk_io_time_seconds_total{device=\"dm-0\"} " + 9 * sda,
                "node_network_receive_bytes_total{device=\"eth0\"} " + received,
                "node_network_receive_bytes_total{device=\"docker0\"} " + 9 * received,
                "node_network_transmit_bytes_total{device=\"eth0\"} " + sent,
                "node_network_transmit_bytes_total{device=\"docker0\"} " + 9 * sent,
                "node_network_speed_bytes{device=\"eth0\"} 1.25e+08",
                "");
    }

    @Test
    void start_and_build_of_the_exporter_are_not_those_of_the_service() throws Exception {
        Reading reading = read(new NodeExporterPage(), captured());
        assertThat(captured()).contains("process_start_time_seconds");
        assertThat(reading.gauges()).doesNotContainKeys(MetricNames.PROCESS_START, MetricNames.PROCESS_BUILD);
        assertThat(reading.startedAt()).isNull();
    }

    @Test
    void the_cpu_is_that_between_two_pages() throws ReadFailed {
        var page = new NodeExporterPage();
        read(page, CPU.formatted(100, 50, 10, 100, 50, 0));
        Reading reading = read(page, CPU.formatted(103, 56, 11, 109, 50, 1));
        assertThat(reading.gauges().get(MetricNames.HOST_CPU)).isCloseTo(0.35, within(1e-9));
        assertThat(reading.gauges().get(HostEvidence.CPU_USER)).isCloseTo(0.35, within(1e-9));
        assertThat(reading.gauges().get(HostEvidence.CPU_IOWAIT)).isCloseTo(0.05, within(1e-9));
        assertThat(reading.gauges().get(HostEvidence.CPU_BUSIEST)).isCloseTo(0.6, within(1e-9));
    }

    @Test
    void missing_families_and_wrong_numbers_are_gaps() throws ReadFailed {
        var page = new NodeExporterPage();
        read(page, CPU.formatted(100, 50, 10, 100, 50, 0));
        Reading reading = read(page, CPU.formatted(103, 56, 11, 109, 50, 1).replace(" 56\n", " NaN\n"));
        assertThat(reading.gauges()).doesNotContainKey(MetricNames.HOST_CPU);
        assertThat(reading.gaps())
                .extracting(Gap::name)
                .contains(MetricNames.HOST_CPU, HostMetrics.LOAD1, HostMetrics.DISK_READS);
    }

    private static Reading read(NodeExporterPage page, String text) throws ReadFailed {
        Exposition exposition = Exposition.parse(text, LIMITS.maxSeries());
        assertThat(NodeExporterPage.is(exposition)).isTrue();
        return page.addTo(ScrapeReading.of(exposition, LIMITS, "scrape:x"), exposition);
    }

    private static String captured() throws IOException {
        try (var in =
                Objects.requireNonNull(NodeExporterPageTest.class.getResourceAsStream("/node-exporter-1.5.0.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
