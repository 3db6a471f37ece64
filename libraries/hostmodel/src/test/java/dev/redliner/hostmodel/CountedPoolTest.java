package dev.redliner.hostmodel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountedPoolTest {
    private static final int SECONDS = 4_000;

    @ParameterizedTest
    @CsvSource({"40, 1", "40, 1.5", "2000, 1.5"})
    void counts_vary_as_requests_that_arrive_in_batches(double expected, double batch) {
        var pool = new CountedPool(scenario(batch), 3);
        double[] counts =
                DoubleStream.generate(() -> pool.count(expected)).limit(SECONDS).toArray();
        double mean = DoubleStream.of(counts).average().orElseThrow();
        double variance = DoubleStream.of(counts)
                .map(count -> Math.pow(count - mean, 2))
                .average()
                .orElseThrow();
        assertThat(mean / expected).isCloseTo(1, within(0.02));
        // together arrivals of mean size b have a variance-to-mean ratio of 2b - 1
        assertThat(variance / mean).isCloseTo(2 * batch - 1, within(0.15));
    }

    @Test
    void a_host_serves_the_same_requests_whether_the_pool_is_counted_or_not() {
        try (var exact = new BuiltInHost(scenario(1.5), 7, false);
                var counted = new BuiltInHost(scenario(1.5), 7, true)) {
            List<HostSecond> ones = seconds(exact);
            List<HostSecond> others = seconds(counted);
            assertThat(others)
                    .extracting(HostSecond::arrivals)
                    .isEqualTo(ones.stream().map(HostSecond::arrivals).toList());
            assertThat(others).allSatisfy(second -> assertThat(second.poolRps())
                    .isGreaterThanOrEqualTo(second.arrivals())
                    .isEqualTo(Math.rint(second.poolRps())));
            assertThat(mean(others) / mean(ones)).isCloseTo(1, within(0.02));
        }
    }

    private static List<HostSecond> seconds(BuiltInHost host) {
        return Stream.generate(() -> ((SimulatedHost.Passed.Seconds) host.pass(OptionalDouble.empty())).visible())
                .limit(100)
                .flatMap(List::stream)
                .toList();
    }

    private static double mean(List<HostSecond> seconds) {
        return seconds.stream().mapToDouble(HostSecond::poolRps).average().orElseThrow();
    }

    private static Scenario scenario(double batch) {
        return ScenarioFile.parse(
                """
                {"version": 1, "id": "pool", "host": {"discipline": "fcfs", "servers": 4, "service": {"dist": "exp", "mean_ms": 10}},
                 "traffic": {"total_qps": 600, "batch_mean": %s}, "slo": {"latency_ms": 200, "quantile": 0.99, "max_error": 0.01},
                 "start_qps": 60, "max_qps": 300, "deadline_s": 600}
                """
                        .formatted(batch));
    }
}
