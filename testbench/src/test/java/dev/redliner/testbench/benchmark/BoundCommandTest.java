package dev.redliner.testbench.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.testbench.benchmark.CountBound.Estimate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoundCommandTest {
    /** M/M/1: a request is over the limit with probability {@code exp(-(1/mean - load) (limit - base))}. */
    private static final double BEYOND_BASE_SECONDS = 0.399;

    private static final double REDLINE = 1 / 0.010 - Math.log(100) / BEYOND_BASE_SECONDS;
    private static final double ELASTICITY = REDLINE * BEYOND_BASE_SECONDS;

    private final BenchmarkLine benchmark = new BenchmarkLine();

    @TempDir
    private Path folder;

    @BeforeEach
    void scenario() throws IOException {
        Files.writeString(
                folder.resolve("h01.json"),
                """
                {"version":1,"id":"h01","host":{"discipline":"fcfs","servers":1,"service":{"dist":"exp","mean_ms":10},
                 "base_ms":1,"queue_limit":100000,"timeout_ms":60000},"traffic":{"total_qps":200},
                 "slo":{"latency_ms":400,"quantile":0.99,"max_error":0.5},"start_qps":60,"max_qps":98}
                """);
        truth("\"truth\":%s,\"elasticity\":%s,\"rule\":\"latency\"".formatted(REDLINE, ELASTICITY));
    }

    @Test
    void estimates_at_and_beside_the_redline_scatter_about_it() {
        for (double at : List.of(0.97, 1.0, 1.03)) {
            Figures errors = new Figures(
                    bound(2_000, at).estimates().stream().map(Estimate::error).toList());
            assertThat(errors.quantile(0.5)).as("at %s", at).isCloseTo(0, within(1.0));
        }
    }

    @Test
    void four_times_the_time_narrows_the_interval_and_a_higher_load_does_harm() {
        assertThat(bound(2_000, 1).halfWidth()).isLessThan(0.7 * bound(500, 1).halfWidth());
        assertThat(harm(bound(2_000, 1))).isCloseTo(1, within(0.3));
        assertThat(harm(bound(2_000, 1.05))).isGreaterThan(2);
    }

    @Test
    void a_time_without_a_bad_request_gives_a_finite_estimate() {
        assertThat(bound(1, 0.5).estimates())
                .allSatisfy(estimate -> assertThat(estimate.error()).isFinite());
    }

    @Test
    void each_host_has_a_row_and_the_half_width_of_all_is_that_of_the_median_host() {
        var hosts = List.of(host("a", 2), host("b", 4), host("c", 20));
        assertThat(CountBound.table(hosts).lines())
                .contains(
                        "| a | 1.0 / 1.8 | 1.9 | +0.0 | 1.9 | 0.50 / 0.50 | 201 |",
                        "| b | 2.0 / 3.6 | 3.8 | +0.0 | 3.8 | 0.50 / 0.50 | 201 |")
                .last()
                .asString()
                .startsWith("| **all** |")
                .contains("| +0.0 | 3.8 |")
                .endsWith("| 603 |");
    }

    @Test
    void the_command_prints_time_load_and_table() {
        assertThat(benchmark.run(
                        "bound", "--scenarios", folder.toString(), "--seconds", "60", "--at", "110", "--seeds", "1:40"))
                .isZero();
        assertThat(benchmark.out())
                .contains("counts of 60 s at 110% of the redline, with the true steepness", "| h01 | ", "| 40 |")
                .containsOnlyOnce("| **all** | ");
    }

    @Test
    void wrong_arguments_are_named() throws IOException {
        String here = folder.toString();
        assertThat(benchmark.run("bound", "--scenarios", here, "--seconds", "0"))
                .isEqualTo(2);
        assertThat(benchmark.run("bound", "--scenarios", here, "--at", "20")).isEqualTo(2);
        assertThat(benchmark.run("bound", "--scenarios", here, "--seeds", "3")).isEqualTo(2);
        assertThat(benchmark.run("bound", "--scenarios", here, "--seeds", "1:10"))
                .isEqualTo(2);
        assertThat(benchmark.run(
                        "bound", "--scenarios", folder.resolve("missing").toString()))
                .isEqualTo(2);
        truth("\"truth\":%s".formatted(REDLINE));
        assertThat(benchmark.run("bound", "--scenarios", here)).isEqualTo(2);
        truth("\"truth\":%s,\"elasticity\":%s,\"rule\":\"cpu\"".formatted(REDLINE, ELASTICITY));
        assertThat(benchmark.run("bound", "--scenarios", here)).isEqualTo(2);
        assertThat(benchmark.err())
                .contains("--seconds 0 is not within 1 and 86400")
                .contains("--at 20.0 is not within 50 and 150")
                .contains("--seeds 3 is no range such as 1:10")
                .contains("--seeds 1:10 are fewer than 40")
                .contains("there is no truth.json in")
                .contains("truth.json has no elasticity of h01")
                .contains("rule cpu is neither latency nor errors")
                .doesNotContain("\tat ");
        assertThat(benchmark.out()).isEmpty();
    }

    private void truth(String fields) throws IOException {
        Files.writeString(folder.resolve("truth.json"), "{\"h01\":{" + fields + "}}");
    }

    private CountBound bound(int seconds, double at) {
        return CountBound.of(KnownHost.in(folder).get(0), seconds, at, new SeedRange(1, 40));
    }

    private static double harm(CountBound bound) {
        return bound.estimates().stream()
                .mapToDouble(Estimate::excess)
                .average()
                .orElseThrow();
    }

    /** Errors spread evenly over both sides of zero. */
    private static CountBound host(String name, double most) {
        return new CountBound(
                name,
                IntStream.rangeClosed(-100, 100)
                        .mapToObj(i -> new Estimate(most * i / 100, 0.5))
                        .toList());
    }
}
