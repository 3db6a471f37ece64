package dev.redliner.standalone.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HostModelTest {
    private static final long MS = 1_000_000;

    private static HostSettings settings(int workers, int queueLimit, Duration patience) {
        return new HostSettings(workers, Duration.ofMillis(10), 0, Duration.ofMillis(1), queueLimit, patience);
    }

    private static HostModel tenMillis(int workers, int queueLimit, Duration patience) {
        return new HostModel(settings(workers, queueLimit, patience), () -> 10 * MS, 0);
    }

    @Test
    void requests_are_served_in_the_order_they_came_by_the_first_free_worker() {
        HostModel host = tenMillis(2, 10, Duration.ofSeconds(1));

        assertThat(host.arrive(0)).isEqualTo(new Answer(200, 0, 11 * MS));
        assertThat(host.arrive(4 * MS)).isEqualTo(new Answer(200, 4 * MS, 15 * MS));
        assertThat(host.arrive(5 * MS)).isEqualTo(new Answer(200, 10 * MS, 21 * MS));
        assertThat(host.arrive(5 * MS)).isEqualTo(new Answer(200, 14 * MS, 25 * MS));
        assertThat(host.arrive(40 * MS)).isEqualTo(new Answer(200, 40 * MS, 51 * MS));
    }

    @Test
    void a_full_queue_answers_503_at_once_and_takes_requests_again_when_there_is_room() {
        HostModel host = tenMillis(1, 2, Duration.ofSeconds(1));
        host.arrive(0);
        host.arrive(MS);
        host.arrive(2 * MS);

        assertThat(host.arrive(3 * MS)).isEqualTo(new Answer(503, 3 * MS, 4 * MS));
        assertThat(host.arrive(10 * MS).status()).isEqualTo(200);
        assertThat(host.arrive(11 * MS).status()).isEqualTo(503);
    }

    @Test
    void a_request_out_of_patience_is_answered_504_and_costs_no_work() {
        HostModel host = tenMillis(1, 10, Duration.ofMillis(5));
        host.arrive(0);

        assertThat(host.arrive(MS)).isEqualTo(new Answer(504, 6 * MS, 7 * MS));
        assertThat(host.arrive(8 * MS)).isEqualTo(new Answer(200, 10 * MS, 21 * MS));
        assertThat(host.busyNanos(100 * MS)).isEqualTo(20 * MS);
    }

    @Test
    void those_who_gave_up_no_longer_take_room_in_the_queue() {
        HostModel host = tenMillis(1, 1, Duration.ofMillis(5));
        host.arrive(0);
        host.arrive(MS);

        assertThat(host.arrive(2 * MS).status()).isEqualTo(503);
        assertThat(host.arrive(6 * MS).status()).isEqualTo(200);
    }

    @Test
    void busy_time_counts_work_done_and_not_work_assigned() {
        HostModel host = tenMillis(2, 10, Duration.ofSeconds(1));
        host.arrive(0);
        host.arrive(0);
        host.arrive(MS);

        assertThat(host.busyNanos(5 * MS)).isEqualTo(10 * MS);
        assertThat(host.busyNanos(12 * MS)).isEqualTo(22 * MS);
        assertThat(host.busyNanos(50 * MS)).isEqualTo(30 * MS);
    }

    @Test
    void a_slowed_host_takes_longer_from_then_on() {
        HostModel host = tenMillis(1, 10, Duration.ofSeconds(1));
        host.slow(3);
        assertThat(host.arrive(0).completionNanos()).isEqualTo(31 * MS);
        host.slow(1);
        assertThat(host.arrive(100 * MS).completionNanos()).isEqualTo(111 * MS);
        assertThatThrownBy(() -> host.slow(0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void lognormal_service_times_have_the_mean_and_variation_asked_for() {
        long seed = 11;
        var times = new LognormalTimes(HostSettings.DEMO, seed);
        int draws = 2_000_000;
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < draws; i++) {
            double ms = times.nextNanos() / 1e6;
            sum += ms;
            squares += ms * ms;
        }
        double mean = sum / draws;
        double variation = Math.sqrt(squares / draws - mean * mean) / mean;
        System.out.println("seed " + seed + ": mean " + mean + " ms, variation " + variation);
        assertThat(mean).isCloseTo(15, within(0.05));
        assertThat(variation).isCloseTo(0.8, within(0.01));
    }

    /** M/M/c: the mean wait is {@code C(c, a) / (c mu - lambda)} with Erlang's C. */
    @Test
    void waits_are_those_of_queueing_theory() {
        for (int workers : new int[] {1, 6}) {
            for (double utilization : new double[] {0.5, 0.8}) {
                double lambda = utilization * workers / 0.015;
                double theory = erlangC(workers, utilization * workers) / (workers / 0.015 - lambda);
                assertThat(meanWaitSeconds(workers, lambda, 5))
                        .as("workers=%s utilization=%s", workers, utilization)
                        .isCloseTo(theory, within(0.03 * theory));
            }
        }
    }

    private static double meanWaitSeconds(int workers, double lambda, long seed) {
        var random = new SplittableRandom(seed);
        var settings =
                new HostSettings(workers, Duration.ofMillis(15), 1, Duration.ZERO, 1_000_000, Duration.ofHours(1));
        var host = new HostModel(settings, () -> Math.round(random.nextExponential() * 15e6), 0);
        int requests = 2_000_000;
        double now = 0;
        double waits = 0;
        for (int i = 0; i < requests; i++) {
            now += random.nextExponential() * 1e9 / lambda;
            waits += (host.arrive((long) now).startNanos() - (long) now) / 1e9;
        }
        return waits / requests;
    }

    private static double erlangC(int workers, double offered) {
        double blocking = 1;
        for (int k = 1; k <= workers; k++) {
            blocking = offered * blocking / (k + offered * blocking);
        }
        return blocking / (1 - offered / workers * (1 - blocking));
    }
}
