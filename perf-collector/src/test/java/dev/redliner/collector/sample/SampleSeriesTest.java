package dev.redliner.collector.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.redliner.contracts.sample.Gap;
import dev.redliner.contracts.sample.SampleBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SampleSeriesTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private final SampleSeries series =
            new SampleSeries("checkout", "checkout-7", "node-1", 1000, new AtomicLong()::incrementAndGet);
    private Instant now = Instant.parse("2026-11-20T12:00:00Z");

    @Test
    void the_first_reading_of_a_counter_is_a_gap() {
        SampleBatch batch = batch(counter("requests", 1_000_000));
        assertThat(batch.counters()).isEmpty();
        assertThat(batch.gaps()).containsExactly(new Gap("requests", "first reading"));
    }

    @Test
    void a_counter_becomes_its_increase() {
        batch(counter("requests", 1_000));
        assertThat(batch(counter("requests", 1_250)).counters()).containsExactly(entry("requests", 250.0));
        assertThat(batch(counter("requests", 1_250)).counters()).containsExactly(entry("requests", 0.0));
    }

    @Test
    void a_counter_that_fell_is_a_gap_and_goes_on_from_there() {
        batch(counter("requests", 1_000));
        SampleBatch reset = batch(counter("requests", 40));
        assertThat(reset.counters()).isEmpty();
        assertThat(reset.gaps()).containsExactly(new Gap("requests", "counter was reset"));
        assertThat(batch(counter("requests", 45)).counters()).containsExactly(entry("requests", 5.0));
    }

    @Test
    void a_restarted_process_that_counted_past_its_old_totals_is_no_spike() {
        batch(started(0, counter("requests", 100)));
        SampleBatch restarted = batch(started(30, counter("requests", 5_000)));
        assertThat(restarted.counters()).isEmpty();
        assertThat(restarted.gaps()).containsExactly(new Gap("requests", "process was restarted"));
    }

    @Test
    void two_processes_behind_one_page_give_no_spikes() {
        batch(started(30, counter("requests", 100)));
        SampleBatch older = batch(started(0, counter("requests", 5_000)));
        assertThat(older.counters()).isEmpty();
        assertThat(older.gaps())
                .containsExactly(new Gap("requests", "an older process answers; does a page belong to several?"));
    }

    @Test
    void a_start_time_that_jitters_is_no_restart() {
        batch(started(30, counter("requests", 100)));
        assertThat(batch(started(31, counter("requests", 150))).counters()).containsExactly(entry("requests", 50.0));
    }

    @Test
    void a_failed_read_is_a_gap_and_the_next_batch_covers_both_intervals() {
        batch(counter("requests", 100));
        SampleBatch failed = batch(new ReadResult.Missed("no answer within 150 ms"));
        assertThat(failed.counters()).isEmpty();
        assertThat(failed.interval()).isEqualTo(SECOND);
        assertThat(failed.gaps()).containsExactly(new Gap("source", "no answer within 150 ms"));
        SampleBatch both = batch(counter("requests", 300));
        assertThat(both.counters()).containsExactly(entry("requests", 200.0));
        assertThat(both.interval()).isEqualTo(Duration.ofSeconds(2));
        SampleBatch after = batch(counter("requests", 310));
        assertThat(after.counters()).containsExactly(entry("requests", 10.0));
        assertThat(after.interval()).isEqualTo(SECOND);
    }

    @Test
    void after_a_minute_without_a_reading_a_source_starts_anew() {
        batch(counter("requests", 100));
        for (int second = 1; second <= 60; second++) {
            batch(new ReadResult.Missed("refused"));
        }
        SampleBatch batch = batch(counter("requests", 9_000));
        assertThat(batch.gaps()).containsExactly(new Gap("requests", "first reading"));
        assertThat(batch.interval()).isEqualTo(SECOND);
    }

    @Test
    void sources_that_failed_at_different_ticks_start_anew_so_that_no_rate_is_wrong() {
        together(counter("host", 100), counter("page", 100));
        together(counter("host", 110), new ReadResult.Missed("refused"));
        SampleBatch batch = together(counter("host", 120), counter("page", 300));
        assertThat(batch.interval()).isEqualTo(SECOND);
        assertThat(batch.counters()).containsExactly(entry("host", 10.0));
        assertThat(batch.gaps()).containsExactly(new Gap("page", "first reading"));
    }

    @Test
    void a_batch_names_the_envoy_that_was_read() {
        assertThat(batch(counter("requests", 1)).envoy()).isEqualTo("envoy-1");
        assertThat(batch(counter("requests", 1)).source()).isEqualTo("node-1#envoy-1");
    }

    @Test
    void a_counter_that_was_missing_for_a_tick_starts_anew() {
        batch(counter("requests", 100));
        batch(new ReadResult.Got(new Reading(null, Map.of(), Map.of(), Map.of(), List.of())));
        assertThat(batch(counter("requests", 300)).counters()).isEmpty();
    }

    @Test
    void a_skipped_tick_makes_the_next_batch_longer() {
        batch(counter("requests", 100));
        now = now.plusSeconds(1);
        SampleBatch batch = batch(counter("requests", 300));
        assertThat(batch.interval()).isEqualTo(Duration.ofSeconds(2));
        assertThat(batch.counters()).containsExactly(entry("requests", 200.0));
    }

    @Test
    void what_is_not_a_number_is_a_gap() {
        batch(counter("requests", 100));
        for (double broken : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            var reading = new Reading(null, Map.of("load", broken), Map.of("requests", broken), Map.of(), List.of());
            SampleBatch batch = batch(new ReadResult.Got(reading));
            assertThat(batch.gauges()).isEmpty();
            assertThat(batch.counters()).isEmpty();
            assertThat(batch.gaps()).extracting(Gap::name).containsExactlyInAnyOrder("load", "requests");
        }
        assertThat(batch(counter("requests", 200)).counters()).isEmpty();
    }

    @Test
    void of_two_sources_with_a_gauge_the_later_one_holds() {
        var results = new LinkedHashMap<String, ReadResult>();
        results.put("host", gauge("host.cpu", 0.9));
        results.put("scrape", gauge("host.cpu", 0.2));
        assertThat(series.next(now, SECOND, "", results).orElseThrow().gauges())
                .containsExactly(entry("host.cpu", 0.2));
    }

    @Test
    void a_source_that_fails_takes_nothing_from_the_others() {
        var results = new LinkedHashMap<String, ReadResult>();
        results.put("host", gauge("host.cpu", 0.9));
        results.put("scrape:x", new ReadResult.Missed("refused"));
        SampleBatch batch = series.next(now, SECOND, "", results).orElseThrow();
        assertThat(batch.gauges()).containsExactly(entry("host.cpu", 0.9));
        assertThat(batch.gaps()).containsExactly(new Gap("scrape:x", "refused"));
    }

    @Test
    void values_that_no_service_can_have_are_a_gap_and_not_the_end_of_the_batch() {
        batch(latency(bucket(230, 5)));
        TreeMap<Integer, Long> many = new TreeMap<>(bucket(230, 5));
        many.merge(230, 2_000_000_000_000L, Long::sum);
        SampleBatch batch = batch(latency(many));
        assertThat(batch.latencies()).isEmpty();
        assertThat(batch.gaps()).containsExactly(new Gap("latency", "more values than a service can have had"));
    }

    @Test
    void a_latency_becomes_what_was_answered_since() {
        batch(latency(bucket(230, 5)));
        SampleBatch batch = batch(latency(bucket(230, 7, 300, 1)));
        assertThat(batch.latencies()).hasEntrySatisfying("latency", since -> {
            assertThat(since.buckets()).containsExactly(230, 300);
            assertThat(since.counts()).containsExactly(2, 1);
        });
        assertThat(batch(latency(bucket(230, 6, 300, 1))).gaps())
                .containsExactly(new Gap("latency", "counter was reset"));
    }

    @Test
    void nothing_is_sent_when_the_clock_does_not_move_on() {
        batch(counter("requests", 100));
        assertThat(series.next(now, SECOND, "envoy-1", Map.of("source", counter("requests", 200))))
                .isEmpty();
        assertThat(batch(counter("requests", 300)).sequence()).isEqualTo(2);
    }

    @Test
    void after_the_clock_was_set_back_all_sources_start_anew() {
        batch(counter("requests", 100));
        now = now.minusSeconds(60);
        SampleBatch back = batch(counter("requests", 200));
        assertThat(back.time()).isEqualTo(now);
        assertThat(back.interval()).isEqualTo(SECOND);
        assertThat(back.gaps()).containsExactly(new Gap("requests", "first reading"));
        assertThat(batch(counter("requests", 210)).counters()).containsExactly(entry("requests", 10.0));
    }

    @Test
    void whatever_is_read_the_increases_add_up_to_no_more_than_what_happened() {
        long seed = 20261120;
        System.out.println("seed " + seed);
        var random = new Random(seed);
        double total = 0;
        double happened = 0;
        double reported = 0;
        for (int i = 0; i < 10_000; i++) {
            int grown = random.nextInt(100);
            happened += grown;
            total = random.nextInt(50) == 0 ? random.nextInt(1 + grown) : total + grown;
            var batch = batch(random.nextInt(20) == 0 ? new ReadResult.Missed("lost") : counter("requests", total));
            double increase = batch.counters().getOrDefault("requests", 0.0);
            assertThat(increase).isBetween(0.0, 99.0 * batch.interval().toSeconds());
            reported += increase;
        }
        assertThat(reported).isBetween(happened / 2, happened);
    }

    private SampleBatch batch(ReadResult result) {
        now = now.plusSeconds(1);
        return series.next(now, SECOND, "envoy-1", Map.of("source", result)).orElseThrow();
    }

    private SampleBatch together(ReadResult host, ReadResult page) {
        now = now.plus(SECOND);
        var results = new LinkedHashMap<String, ReadResult>();
        results.put("host", host);
        results.put("page", page);
        return series.next(now, SECOND, "", results).orElseThrow();
    }

    private static ReadResult.Got counter(String name, double total) {
        return new ReadResult.Got(new Reading(null, Map.of(), Map.of(name, total), Map.of(), List.of()));
    }

    private static ReadResult.Got gauge(String name, double value) {
        return new ReadResult.Got(new Reading(null, Map.of(name, value), Map.of(), Map.of(), List.of()));
    }

    private static ReadResult.Got latency(SortedMap<Integer, Long> totals) {
        return new ReadResult.Got(new Reading(null, Map.of(), Map.of(), Map.of("latency", totals), List.of()));
    }

    private static ReadResult.Got started(long second, ReadResult.Got got) {
        @Nullable Instant at = Instant.ofEpochSecond(second);
        return new ReadResult.Got(new Reading(at, Map.of(), got.reading().counters(), Map.of(), List.of()));
    }

    private static SortedMap<Integer, Long> bucket(int... bucketsAndCounts) {
        var totals = new TreeMap<Integer, Long>();
        for (int i = 0; i < bucketsAndCounts.length; i += 2) {
            totals.put(bucketsAndCounts[i], (long) bucketsAndCounts[i + 1]);
        }
        return totals;
    }
}
