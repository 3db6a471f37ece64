package dev.redliner.testbench.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.redliner.hostmodel.Scenario;
import dev.redliner.hostmodel.ScenarioFile;
import org.junit.jupiter.api.Test;

class LongRunTruthTest {
    /**
     * M/M/1: the latency is exponential with rate {@code 1/mean - load}, so the p99 is {@code ln 100} over that rate.
     */
    @Test
    void the_redline_of_one_server_is_as_theory_says() {
        Scenario scenario = scenario(10, 400, 0, 3600);
        double theory = 1_000 / 10.0 - Math.log(100) / (0.400 - 0.001);
        LongRunTruth truth = LongRunTruth.of(scenario, 400_000);
        assertThat(truth.rps()).isCloseTo(theory, withPercentage(1));
        assertThat(truth.rule()).isEqualTo("latency");
        assertThat(truth.standardErrorPercent()).isLessThan(1);
        assertThat(truth.elasticity()).isGreaterThan(5);
    }

    @Test
    void a_swing_of_minutes_lowers_it_and_a_wave_of_an_hour_does_not() {
        double steady = LongRunTruth.of(scenario(10, 400, 0, 3600), 400_000).rps();
        assertThat(LongRunTruth.of(scenario(10, 400, 0.1, 3600), 400_000).rps()).isCloseTo(steady, withPercentage(0.5));
        assertThat(LongRunTruth.of(scenario(10, 400, 0.1, 60), 400_000).rps()).isLessThan(0.985 * steady);
    }

    @Test
    void a_host_that_breaks_its_slo_at_any_load_has_none() {
        assertThatThrownBy(() -> LongRunTruth.of(scenario(10, 30, 0, 3600), 20_000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("h01");
    }

    private static Scenario scenario(double meanMs, double limitMs, double wave, double period) {
        return ScenarioFile.parse(
                """
                {"version":1,"id":"h01","host":{"discipline":"fcfs","servers":1,"service":{"dist":"exp","mean_ms":%s},
                 "base_ms":1,"queue_limit":100000,"timeout_ms":60000},
                 "traffic":{"total_qps":200,"diurnal_amp":%s,"diurnal_period_s":%s},
                 "slo":{"latency_ms":%s,"quantile":0.99,"max_error":0.5},"start_qps":60,"max_qps":98}
                """
                        .formatted(meanMs, wave, period, limitMs));
    }
}
