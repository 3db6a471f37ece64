package dev.redliner.standalone.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TruthTest {
    private static final int FEW = 100_000;

    @Test
    void the_truth_is_the_same_every_time() {
        Truth once = Truth.of(HostSettings.DEMO, Objective.DEMO, Truth.MEASURED_OVERHEAD, FEW);
        assertThat(Truth.of(HostSettings.DEMO, Objective.DEMO, Truth.MEASURED_OVERHEAD, FEW))
                .isEqualTo(once);
    }

    /** That simulation, of 48 million requests, gave 353.6 with a standard error of 0.24. */
    @Test
    void the_demo_hosts_redline_agrees_with_a_far_longer_simulation() {
        Truth truth = Truth.of(HostSettings.DEMO, Objective.DEMO, Truth.MEASURED_OVERHEAD);
        System.out.println(truth);
        assertThat(truth.standardErrorRps()).isLessThan(0.005 * truth.rps());
        assertThat(truth.rps()).isCloseTo(353.6, within(3 * truth.standardErrorRps()));
    }

    /** M/M/1: latency is exponential with rate {@code mu - lambda}, so p99 = L at {@code lambda = mu - ln(100) / L}. */
    @Test
    void the_truth_of_a_single_exponential_server_is_that_of_theory() {
        double mu = 100;
        double theory = mu - Math.log(100) / 0.1;
        double found = new SteadyRunOfExponential(FEW * 20).highestRate();
        assertThat(found).isCloseTo(theory, within(0.02 * theory));
    }

    @Test
    void more_overhead_slower_work_and_a_tighter_limit_lower_the_truth() {
        double rps = truth(HostSettings.DEMO, Objective.DEMO, Duration.ZERO);
        assertThat(truth(HostSettings.DEMO, Objective.DEMO, Duration.ofMillis(10)))
                .isLessThan(rps);
        assertThat(truth(HostSettings.DEMO, new Objective(Duration.ofMillis(80), 0.001), Duration.ZERO))
                .isLessThan(rps);
        var slower = new HostSettings(6, Duration.ofMillis(20), 0.8, Duration.ZERO, 400, Duration.ofSeconds(2));
        assertThat(truth(slower, Objective.DEMO, Duration.ZERO)).isLessThan(rps);
    }

    @Test
    void errors_limit_a_host_that_refuses_before_it_is_slow() {
        var refusing = new HostSettings(6, Duration.ofMillis(15), 0.8, Duration.ZERO, 2, Duration.ofSeconds(2));
        double rps = truth(HostSettings.DEMO, Objective.DEMO, Duration.ZERO);
        assertThat(truth(refusing, Objective.DEMO, Duration.ZERO)).isBetween(1.0, 0.8 * rps);
    }

    @Test
    void a_fleet_prints_the_load_that_one_host_carries() {
        assertThat(FleetMain.capacity(Objective.DEMO.latencyLimit()))
                .matches("One host carries 35[1-6] requests per second with a p99 of 100 ms \\(computed in long steady"
                        + " runs\\)\\.");
    }

    private static double truth(HostSettings settings, Objective objective, Duration overhead) {
        return Truth.of(settings, objective, overhead, FEW).rps();
    }

    /** Drives the steady run with exponential service times. */
    private record SteadyRunOfExponential(int requests) {
        double highestRate() {
            var settings = new HostSettings(1, Duration.ofMillis(10), 1, Duration.ZERO, 1_000_000, Duration.ofHours(1));
            var random = new java.util.SplittableRandom(3);
            return new SteadyRun(
                            settings,
                            Objective.DEMO,
                            Duration.ZERO,
                            requests,
                            () -> Math.round(random.nextExponential() * 1e7),
                            random.split())
                    .highestRate(1e-3);
        }
    }
}
