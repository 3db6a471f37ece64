package dev.redliner.analyzer.judge;

import static dev.redliner.analyzer.judge.Traffic.at;
import static dev.redliner.analyzer.judge.Traffic.peers;
import static dev.redliner.analyzer.judge.Traffic.rule;
import static dev.redliner.analyzer.judge.Traffic.sut;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.verdict.MetricCatalogue;
import dev.redliner.contracts.verdict.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The metrics that a host reports and that neither a rule nor a signal reads. */
class CatalogueTest {
    private static final Duration FAST = Duration.ofMillis(50);

    @Test
    void metrics_that_nothing_reads_are_listed_now_and_then() {
        Desk desk = judged(Map.of("app.queue", 12.0, "app.read", 1.0, "host.cpu", 0.4), 40);

        List<Verdict> listing = desk.verdicts.stream()
                .filter(verdict -> verdict.catalogue() != null)
                .toList();
        assertThat(listing).extracting(Verdict::at).containsExactly(at(6), at(21), at(36));
        assertThat(Objects.requireNonNull(listing.get(0).catalogue()).values())
                .as(
                        "app.read is in a rule, host.cpu is in each verdict, and counts of the Envoy are no metrics of a host")
                .isEqualTo(Map.of("app.queue", 12.0, "jvm.gc.count", 2.0));
    }

    @Test
    void a_histogram_is_its_p99_and_not_its_buckets() {
        var buckets = new TreeMap<String, Double>();
        buckets.put("app.sql_seconds_bucket_le_0.1", 80.0);
        buckets.put("app.sql_seconds_bucket_le_0.2", 100.0);
        buckets.put("app.sql_seconds_bucket_le_Inf", 100.0);

        MetricCatalogue catalogue = catalogue(judged(buckets, 10));

        assertThat(catalogue.values()).containsOnlyKeys("app.sql_seconds.p99", "jvm.gc.count");
        assertThat(catalogue.values().get("app.sql_seconds.p99")).isBetween(0.1, 0.2);
    }

    @Test
    void of_thousands_of_metrics_some_are_listed_and_the_others_are_counted() {
        var many = new TreeMap<String, Double>();
        for (int i = 0; i < 1_000; i++) {
            many.put("app.metric_" + i, 1.0);
        }

        MetricCatalogue catalogue = catalogue(judged(many, 10));

        assertThat(catalogue.values()).hasSize(CatalogueReader.MOST);
        // jvm.gc.count too
        assertThat(catalogue.leftOut()).isEqualTo(1_001 - CatalogueReader.MOST);
    }

    private static Desk judged(Map<String, Double> metrics, int seconds) {
        var desk = new Desk().watch(Traffic.watch(0, rule("read", "app.read < 2.0")), at(0));
        for (int second = 1; second <= seconds; second++) {
            desk.take(reading(second, metrics), sut(second, FAST), peers(second));
        }
        return desk;
    }

    private static MetricCatalogue catalogue(Desk desk) {
        return desk.verdicts.stream()
                .flatMap(verdict -> Stream.ofNullable(verdict.catalogue()))
                .findFirst()
                .orElseThrow();
    }

    private static SampleBatch reading(int second, Map<String, Double> metrics) {
        SampleBatch plain = Traffic.host("a", second, Map.of());
        var counters = new TreeMap<>(plain.counters());
        var gauges = new TreeMap<String, Double>();
        metrics.forEach((name, value) -> (name.contains("_bucket_") ? counters : gauges).put(name, value));
        return new SampleBatch(
                plain.pool(),
                plain.host(),
                plain.reporter(),
                plain.epoch(),
                plain.sequence(),
                plain.time(),
                plain.interval(),
                gauges,
                counters,
                plain.latencies(),
                plain.gaps());
    }
}
