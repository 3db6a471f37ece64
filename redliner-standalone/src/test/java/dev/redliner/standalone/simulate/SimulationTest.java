package dev.redliner.standalone.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.hostmodel.BuiltInHost;
import dev.redliner.hostmodel.ScenarioFile;
import dev.redliner.search.SearchSettings;
import dev.redliner.service.InvalidService;
import dev.redliner.service.ServiceDefinition;
import dev.redliner.service.ServiceYaml;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SimulationTest {
    private static final String HOST =
            """
            {"version":1,"id":"small","host":{"discipline":"fcfs","servers":8,"service":{"dist":"exp","mean_ms":20}},
             "traffic":{"total_qps":2000,"ar_sigma":0.02,"ar_rho":0.7},
             "slo":{"latency_ms":150,"quantile":0.99,"max_error":0.001},
             "start_qps":120,"max_qps":%s,"deadline_s":900}""";

    @Test
    void the_real_run_finds_the_redline_of_a_simulated_host_and_puts_its_traffic_back() {
        SimulationResult result = on(HOST.formatted("700"), SearchSettings.DEFAULT, null);
        assertThat(result.status()).as(result.toString()).isEqualTo("ok");
        // the truth by a long steady run: 361 requests per second
        assertThat(result.est()).isBetween(340.0, 380.0);
        assertThat(result.low()).isLessThan(result.est());
        assertThat(result.high()).isGreaterThan(result.est());
        assertThat(result.limitingRule()).isEqualTo("latency");
        assertThat(result.restored()).isTrue();
        assertThat(result.exitCode()).isZero();
    }

    /** Its rules need 100 requests, which 30 s do not hold: the baseline takes more than two minutes. */
    @Test
    void a_host_with_less_than_a_request_per_second_gets_a_longer_baseline() {
        String thin =
                """
                {"version":1,"id":"thin","host":{"discipline":"fcfs","servers":1,"service":{"dist":"exp","mean_ms":100}},
                 "traffic":{"total_qps":7,"ar_sigma":0.02,"ar_rho":0.7},
                 "slo":{"latency_ms":1500,"quantile":0.99,"max_error":0.001},
                 "start_qps":0.7,"max_qps":6.5,"deadline_s":320}""";
        SimulationResult result = on(thin, SearchSettings.DEFAULT, null);
        assertThat(result.status()).as(result.toString()).isNotEqualTo("refused");
        assertThat(result.steps().get(0).from()).isBetween(125.0, 185.0);
    }

    @Test
    void the_same_seed_gives_the_same_result() {
        assertThat(on(HOST.formatted("700"), SearchSettings.QUICK, null))
                .isEqualTo(on(HOST.formatted("700"), SearchSettings.QUICK, null));
    }

    @Test
    void all_the_load_that_may_be_asked_for_passing_is_at_least() {
        SimulationResult result = on(HOST.formatted("170"), SearchSettings.DEFAULT, null);
        assertThat(result.status()).as(result.toString()).isEqualTo("at_least");
        assertThat(result.high()).isNull();
        assertThat(result.est()).isBetween(150.0, 185.0);
    }

    @Test
    void a_redline_below_the_normal_load_is_refused_without_a_number() {
        SimulationResult result = on(
                HOST.formatted("700").replace("\"start_qps\":120", "\"start_qps\":390"), SearchSettings.DEFAULT, null);
        assertThat(result.status()).as(result.toString()).isEqualTo("refused");
        assertThat(result.est()).isNull();
        assertThat(result.reason()).contains("latency");
        assertThat(result.exitCode()).isEqualTo(4);
    }

    @Test
    void rules_that_contradict_each_other_are_refused_without_a_number() throws InvalidService {
        SimulationResult result = on(
                HOST.formatted("700"),
                SearchSettings.DEFAULT,
                service("latency.p99 <= duration(\"150ms\")", "rps >= 100000.0"));
        assertThat(result.est()).isNull();
        assertThat(result.status()).as(result.toString()).isEqualTo("refused");
        assertThat(result.reason()).contains("second");
    }

    @Test
    void a_users_own_rules_are_rehearsed() throws InvalidService {
        SimulationResult result = on(
                HOST.formatted("700"),
                SearchSettings.DEFAULT,
                service("latency.p95 <= duration(\"80ms\")", "host.cpu <= percent(60.0)"));
        assertThat(result.status()).as(result.toString()).isEqualTo("ok");
        assertThat(result.limitingRule()).isEqualTo("second");
        // eight servers of 20 ms are 60% busy at 240 requests per second
        assertThat(result.est()).isBetween(215.0, 265.0);
    }

    private static SimulationResult on(
            String scenario, SearchSettings settings, @org.jspecify.annotations.Nullable ServiceDefinition declared) {
        try (var host = new BuiltInHost(ScenarioFile.parse(scenario), 3)) {
            return new Simulation(settings, declared, 0.05, Duration.ZERO).on(host);
        }
    }

    private static ServiceDefinition service(String first, String second) throws InvalidService {
        return ServiceYaml.parse(
                null,
                """
                service: shop
                pool: {hosts: [{id: a, address: "10.0.0.1:80"}, {id: b, address: "10.0.0.2:80"}], sut: a, maxShare: 60%%}
                envoy: {mode: full, listen: "127.0.0.1:8080", admin: ["http://127.0.0.1:9901"]}
                rules:
                  - {id: first, pass: '%s', window: 10s, failFor: 4 of 5, onFail: back-off}
                  - {id: second, pass: '%s', window: 10s, failFor: 4 of 5, onFail: back-off}
                limits: {maxDuration: 10m, harmBudget: 5%%, unknownFor: 15s}
                """
                        .formatted(first, second));
    }
}
