package dev.redliner.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.watch.OnFail;
import dev.redliner.contracts.watch.RuleSpec;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuleWindowsTest {
    private static ServiceDefinition service(String sut, String share, String more) throws InvalidService {
        return ServiceYaml.parse(
                null,
                """
                service: shop
                pool: {hosts: [a=127.0.0.1:1, b=127.0.0.1:2, c=127.0.0.1:3], sut: %s, baselineShare: %s, maxShare: 80%%}
                rules:
                  - {id: slow, pass: 'latency.p99 <= duration("250ms")', onFail: back-off}
                  - {id: median, pass: 'latency.p50 <= duration("90ms")', window: 60s, onFail: stop}
                  - {id: shown, pass: 'latency.p95 <= duration("200ms")', onFail: report}
                  - {id: cpu, pass: 'host.cpu <= percent(90)', window: 5s}
                %s
                """
                        .formatted(sut, share, more));
    }

    @ParameterizedTest
    @CsvSource({
        // 144 requests hold the 100 that a p99 needs, and 30 the 10 that a median needs
        "300, 30, 60",
        "14.5, 30, 60",
        "14, 35, 60",
        "3, 145, 60",
        "0.9, 180, 105",
        "0.1, 180, 180"
    })
    void windows_hold_the_requests_of_the_rules_before_a_run_and_no_other_window_changes(
            double poolRps, int slow, int median) throws Exception {
        var judged = RuleWindows.holding(service("a", "1/3", ""), OptionalDouble.of(poolRps));

        assertThat(judged.rules())
                .extracting(rule -> rule.window().toSeconds())
                .containsExactly((long) slow, (long) median, 30L, 5L);
        assertThat(judged.rules().get(1).id()).isEqualTo("median");
    }

    @Test
    void the_hosts_of_a_set_are_judged_one_by_one_so_that_the_load_of_each_counts() throws Exception {
        var judged = RuleWindows.holding(service("[a, b]", "2/3", ""), OptionalDouble.of(4));

        assertThat(judged.rules().get(0).window()).isEqualTo(Duration.ofSeconds(110));
    }

    @Test
    void without_known_traffic_nothing_changes() throws Exception {
        var declared = service("a", "1/3", "");

        assertThat(RuleWindows.holding(declared, OptionalDouble.empty())).isSameAs(declared);
        assertThat(RuleWindows.holding(declared, OptionalDouble.of(0))).isSameAs(declared);
        assertThat(RuleWindows.holding(declared, OptionalDouble.of(500))).isSameAs(declared);
    }

    /** Page loads of two requests: the variance of their number is twice the mean. */
    @ParameterizedTest
    @CsvSource({"10", "50", "100"})
    void page_loads_of_two_requests_leave_few_windows_with_too_few_of_them(int needed) throws Exception {
        RuleSpec rule = service("a", "1/3", "").rules().get(0).with(needed, OnFail.REPORT);
        double perHost = 2;
        double mean = perHost * RuleWindows.needed(rule, perHost).toSeconds() / 2;
        var random = new Random(7);
        int few = 0;
        for (int i = 0; i < 10_000; i++) {
            few += 2 * poisson(mean, random) < needed ? 1 : 0;
        }
        assertThat(few).isLessThan(100);
    }

    private static int poisson(double mean, Random random) {
        int count = -1;
        for (double time = 0; time < mean; count++) {
            time -= Math.log(1 - random.nextDouble());
        }
        return count;
    }
}
