package dev.redliner.analyzer.judge;

import static dev.redliner.analyzer.judge.Traffic.at;
import static dev.redliner.analyzer.judge.Traffic.peers;
import static dev.redliner.analyzer.judge.Traffic.rule;
import static dev.redliner.analyzer.judge.Traffic.sut;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.sample.SampleBatch;
import dev.redliner.contracts.verdict.MetricCatalogue;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.contracts.watch.RuleSpec;
import dev.redliner.contracts.watch.Watch;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The metrics that a host or a dependency reports and that neither a rule nor a signal reads. */
class CatalogueTest {
    private static final Duration FAST = Duration.ofMillis(50);
    private static final String DB = "@deps.orders_db";
    private static final RuleSpec ANY = rule("read", "app.read < 2.0");

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

    @Test
    void metrics_of_a_dependency_that_nothing_reads_are_listed_too() {
        var metrics = new TreeMap<>(Map.of("host.cpu", 0.25, "app.sessions", 4.0, "app.read", 1.0, "host.cpus", 5.0));
        metrics.put("app.sql_seconds_bucket_le_0.1", 100.0);
        metrics.put("app.sql_seconds_bucket_le_Inf", 100.0);

        Desk desk = judged(
                rule("db", "app.read < 2.0 && deps.orders_db.app.read < 2.0"),
                Map.of("a", Map.of("app.queue", 12.0), DB, metrics),
                10);

        assertThat(catalogue(desk).values())
                .as("deps.orders_db.app.read is in a rule, and the number of CPUs is no metric")
                .containsOnlyKeys(
                        "app.queue",
                        "jvm.gc.count",
                        "deps.orders_db.host.cpu",
                        "deps.orders_db.app.sessions",
                        "deps.orders_db.app.sql_seconds.p99",
                        "deps.orders_db.jvm.gc.count")
                .containsEntry("deps.orders_db.app.sessions", 4.0);
        assertThat(catalogue(desk).leftOut()).isZero();
    }

    @Test
    void a_signal_of_a_dependency_is_not_listed_again() {
        Watch plain = Traffic.watch(0, rule("read", "app.read < 2.0"));
        var watch = new Watch(
                plain.run(),
                plain.pool(),
                plain.sut(),
                plain.peers(),
                plain.rules(),
                plain.samplingInterval(),
                plain.baseline(),
                plain.issuedAt(),
                plain.validFor(),
                List.of("deps.orders_db.host.cpu"));

        Desk desk = judged(watch, Map.of(DB, Map.of("host.cpu", 0.25, "host.load1", 2.0)), 10);

        assertThat(catalogue(desk).values())
                .containsOnlyKeys("deps.orders_db.host.load1", "deps.orders_db.jvm.gc.count");
    }

    @Test
    void a_sut_with_many_metrics_leaves_room_for_those_of_dependencies() {
        var many = new TreeMap<String, Double>();
        for (int i = 0; i < 1_000; i++) {
            many.put("app.metric_" + i, 1.0);
        }

        MetricCatalogue both = catalogue(judged(ANY, Map.of("a", many, DB, many), 10));
        MetricCatalogue one = catalogue(judged(ANY, Map.of("a", Map.of("app.queue", 1.0), DB, many), 10));

        assertThat(both.values().keySet())
                .hasSize(CatalogueReader.MOST)
                .filteredOn(name -> name.startsWith("deps."))
                .hasSize(CatalogueReader.MOST_OF_DEPENDENCIES);
        assertThat(both.leftOut()).isEqualTo(2_002 - CatalogueReader.MOST);
        assertThat(one.values().keySet()).hasSize(CatalogueReader.MOST).contains("app.queue", "jvm.gc.count");
    }

    @Test
    void a_dependency_with_many_metrics_leaves_room_for_another() {
        var many = new TreeMap<String, Double>();
        for (int i = 0; i < 1_000; i++) {
            many.put("app.metric_" + i, 1.0);
        }

        MetricCatalogue all =
                catalogue(judged(ANY, Map.of("a", many, "@deps.a_cache", many, DB, Map.of("app.sessions", 4.0)), 10));

        assertThat(all.values().keySet())
                .hasSize(CatalogueReader.MOST)
                .contains("deps.orders_db.app.sessions", "deps.orders_db.jvm.gc.count")
                .filteredOn(name -> name.startsWith("deps."))
                .hasSize(CatalogueReader.MOST_OF_DEPENDENCIES);
        assertThat(all.leftOut()).isEqualTo(2_004 - CatalogueReader.MOST);
    }

    private static Desk judged(Map<String, Double> metrics, int seconds) {
        return judged(ANY, Map.of("a", metrics), seconds);
    }

    private static Desk judged(RuleSpec rule, Map<String, Map<String, Double>> metrics, int seconds) {
        return judged(Traffic.watch(0, rule), metrics, seconds);
    }

    private static Desk judged(Watch watch, Map<String, Map<String, Double>> metrics, int seconds) {
        var desk = new Desk().watch(watch, at(0));
        for (int second = 1; second <= seconds; second++) {
            for (var host : metrics.entrySet()) {
                desk.take(reading(host.getKey(), second, host.getValue()));
            }
            desk.take(sut(second, FAST), peers(second));
        }
        return desk;
    }

    private static MetricCatalogue catalogue(Desk desk) {
        return desk.verdicts.stream()
                .flatMap(verdict -> Stream.ofNullable(verdict.catalogue()))
                .findFirst()
                .orElseThrow();
    }

    private static SampleBatch reading(String host, int second, Map<String, Double> metrics) {
        SampleBatch plain = Traffic.host(host, second, Map.of());
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
