package dev.redliner.rules;

import static dev.redliner.rules.Rules.rule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.Test;

class RuleCompilerTest {
    @Test
    void a_misspelled_metric_is_refused_with_the_one_meant() {
        assertThat(problem("error_rate <= 0.1 && latency.p9 <= duration('1s')"))
                .isEqualTo(new RuleProblem(21, 1, 22, "there is no metric latency.p9; did you mean latency.p99?"));
        assertThat(message("peers.latency.p998 <= duration('1s')")).contains("did you mean peers.latency.p99");
        assertThat(message("p99 <= duration('1s')")).contains("did you mean latency.p99?");
        assertThat(message("host.cpi < 0.5")).contains("did you mean host.cpu?");
        assertThat(message("peers.host.load < 5.0")).contains("did you mean peers.host.load1?");
        assertThat(message("host.memory < 0.5")).contains("did you mean host.memory.used?");
        assertThat(message("cgroup.throtled < 0.5")).contains("did you mean cgroup.throttled?");
        assertThat(message("host.temperature < 0.5"))
                .contains("there is no metric host.temperature; of hosts there are host.cpu, host.load1,")
                .contains("host.run_queue");
        assertThat(message("pol.error_rate < 0.1")).contains("did you mean pool.error_rate?");
        assertThat(message("eror_rate < 0.1")).contains("did you mean error_rate?");
        assertThat(message("memory < 5")).contains("there are latency.{mean,p50");
        assertThat(message("peers.pool.rps < 5")).contains("there is no metric peers.pool.rps");
    }

    @Test
    void statistics_over_the_peers_are_of_the_metrics_that_each_of_them_reports() {
        assertThat(rule("host.cpu <= baseline.peers.stddev.host.cpu && app.busy <= peers.max.app.busy")
                        .metrics())
                .contains("baseline.peers.stddev.host.cpu", "peers.max.app.busy");
        assertThat(message("latency.p99 <= peers.stddev.latency.p99"))
                .isEqualTo("the Envoys count the requests of all peers together, so there is no"
                        + " peers.stddev.latency.p99; compare with peers.latency.p99");
        assertThat(message("peers.max.envoy.timeouts < 5")).contains("there is no metric peers.max.envoy.timeouts");
        assertThat(message("peers.max.host.cpu < 85")).contains("write percent(85.0)");
        assertThat(message("stddev.host.cpu < 0.5")).contains("there is no metric stddev.host.cpu");
    }

    @Test
    void the_highest_reading_is_of_the_metrics_that_hosts_report() {
        assertThat(rule("max.host.cpu <= percent(95) && max.app.busy <= 2.0 * baseline.max.app.busy")
                        .metrics())
                .contains("max.host.cpu", "max.app.busy", "baseline.max.app.busy");
        assertThat(message("max.host.cpu < 85")).contains("write percent(85.0)");
        assertThat(message("max.latency.p99 < 5")).contains("there is no max.latency.p99; compare latency.p999");
        assertThat(message("max.rps < 5.0")).contains("there is no max.rps; compare rps");
        assertThat(message("max.envoy.timeouts < 5.0")).contains("there is no metric max.envoy.timeouts");
        assertThat(message("max.peers.host.cpu < 0.5")).contains("there is no metric max.peers.host.cpu");
        assertThat(message("max.app.x_seconds.p99 < 0.5")).contains("there is no metric max.app.x_seconds.p99");
    }

