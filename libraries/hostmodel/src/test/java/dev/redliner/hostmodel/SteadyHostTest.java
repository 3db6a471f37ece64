package dev.redliner.hostmodel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SteadyHostTest {
    /** M/M/4 at 80%: there is a closed form for the fraction of requests over a limit. */
    @Test
    void a_queue_before_exponential_servers_waits_as_theory_says() {
        Scenario scenario = scenario("fcfs", "{\"dist\":\"exp\",\"mean_ms\":10}", 4, 60);
        SteadyHost seen = SteadyHost.at(scenario, 320, 5, 3_000);
        assertThat(seen.slowFraction())
                .isCloseTo(mmc(4, 100, 320, 0.060), org.assertj.core.data.Percentage.withPercentage(8));
    }

    @Test
    void one_shared_core_serves_as_long_on_average_as_theory_says_whatever_the_distribution() {
        // processor sharing on one core: mean latency is mean/(1-load) for any service time
        for (String service : new String[] {
            "{\"dist\":\"exp\",\"mean_ms\":5}",
            "{\"dist\":\"lognormal\",\"mean_ms\":5,\"cv\":1.5}",
            "{\"dist\":\"gamma\",\"mean_ms\":5,\"cv\":0.7}",
            "{\"dist\":\"bimodal\",\"mean_ms\":5,\"slow_frac\":0.1,\"slow_x\":5}",
            "{\"dist\":\"det\",\"mean_ms\":5}"
        }) {
            var simulation = new HostSimulation(scenario("ps", service, 1, 1000), 9, true);
            double sum = 0;
            double count = 0;
            for (int i = 0; i < 2_000; i++) {
                AnsweredSecond counts = simulation.pass(120 / 10_000.0).counts();
                sum += counts.latencySum;
                count += counts.withLatency;
            }
            assertThat(1000 * sum / count)
                    .as(service)
                    .isCloseTo(5 / (1 - 0.6), org.assertj.core.data.Percentage.withPercentage(5));
        }
    }

    /** P(waiting + service over t) of M/M/c without the constant part, service rate {@code mu} each. */
    private static double mmc(int c, double mu, double rate, double t) {
        double a = rate / mu;
        double term = 1;
        double sum = 0;
        for (int n = 0; n < c; n++) {
            sum += term;
            term *= a / (n + 1);
        }
        double wait = term / (1 - a / c) / (sum + term / (1 - a / c));
        double theta = c * mu - rate;
        return (1 - wait) * Math.exp(-mu * t)
                + wait * (theta * Math.exp(-mu * t) - mu * Math.exp(-theta * t)) / (theta - mu);
    }

    private static Scenario scenario(String discipline, String service, int servers, int limit) {
        return ScenarioFile.parse(
                """
                {"version":1,"id":"x","host":{"discipline":"%s","servers":%d,"service":%s,"base_ms":0,"queue_limit":100000,
                 "timeout_ms":100000},"traffic":{"total_qps":10000},"slo":{"latency_ms":%d},"start_qps":10,"max_qps":100}"""
                        .formatted(discipline, servers, service, limit));
    }
}
