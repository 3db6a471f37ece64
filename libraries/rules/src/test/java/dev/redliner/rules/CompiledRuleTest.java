package dev.redliner.rules;

import static dev.redliner.rules.Rules.judge;
import static dev.redliner.rules.Rules.rule;
import static dev.redliner.rules.Rules.spec;
import static dev.redliner.rules.Rules.values;
import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.verdict.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompiledRuleTest {
    private static final String P99 = "latency.p99 <= duration(\"200ms\") && error_rate <= percent(0.1)";

    @Test
    void passes_while_all_is_within_its_limits() {
        assertThat(judge(P99, "latency.p99", 0.2, "error_rate", 0.001).outcome())
                .isEqualTo(Outcome.PASS);
    }

    @Test
    void fails_when_one_limit_is_exceeded() {
        assertThat(judge(P99, "latency.p99", 0.2001, "error_rate", 0.0).outcome())
                .isEqualTo(Outcome.FAIL);
        assertThat(judge(P99, "latency.p99", 0.1, "error_rate", 0.0011).outcome())
                .isEqualTo(Outcome.FAIL);
    }

    @Test
    void missing_data_is_unknown_and_named() {
        Judgement judgement = judge(P99, "latency.p99", 0.1);

        assertThat(judgement.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(judgement.reason()).isEqualTo("no data for error_rate");
        assertThat(judgement.missing()).containsExactly("error_rate");
    }

    @Test
    void an_already_broken_rule_is_broken_whatever_is_missing() {
        assertThat(judge(P99, "error_rate", 0.5).outcome()).isEqualTo(Outcome.FAIL);
        assertThat(judge(P99, "latency.p99", 0.5).missing()).containsExactly("error_rate");
    }

    @Test
    void one_way_to_pass_is_enough_whatever_is_missing() {
        String either = "pool.error_rate - baseline.pool.error_rate <= percent(0.05) || pool.errors <= 5";

        assertThat(judge(either, "pool.errors", 3).outcome()).isEqualTo(Outcome.PASS);
        assertThat(judge(either, "pool.errors", 6).outcome()).isEqualTo(Outcome.UNKNOWN);
    }

    @Test
    void not_a_number_and_infinity_are_missing_so_that_a_negation_does_not_pass() {
        assertThat(judge("!(host.cpu > 0.9)", "host.cpu", Double.NaN).outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(judge("host.cpu < 0.9", "host.cpu", Double.NEGATIVE_INFINITY).outcome())
                .isEqualTo(Outcome.UNKNOWN);
    }

    @Test
    void dividing_by_zero_is_unknown_with_its_reason() {
        Judgement quotient = judge("!(errors / samples > 0.1)", "errors", 0, "samples", 0);
        Judgement ratio =
                judge("ratio(latency.p50, peers.latency.p50) <= 1.5", "latency.p50", 1, "peers.latency.p50", 0);

        assertThat(quotient.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(quotient.reason()).isEqualTo("divides by zero");
        assertThat(ratio.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(ratio.reason()).isEqualTo("divides by zero");
    }

    @Test
    void a_broken_part_fails_even_if_another_divides_by_zero() {
        Judgement judgement =
                judge("ratio(errors, samples) < 0.1 && host.cpu < 0.8", "errors", 1, "samples", 0, "host.cpu", 0.9);

        assertThat(judgement.outcome()).isEqualTo(Outcome.FAIL);
    }

    @Test
    void a_result_beyond_all_numbers_is_unknown() {
        Judgement judgement = judge("!(app.a * 1e308 - app.a * 1e308 > 1.0)", "app.a", 1e10);

        assertThat(judgement.outcome()).isEqualTo(Outcome.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    latency.p99 <= duration("200ms")                      | 100
                    latency.p999 <= duration("1s") && error_rate <= 0.001 | 1000
                    error_rate <= percent(0.1)                            | 10
                    app.x_seconds.p95 <= duration("1s")                   | 20
                    app.x_seconds.p95 <= baseline.app.x_seconds.p99       | 20
                    jvm.gc_pause_seconds.p99 <= duration("1s")            | 0
                    peers.app.x_seconds.p99 <= duration("1s")             | 0
                    app.queue < 10.0                                      | 0
                    """)
    void a_percentile_of_the_sut_needs_requests_beyond_it(String pass, long requests) {
        assertThat(rule(pass).meaningfulSamples()).isEqualTo(requests);
    }

    @Test
    void few_samples_prove_nothing_not_even_a_breach() {
        CompiledRule rule = RuleCompiler.compile(spec(P99, 1000));

        assertThat(rule.judge(values("latency.p99", 9, "error_rate", 1, "samples", 999))
                        .outcome())
                .isEqualTo(Outcome.UNKNOWN);
        assertThat(rule.judge(values("latency.p99", 9, "error_rate", 1, "samples", 999))
                        .reason())
                .isEqualTo("999 samples of the 1000 it needs");
        assertThat(rule.judge(values("latency.p99", 9, "error_rate", 1)).outcome())
                .isEqualTo(Outcome.UNKNOWN);
        assertThat(rule.judge(values("latency.p99", 9, "error_rate", 1, "samples", 1000))
                        .outcome())
                .isEqualTo(Outcome.FAIL);
    }

    @Test
    void a_missing_rps_leaves_rps_requested_alone() {
        assertThat(judge("rps.requested < 100.0", "rps.requested", 5).outcome()).isEqualTo(Outcome.PASS);
        assertThat(judge("rps < 100.0", "rps.requested", 5).outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(judge("rps.requested - rps < 1.0", "rps.requested", 5, "rps", 4.5)
                        .outcome())
                .isEqualTo(Outcome.PASS);
    }

    @Test
    void ratio_takes_latencies_and_numbers() {
        assertThat(judge("ratio(latency.p50, peers.latency.p50) <= 1.5", "latency.p50", 0.15, "peers.latency.p50", 0.1)
                        .outcome())
                .isEqualTo(Outcome.PASS);
        assertThat(judge("ratio(rps, pool.rps) > 0.5", "rps", 3, "pool.rps", 10).outcome())
                .isEqualTo(Outcome.FAIL);
    }

    @Test
    void names_what_it_reads() {
        assertThat(rule(P99).metrics()).containsExactlyInAnyOrder("latency.p99", "error_rate");
        assertThat(rule("baseline.pool.error_rate <= 0.1 && peers.jvm.gc.pause < 1.0")
                        .metrics())
                .containsExactlyInAnyOrder("baseline.pool.error_rate", "peers.jvm.gc.pause");
    }

    @Test
    void compares_metrics_with_whole_numbers_and_percent_takes_them_too() {
        assertThat(judge("errors <= 5", "errors", 5.5).outcome()).isEqualTo(Outcome.FAIL);
        assertThat(judge("host.cpu < percent(85)", "host.cpu", 0.84).outcome()).isEqualTo(Outcome.PASS);
    }

    @Test
    void with_few_requests_it_fails_only_if_no_further_request_could_mend_it() {
        CompiledRule errors = RuleCompiler.compile(Rules.spec("error_rate <= 0.1", 100));
        assertThat(errors.judge(Rules.values("error_rate", 0.5, "errors", 10, "samples", 20))
                        .outcome())
                .isEqualTo(Outcome.UNKNOWN);
        assertThat(errors.judge(Rules.values("error_rate", 0.55, "errors", 11, "samples", 20))
                        .outcome())
                .isEqualTo(Outcome.FAIL);
        assertThat(errors.judge(Rules.values("error_rate", 0, "errors", 0, "samples", 20))
                        .outcome())
                .isEqualTo(Outcome.UNKNOWN);
    }
}