    @Test
    void every_unknown_metric_is_named_at_once() {
        assertThat(problems("foo < 1.0 &&\n  bar < 1.0"))
                .extracting(RuleProblem::line, RuleProblem::column)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(1, 1), org.assertj.core.groups.Tuple.tuple(2, 3));
    }

    @Test
    void a_latency_against_a_number_is_refused_at_the_operator() {
        RuleProblem problem = problem("latency.p99 <= 200");

        assertThat(problem.offset()).isEqualTo(12);
        assertThat(problem.message())
                .isEqualTo("compares duration with int; a latency is compared with a duration, such as"
                        + " duration(\"200ms\")");
    }

    @Test
    void slips_of_syntax_are_answered_with_the_right_way() {
        assertThat(message("latency.p99 <= 200ms")).isEqualTo("a duration is written duration(\"200ms\")");
        assertThat(message("error_rate <= 0.1%")).isEqualTo("a percentage is written percent(0.1)");
        assertThat(message("error_rate = 0.1")).isEqualTo("'=' compares nothing; write <=, < or ==");
        assertThat(message("rps < 1.0 and errors < 5")).contains("write && for and");
        assertThat(message("rps <")).contains("not a whole expression");
    }

    @Test
    void types_that_do_not_fit_are_answered_with_the_right_way() {
        assertThat(message("latency.p99 * 1.5 < baseline.latency.p99")).contains("write ratio(latency.p99");
        assertThat(message("latency.p99 / 2.0 < baseline.latency.p99")).contains("write ratio(latency.p99");
        assertThat(message("rps * 2 < pool.rps")).contains("2.0 instead of 2");
        assertThat(message("rps < '5'")).contains("compare numbers with numbers");
        assertThat(message("rps && true")).contains("must be comparisons");
        assertThat(message("error_rate")).contains("gives a double, not true or false");
        assertThat(message("latency.p99")).contains("gives a duration, not true or false");
        assertThat(message("percent('1') < rps")).contains("percent takes a number");
        assertThat(message("ratio(latency.p99, 2.0) < 1.0")).contains("ratio takes two latencies");
    }

    @Test
    void unknown_functions_loops_and_maps_are_refused() {
        assertThat(message("percnt(5) > error_rate")).contains("did you mean percent?");
        assertThat(message("avg(latency.p99) > 5")).contains("there are duration, percent and ratio");
        assertThat(message("[1, 2].all(x, x > 1)")).contains("loops (all) are no part of rules");
        assertThat(message("has(latency.p99)")).contains("has() is no part of rules");
        assertThat(message("{'a': 1}.a < rps")).contains("only metrics have parts");
        assertThat(message("{'a': 1} == {}")).contains("no part of rules");
    }

    @Test
    void bad_literals_are_refused() {
        RuleProblem problem = problem("latency.p99 <= duration('200x')");

        assertThat(problem.offset()).isEqualTo(24);
        assertThat(problem.message()).startsWith("not a duration; write it like duration(\"200ms\")");
        assertThat(message("rps < 1.0 || 'a'.matches('(')")).startsWith("not a regular expression");
    }

    @Test
    void a_limit_that_can_never_be_reached_is_refused() {
        assertThat(message("error_rate <= 5")).contains("write percent(5.0)");
        assertThat(message("host.cpu < 85.0")).contains("write percent(85.0)");
        assertThat(message("errors < 5 || 85.0 > peers.host.cpu")).contains("write percent(85.0)");
    }

    @Test
    void a_rule_that_reads_nothing_is_refused() {
        assertThat(message("1 < 2")).startsWith("reads no metric");
    }

    @Test
    void huge_and_deep_rules_are_refused_quickly() {
        assertThat(message("rps < 1.0" + " && rps < 1.0".repeat(200))).startsWith("longer than 2000 characters");
        assertThat(message("rps < 1.0" + " && rps < 1.0".repeat(20_000))).startsWith("longer than 2000 characters");
        assertThat(problems("(".repeat(900) + "rps" + ")".repeat(900) + " < 1.0"))
                .isNotEmpty();
        assertThat(problems("rps" + " + rps".repeat(300) + " < 1.0")).isNotEmpty();
        assertThat(problems("rps" + ".a".repeat(900) + " < 1.0")).isNotEmpty();
        assertThat(problems("!".repeat(1900) + "x")).isNotEmpty();
        assertThat(problems("[".repeat(900) + "]".repeat(900))).isNotEmpty();
        assertThat(problems("-".repeat(1900) + "1")).isNotEmpty();
    }

    @Test
    void a_rule_with_very_many_metrics_is_refused() {
        var pass = new StringBuilder("app.x < 1.0");
        for (int i = 0; i < 70; i++) {
            pass.append(" && app.x").append(i).append(" < 1.0");
        }

        assertThat(message(pass.toString())).startsWith("reads more than 64 metrics");
    }

    @Test
    void places_are_right_behind_characters_of_two_units() {
        assertThat(problem("'\uD83D\uDE80' == '' || foo < 1.0").offset()).isEqualTo(14);
    }

    @Test
    void no_text_makes_it_fail_in_any_other_way() {
        long seed = 42;
        System.out.println("seed " + seed);
        var random = new java.util.Random(seed);
        String[] pieces = {
            "latency.p99",
            "<=",
            "duration(\"1s\")",
            "&&",
            "||",
            "(",
            ")",
            "!",
            "error_rate",
            "5",
            "0.1",
            "'",
            "\"",
            "percent",
            ",",
            ".",
            "[",
            "]",
            "{",
            "}",
            "?",
            ":",
            "-",
            "*",
            "/",
            "%",
            "in",
            "null",
            "\n",
            "é",
            "x",
            "1e999",
            "ratio(",
            "all(",
            "\\",
            "\u0000",
            "\uD83D",
            "b'a'",
            "1u",
            "timestamp('x')",
            "type(rps)",
            "dyn(rps)",
            "has("
        };
        for (int i = 0; i < 3000; i++) {
            var text = new StringBuilder();
            for (int words = 1 + random.nextInt(9); words > 0; words--) {
                text.append(pieces[random.nextInt(pieces.length)]).append(random.nextBoolean() ? " " : "");
            }
            if (text.toString().isBlank()) {
                continue;
            }
            RuleException refused = catchThrowableOfType(
                    RuleException.class, () -> rule(text.toString()).judge(name -> java.util.OptionalDouble.of(0.5)));
            if (refused != null) {
                assertThat(refused.problems()).isNotEmpty().allSatisfy(problem -> {
                    assertThat(problem.offset()).isBetween(0, text.length());
                    assertThat(problem.message()).isNotBlank();
                });
            }
        }
    }

    private static List<RuleProblem> problems(String pass) {
        RuleException refused = catchThrowableOfType(RuleException.class, () -> rule(pass));
        assertThat(refused).as(pass).isNotNull();
        return refused.problems();
    }

    private static RuleProblem problem(String pass) {
        List<RuleProblem> problems = problems(pass);
        assertThat(problems).hasSize(1);
        return problems.get(0);
    }

    private static String message(String pass) {
        return problems(pass).get(0).message();
    }
}
