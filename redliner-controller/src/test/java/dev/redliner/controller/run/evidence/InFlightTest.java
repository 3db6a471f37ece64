package dev.redliner.controller.run.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redliner.contracts.sample.LatencyHistogram;
import dev.redliner.contracts.sample.MetricNames;
import dev.redliner.contracts.verdict.Overdue;
import dev.redliner.contracts.verdict.SignalValues;
import dev.redliner.contracts.verdict.Tick;
import dev.redliner.controller.run.evidence.InFlight.Check;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class InFlightTest {
    private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

    @Test
    void load_times_latency_agrees_with_the_requests_in_flight() {
        // 500 rps at 40 ms are 20 requests at once
        InFlight step = steady(30, 500, 0.040, 20);

        assertThat(step.mean()).isEqualTo(20);
        assertThat(step.expected()).isEqualTo(20);
        assertThat(step.readings()).isEqualTo(29);
        assertThat(step.check()).isEqualTo(Check.AGREES);
    }

    @Test
    void a_deviation_beyond_ten_percent_and_chance_is_shown() {
        assertThat(steady(30, 500, 0.040, 21).check()).isEqualTo(Check.AGREES);
        assertThat(steady(30, 500, 0.040, 28).check()).isEqualTo(Check.DEVIATES);
        assertThat(steady(30, 500, 0.040, 13).check()).isEqualTo(Check.DEVIATES);
    }

    @Test
    void too_few_requests_or_too_short_latencies_cannot_be_checked() {
        // half a request at once: the standard error over 30 readings is a quarter of it
        assertThat(steady(30, 100, 0.005, 0.9).check()).isEqualTo(Check.UNKNOWN);
        // Envoy counts whole milliseconds
        assertThat(steady(30, 5_000, 0.004, 40).check()).isEqualTo(Check.UNKNOWN);
        assertThat(InFlight.NONE.check()).isEqualTo(Check.UNKNOWN);
    }

    @Test
    void a_queue_that_grows_is_no_steady_state() {
        InFlight step = InFlight.NONE;
        for (int second = 1; second <= 30; second++) {
            step = step.plus(tick(second, 500, 480, 0.040), active(20 * second, 0), 1);
        }

        assertThat(step.check()).isEqualTo(Check.UNKNOWN);
        assertThat(step.unaccounted())
                .as("all that was not answered is in flight")
                .isEqualTo(0);
        assertThat(step.loses()).isFalse();
    }

    @Test
    void requests_that_are_neither_answered_nor_in_flight_are_seen() {
        InFlight step = InFlight.NONE;
        for (int second = 1; second <= 30; second++) {
            step = step.plus(tick(second, 500, 475, 0.040), active(20, 0), 1);
        }

        assertThat(step.unaccounted()).isEqualTo(0.05);
        assertThat(step.loses()).isTrue();
    }

    @Test
    void abandoned_requests_explain_that_more_are_in_flight() {
        InFlight step = InFlight.NONE;
        for (int second = 1; second <= 30; second++) {
            step = step.plus(tick(second, 500, 500, 0.040), active(30, 2), 1);
        }

        assertThat(step.check()).isEqualTo(Check.ABANDONED);
        assertThat(step.abandoned()).isEqualTo(58);
    }

    @Test
    void requests_whose_clients_left_count_as_abandoned_and_those_that_timed_out_count_once() {
        SignalValues left = SignalValues.rounded(START, Map.of(MetricNames.ACTIVE, 30.0, MetricNames.GIVEN_UP, 3.0));
        SignalValues both = SignalValues.rounded(
                START, Map.of(MetricNames.ACTIVE, 30.0, MetricNames.GIVEN_UP, 3.0, MetricNames.TIMEOUTS, 2.0));
        for (SignalValues signals : List.of(left, both)) {
            InFlight step = InFlight.NONE;
            for (int second = 1; second <= 30; second++) {
                step = step.plus(tick(second, 500, 497, 0.040), signals, 1);
            }
            assertThat(step.check()).isEqualTo(Check.ABANDONED);
            assertThat(step.abandoned()).isEqualTo(87);
        }
    }

    @Test
    void the_signals_of_a_set_are_means_over_its_hosts() {
        InFlight one = InFlight.NONE.plus(tick(1, 500, 500, 0.040), active(10, 0), 2);

        assertThat(one.plus(tick(2, 500, 500, 0.040), active(10, 0), 2).check())
                .as("one reading")
                .isEqualTo(Check.UNKNOWN);
        assertThat(one.plus(tick(2, 500, 500, 0.040), active(10, 0), 2).mean()).isEqualTo(20);
    }

    @Test
    void readings_that_vary_much_cannot_be_checked() {
        // as in a queue near its limit: the same mean as 28 in flight, which deviates
        InFlight step = InFlight.NONE;
        for (int second = 1; second <= 30; second++) {
            step = step.plus(tick(second, 500, 500, 0.040), active(second % 10 == 5 ? 190 : 10, 0), 1);
        }

        assertThat(step.mean()).isBetween(27.0, 30.0);
        assertThat(step.check()).isEqualTo(Check.UNKNOWN);
    }

    @Test
    void few_readings_cannot_be_checked() {
        assertThat(steady(10, 500, 0.040, 28).check()).isEqualTo(Check.UNKNOWN);
        assertThat(steady(11, 500, 0.040, 28).check()).isEqualTo(Check.DEVIATES);
    }

    private static InFlight steady(int seconds, double rps, double latency, double active) {
        InFlight step = InFlight.NONE;
        for (int second = 1; second <= seconds; second++) {
            step = step.plus(tick(second, rps, rps, latency), active(active, 0), 1);
        }
        return step;
    }

    private static SignalValues active(double active, double timeouts) {
        return SignalValues.rounded(START, Map.of(MetricNames.ACTIVE, active, MetricNames.TIMEOUTS, timeouts));
    }

    private static Tick tick(int second, double requested, double completed, double latency) {
        var counts = new TreeMap<Integer, Long>();
        counts.put(LatencyHistogram.bucketOf(Duration.ofNanos(Math.round(latency * 1e9))), Math.round(completed));
        return new Tick(
                START.plusSeconds(second - 1),
                START.plusSeconds(second),
                requested,
                completed,
                0,
                LatencyHistogram.of(counts, latency * completed),
                requested,
                0,
                0,
                LatencyHistogram.EMPTY,
                null,
                0.0,
                Map.of(),
                0.0,
                true,
                Map.of(),
                Overdue.NONE,
                Overdue.NONE,
                List.of(),
                null);
    }
}
