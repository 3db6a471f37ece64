package dev.redliner.controller.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.verdict.MetricCatalogue;
import dev.redliner.contracts.verdict.SignalValues;
import dev.redliner.contracts.verdict.Verdict;
import dev.redliner.controller.journal.RecordedRuns.LastVerdict;
import dev.redliner.controller.run.Shop;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MetricsViewTest {
    private static final Instant AT = Instant.parse("2026-11-20T12:00:40Z");
    private static final Instant FROM = Instant.parse("2026-11-20T12:00:38.700Z");

    @Test
    void signals_are_added_to_the_metrics_of_rules_and_no_metric_is_in_both() {
        MetricsView view = view(
                new SignalValues(
                        FROM,
                        Map.of(
                                "host.cpu",
                                List.of(0.5, 0.3),
                                "proc.threads",
                                List.of(40.0),
                                "jvm.x",
                                List.of(2.0, 1.0))),
                List.of());

        assertThat(view.metrics()).isEqualTo(Map.of("host.cpu", 0.52, "peers.host.cpu", 0.4));
        assertThat(view.windowSeconds()).isEqualTo(10);
        assertThat(view.signals()).isEqualTo(Map.of("proc.threads", 40.0, "jvm.x", 2.0, "peers.jvm.x", 1.0));
        assertThat(view.signalsFrom()).isEqualTo(FROM);
        assertThat(view.gaps()).isEmpty();
    }

    @Test
    void a_signal_that_the_newest_ticks_do_not_have_is_that_of_an_earlier_one() {
        Verdict restoring = verdict(null, List.of());
        Verdict newer = verdict(new SignalValues(FROM, Map.of("jvm.x", List.of(2.0))), List.of());
        Verdict older = verdict(
                new SignalValues(FROM.minusSeconds(1), Map.of("jvm.x", List.of(9.0), "jvm.y", List.of(3.0))),
                List.of());
        MetricsView view = MetricsView.of(
                new LastVerdict("shop-1", List.of(restoring, newer, older)), Optional.of(Shop.SERVICE), "shop");

        assertThat(view.signals()).isEqualTo(Map.of("jvm.x", 2.0, "jvm.y", 3.0));
        assertThat(view.signalsFrom()).isEqualTo(FROM.minusSeconds(1));
    }

    @Test
    void a_signal_without_a_value_has_the_reason_of_its_collector() {
        MetricsView view = view(
                new SignalValues(FROM, Map.of("proc.threads", List.of(40.0))),
                List.of(
                        "a: host.net.busy missing, no interface reports a speed",
                        "a: cgroup missing, no control group",
                        "a: proc.threads missing, it has a value",
                        "b: host.blocked missing, of a peer",
                        "clock of b is 9 s off"));

        assertThat(view.gaps())
                .containsEntry("host.net.busy", "a: no interface reports a speed")
                .containsEntry("cgroup.throttled", "a: no control group")
                .doesNotContainKeys("proc.threads", "host.blocked", "jvm.threads_current");
    }

    @Test
    void without_signals_and_without_a_readable_definition_the_metrics_are_left() {
        Verdict verdict = verdict(null, List.of());
        MetricsView view = MetricsView.of(new LastVerdict("shop-1", List.of(verdict)), Optional.empty(), "shop");

        assertThat(view.metrics()).hasSize(2);
        assertThat(view.windowSeconds()).isNull();
        assertThat(view.signals()).isEmpty();
        assertThat(view.signalsFrom()).isNull();
    }

    @Test
    void metrics_that_nothing_reads_are_those_of_the_newest_verdict_that_lists_them() {
        Verdict plain = verdict(null, List.of());
        Verdict listing = listing(plain, AT.minusSeconds(9), Map.of("app.queue", 12.0));
        Verdict older = listing(plain, AT.minusSeconds(24), Map.of("app.queue", 99.0, "app.old", 1.0));
        MetricsView view =
                MetricsView.of(new LastVerdict("shop-1", List.of(plain, listing, older)), Optional.empty(), "shop");

        assertThat(view.others()).isEqualTo(Map.of("app.queue", 12.0));
        assertThat(view.othersAt()).isEqualTo(AT.minusSeconds(9));
        assertThat(view.othersLeftOut()).isEqualTo(3);
        MetricsView without = MetricsView.of(new LastVerdict("shop-1", List.of(plain)), Optional.empty(), "shop");
        assertThat(without.others()).isEmpty();
        assertThat(without.othersAt()).isNull();
    }

    @Test
    void metrics_of_dependencies_come_after_those_of_the_sut() {
        Verdict listing = listing(
                verdict(null, List.of()), AT, Map.of("deps.db.app.sessions", 3.0, "jvm.x", 2.0, "app.queue", 12.0));
        MetricsView view = MetricsView.of(new LastVerdict("shop-1", List.of(listing)), Optional.empty(), "shop");

        assertThat(view.others().keySet()).containsExactly("app.queue", "jvm.x", "deps.db.app.sessions");
    }

    private static Verdict listing(Verdict verdict, Instant at, Map<String, Double> others) {
        return new Verdict(
                verdict.run(),
                verdict.pool(),
                at,
                at,
                verdict.rules(),
                verdict.tick(),
                verdict.metrics(),
                verdict.missing(),
                verdict.notes(),
                verdict.identity(),
                verdict.foreign(),
                null,
                new MetricCatalogue(others, 3),
                Map.of());
    }

    private static MetricsView view(@Nullable SignalValues signals, List<String> notes) {
        return MetricsView.of(
                new LastVerdict("shop-1", List.of(verdict(signals, notes))), Optional.of(Shop.SERVICE), "shop");
    }

    private static Verdict verdict(@Nullable SignalValues signals, List<String> notes) {
        Verdict shop = Shop.verdict("shop-1", AT, 100, 1_000);
        return new Verdict(
                shop.run(),
                shop.pool(),
                AT,
                AT,
                shop.rules(),
                shop.tick(),
                Map.of("host.cpu", 0.52, "peers.host.cpu", 0.4),
                List.of(),
                notes,
                shop.identity(),
                shop.foreign(),
                signals);
    }
}
