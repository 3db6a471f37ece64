package dev.redliner.collector.scrape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.redliner.collector.sample.ReadFailed;
import dev.redliner.collector.sample.Reading;
import dev.redliner.contracts.sample.Gap;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ScrapeReadingTest {

    @Test
    void series_are_named_for_rules_and_added_up_over_their_labels() {
        Reading reading = read(
                """
                # HELP jvm_memory_used_bytes The "used" memory, \\\\ and so on
                # TYPE jvm_memory_used_bytes gauge
                jvm_memory_used_bytes{area="heap",id="G1 Eden, \\"Space\\" }"} 1.5E7
                jvm_memory_used_bytes{area="nonheap",id="x"} 5000000 1760000000000
                # TYPE orders_total counter
                orders_total{kind="a"} 3
                orders_total{kind="b"} 4
                untyped_thing 7
                other_total 9
                """);
        assertThat(reading.gauges())
                .containsOnly(
                        entry("jvm.memory_used_bytes", 2e7),
                        entry("jvm.memory_used_bytes_area_heap", 1.5e7),
                        entry("jvm.memory_used_bytes_area_nonheap", 5e6),
                        entry("app.untyped_thing", 7.0));
        assertThat(reading.counters()).containsOnly(entry("app.orders_total", 7.0), entry("app.other_total", 9.0));
        assertThat(reading.gaps()).isEmpty();
    }

    @Test
    void a_type_line_without_a_type_changes_nothing() {
        Reading reading = read("# TYPE orders counter\r\n# TYPE orders \r\n# TYPE\r\norders 5\r\n");
        assertThat(reading.counters()).containsOnly(entry("app.orders", 5.0));
        assertThat(reading.gaps()).isEmpty();
    }

    @Test
    void labels_that_distinguish_resources_are_kept_beside_the_sum() {
        Reading reading = read(
                """
                # TYPE jvm_gc_pause_seconds summary
                jvm_gc_pause_seconds_count{action="end of minor GC",cause="G1 Evacuation Pause"} 12
                jvm_gc_pause_seconds_count{action="end of major GC",cause="System.gc()"} 1
                # TYPE jvm_threads_states_threads gauge
                jvm_threads_states_threads{state="timed-waiting"} 5
                jvm_threads_states_threads{state="runnable"} 3
                # TYPE hikaricp_connections_active gauge
                hikaricp_connections_active{pool="orders"} 4
                hikaricp_connections_active{pool="users"} 2
                # TYPE jvm_memory_max_bytes gauge
                jvm_memory_max_bytes{area="heap",id="G1 Old Gen"} 100
                jvm_memory_max_bytes{area="heap",id="G1 Eden Space"} -1
                jvm_memory_max_bytes{area="nonheap",id="Metaspace"} -1
                """);
        assertThat(reading.counters())
                .containsOnly(
                        entry("jvm.gc_pause_seconds_count", 13.0),
                        entry("jvm.gc_pause_seconds_count_cause_G1_Evacuation_Pause", 12.0),
                        entry("jvm.gc_pause_seconds_count_cause_System_gc__", 1.0));
        assertThat(reading.gauges())
                .containsEntry("jvm.threads_states_threads", 8.0)
                .containsEntry("jvm.threads_states_threads_state_timed_waiting", 5.0)
                .containsEntry("app.hikaricp_connections_active_pool_orders", 4.0)
                .containsEntry("app.hikaricp_connections_active", 6.0)
                .containsEntry("jvm.memory_max_bytes_area_heap", 100.0)
                .doesNotContainKey("jvm.memory_max_bytes_area_nonheap");
        assertThat(reading.gaps()).isEmpty();
    }

    @Test
    void a_value_that_is_no_number_is_a_gap_of_the_sums_that_it_is_a_part_of() {
        Reading reading = read(
                """
                # TYPE jvm_memory_used_bytes gauge
                jvm_memory_used_bytes{area="nonheap",id="Metaspace"} 7
                jvm_memory_used_bytes{area="heap",id="Eden"} 5
                jvm_memory_used_bytes{area="heap",id="Old"} NaN
                # TYPE tasks counter
                tasks_total{pool="a"} -1
                tasks_total{pool="b"} 4
                """);
        assertThat(reading.gauges()).isEqualTo(Map.of("jvm.memory_used_bytes_area_nonheap", 7.0));
        assertThat(reading.counters()).isEqualTo(Map.of("app.tasks_total_pool_b", 4.0));
        assertThat(reading.gaps().stream().map(Gap::name))
                .containsExactlyInAnyOrder(
                        "jvm.memory_used_bytes",
                        "jvm.memory_used_bytes_area_heap",
                        "app.tasks_total",
                        "app.tasks_total_pool_a");
    }

    @Test
    void the_names_from_labels_are_bounded() {
        String page = IntStream.range(0, 500)
                .mapToObj(i -> "queue_size{pool=\"p" + i + "\"} 1\n")
                .collect(Collectors.joining("", "# TYPE queue_size gauge\n", ""));
        Reading reading = read(page);

        assertThat(reading.gauges()).hasSize(101).containsEntry("app.queue_size", 500.0);
        assertThat(reading.gaps().stream().map(Gap::reason)).containsExactly("400 values of labels beyond the limit");
    }

    @Test
    void openmetrics_is_understood() {
        Reading reading = read(
                """
                # TYPE foo_seconds counter
                # UNIT foo_seconds seconds
                foo_seconds_total{path="/a"} 17.0 1520879607.789 # {trace_id="KOO5S4vxi0o"} 0.67
                foo_seconds_created{path="/a"} 1520430000.123
                # TYPE build info
                build_info{version="1"} 1
                # EOF
                """);
        assertThat(reading.counters()).containsOnly(entry("app.foo_seconds_total", 17.0));
        assertThat(reading.gauges()).containsOnlyKeys("app.build_info", "process.build");
        assertThat(reading.gaps()).isEmpty();
    }

    @Test
    void a_histogram_keeps_its_series() {
        Reading reading = read(
                """
                # TYPE latency_seconds histogram
                latency_seconds_bucket{path="/a",le="0.5"} 3
                latency_seconds_bucket{path="/b",le="0.5"} 4
                latency_seconds_bucket{path="/a",le="+Inf"} 5
                latency_seconds_sum{path="/a"} 2.5
                latency_seconds_count{path="/a"} 5
                """);
        assertThat(reading.counters())
                .containsOnly(
                        entry("app.latency_seconds_bucket_le_0_5", 7.0),
                        entry("app.latency_seconds_bucket_le_Inf", 5.0),
                        entry("app.latency_seconds_sum", 2.5),
                        entry("app.latency_seconds_count", 5.0));
    }

    @Test
    void quantiles_of_several_series_are_a_gap_since_they_cannot_be_added() {
        Reading reading = read(
                """
                # TYPE rpc summary
                rpc{path="/a",quantile="0.99"} 0.3
                rpc{path="/a",quantile="0.5"} 0.1
                rpc{path="/b",quantile="0.99"} 0.4
                rpc_count 9
                """);
        assertThat(reading.gauges()).containsOnly(entry("app.rpc_quantile_0_5", 0.1));
        assertThat(reading.counters()).containsOnly(entry("app.rpc_count", 9.0));
        assertThat(reading.gaps()).extracting(Gap::name).containsExactly("app.rpc_quantile_0_99");
    }

    @Test
    void a_part_that_is_not_a_number_makes_the_whole_sum_a_gap() {
        Reading reading = read("a{x=\"1\"} 5\na{x=\"2\"} NaN\nb +Inf\nc -Inf\nd_total -3\ne 1\n");
        assertThat(reading.gauges()).containsOnly(entry("app.e", 1.0));
        assertThat(reading.counters()).isEmpty();
        assertThat(reading.gaps())
                .extracting(Gap::name)
                .containsExactlyInAnyOrder("app.a", "app.b", "app.c", "app.d_total");
    }

    @Test
    void a_line_that_cannot_be_read_is_a_gap_and_the_others_count() {
        Reading reading =
                read("good 1\nbad{x=\"1} 5\nworse 0x1p3\nempty\n{} 3\nhex 1d\nalso_good 2\n# odd comment\n#\n");
        assertThat(reading.gauges()).containsOnly(entry("app.good", 1.0), entry("app.also_good", 2.0));
        assertThat(reading.gaps())
                .extracting(Gap::name)
                .containsExactlyInAnyOrder("app.bad", "app.worse", "app.empty", "app._", "app.hex");
    }

    @Test
    void a_host_can_tell_its_own_share_of_the_cpu() {
        assertThat(read("redliner_host_cpu 0.42\n").gauges()).containsOnly(entry("host.cpu", 0.42));
        assertThat(read("redliner_host_cpu 42\n").gaps()).extracting(Gap::name).containsExactly("host.cpu");
    }

    @Test
    void the_start_of_the_process_is_told() {
        assertThat(read("process_start_time_seconds 1.7603E9\n").startedAt())
                .isEqualTo(Instant.ofEpochSecond(1_760_300_000));
        Reading reading = ScrapeReading.of(
                parsed("process_start_time_seconds 1760300000.25\n"),
                new ScrapeLimits(List.of("jvm_*"), 10, 100),
                "scrape:x");
        assertThat(reading.gauges()).as("whatever is included").containsEntry("process.start", 1_760_300_000.25);
        assertThat(read("process_start_time_seconds NaN\n").gauges()).doesNotContainKey("process.start");
    }

    @Test
    void another_build_is_another_number_and_the_same_build_the_same() {
        double build = build("shop_build_info{version=\"1.2\",commit=\"abc\"} 1\njvm_info{version=\"17\"} 1\n");
        assertThat(build("jvm_info{version=\"17\"} 1\nshop_build_info{commit=\"abc\",version=\"1.2\"} 1\n"))
                .as("in another order")
                .isEqualTo(build);
        assertThat(build("shop_build_info{version=\"1.3\",commit=\"abc\"} 1\njvm_info{version=\"17\"} 1\n"))
                .isNotEqualTo(build);
        assertThat(build("shop_build_info{version=\"1.2\",commit=\"abc\"} 1\njvm_info{version=\"21\"} 1\n"))
                .isNotEqualTo(build);
        assertThat(read("requests_total{version=\"2\"} 1\n").gauges()).doesNotContainKey("process.build");
    }

    private static double build(String page) {
        return Objects.requireNonNull(read(page).gauges().get("process.build"));
    }

    @Test
    void families_beyond_the_limit_become_one_named_gap_and_the_first_patterns_are_kept() {
        String page = IntStream.range(0, 50).mapToObj(i -> "z" + i + " 1\n").collect(Collectors.joining())
                + "jvm_x 5\nredliner_host_cpu 0.5\n";
        Reading reading = ScrapeReading.of(parsed(page), new ScrapeLimits(List.of("jvm_*", "*"), 10, 100), "scrape:x");
        assertThat(reading.gauges()).hasSize(10).containsKeys("jvm.x", "host.cpu");
        assertThat(reading.gaps()).containsExactly(new Gap("scrape:x", "42 families beyond the limit of 10"));
    }

    @Test
    void only_included_families_are_kept() {
        Reading reading =
                ScrapeReading.of(parsed("a_x 1\na_y 2\nb 3\n"), new ScrapeLimits(List.of("a_*"), 10, 100), "scrape:x");
        assertThat(reading.gauges()).containsOnlyKeys("app.a_x", "app.a_y");
    }

    private static Exposition parsed(String page) {
        try {
            return Exposition.parse(page, 5_000);
        } catch (ReadFailed e) {
            throw new AssertionError(e);
        }
    }

    private static Reading read(String page) {
        return ScrapeReading.of(parsed(page), new ScrapeLimits(List.of("*"), 500, 5_000), "scrape:x");
    }
}
