package dev.redliner.rules;

import static dev.redliner.rules.Rules.judge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.verdict.Criterion.Kind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    @Test
    void a_percentile_under_a_limit_is_a_fraction_of_bad_requests() {
        assertThat(judge("latency.p99 <= duration(\"200ms\")", "latency.p99", 0.15)
                        .comparisons())
                .containsExactly(new Comparison(
                        Kind.FRACTION,
                        "latency.p99",
                        "latency.p99 <= duration(\"200ms\")",
                        0.15,
                        0.2,
                        0.01,
                        Duration.ofMillis(200)));
    }

    @Test
    void each_percentile_allows_what_is_above_it() {
        assertThat(allowed("latency.p50 < duration('1s')")).isEqualTo(0.5);
        assertThat(allowed("latency.p90 < duration('1s')")).isEqualTo(0.1);
        assertThat(allowed("latency.p95 < duration('1s')")).isEqualTo(0.05);
        assertThat(allowed("latency.p999 < duration('1s')")).isEqualTo(0.001);
    }

    @Test
    void an_error_rate_under_a_limit_is_a_fraction_of_bad_requests() {
        assertThat(judge("error_rate <= percent(0.1)", "error_rate", 0.5).comparisons())
                .containsExactly(new Comparison(
                        Kind.FRACTION, "error_rate", "error_rate <= percent(0.1)", 0.5, 0.001, 0.001, null));
    }

    @Test
    void a_plain_value_of_the_sut_is_a_gauge() {
        assertThat(kinds("host.cpu < percent(85.0) && jvm.threads <= 500 && app.queue < 10.0 && latency.mean <"
                        + " duration('1s')"))
                .containsExactly(Kind.GAUGE, Kind.GAUGE, Kind.GAUGE, Kind.GAUGE);
    }

    @Test
    void what_is_not_a_limit_on_the_sut_says_nothing_of_the_redline() {
        assertThat(kinds("peers.latency.p99 < duration('1s') && pool.error_rate < 0.1 && envoy.x < 1.0"))
                .containsExactly(Kind.OTHER, Kind.OTHER, Kind.OTHER);
        assertThat(kinds("host.cpu > 0.1 && latency.p99 < baseline.latency.p99"))
                .containsOnly(Kind.OTHER);
        assertThat(kinds("error_rate < 0.1 || latency.p99 < duration('1s')")).containsExactly(Kind.OTHER, Kind.OTHER);
        assertThat(kinds("!(error_rate > 0.1)")).containsExactly(Kind.OTHER);
    }

    @Test
    void reads_a_limit_on_the_left_as_one_on_the_right() {
        Comparison comparison = judge("duration('200ms') >= latency.p99", "latency.p99", 0.1)
                .comparisons()
                .get(0);

        assertThat(comparison.kind()).isEqualTo(Kind.FRACTION);
        assertThat(comparison.value()).isEqualTo(0.1);
        assertThat(comparison.limit()).isEqualTo(0.2);
    }

    @Test
    void computes_both_sides_where_it_can() {
        Comparison known = judge(
                        "latency.p99 - baseline.latency.p99 < duration('50ms')",
                        "latency.p99",
                        0.3,
                        "baseline.latency.p99",
                        0.1)
                .comparisons()
                .get(0);
        Comparison unknown = judge("ratio(rps, pool.rps) < pool.host.cpu", "pool.host.cpu", 0.5)
                .comparisons()
                .get(0);

        assertThat(known.metric()).isEqualTo("latency.p99 - baseline.latency.p99");
        assertThat(known.value()).isEqualTo(0.2);
        assertThat(known.limit()).isEqualTo(0.05);
        assertThat(unknown.value()).isNull();
        assertThat(unknown.limit()).isEqualTo(0.5);
    }

    private static double allowed(String pass) {
        return judge(pass).comparisons().get(0).allowed();
    }

    private static List<Kind> kinds(String pass) {
        return judge(pass).comparisons().stream().map(Comparison::kind).toList();
    }
}
