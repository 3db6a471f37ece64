package dev.redliner.search.twin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.search.CountInterval;
import dev.redliner.search.CountInterval.Criterion;
import dev.redliner.search.LatencyCounts;
import dev.redliner.search.SimulatedHost;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TwinFitTest {
    private static final double NORMAL = 40;
    private static final double MEAN_SECONDS = 0.02;

    @Test
    void a_run_below_the_redline_predicts_it() {
        // 3 workers of 20 ms: at most 150 rps. No load of the run breaks the limit
        double truth = SimulatedHost.truth(3, MEAN_SECONDS, 1);
        Twin twin = fitted(seconds(0.5 * truth, 0.7 * truth, 0.85 * truth, 0.92 * truth));
        double error = twin.lnRedline() - Math.log(truth);
        assertThat(error).as("%s, truth %.1f", twin, truth).isCloseTo(0, within(0.12));
        assertThat(Math.abs(error)).isLessThan(3 * twin.deviation());
    }

    @Test
    void a_run_on_an_event_loop_predicts_its_redline() {
        // one worker of 10 ms
        double truth = SimulatedHost.truth(1, 0.01, 1);
        Twin twin = fitted(
                seconds(SimulatedHost.P99, 1, 0.01, 0.6 * truth, 0.8 * truth, 0.9 * truth, 0.95 * truth, 0.85 * truth));
        double error = twin.lnRedline() - Math.log(truth);
        assertThat(error).as("%s, truth %.1f", twin, truth).isCloseTo(0, within(0.12));
        assertThat(twin.host()).startsWith("1 ");
    }

    @Test
    void service_times_are_fitted_step_by_step_and_never_get_worse() {
        TwinRecord record =
                TwinRecord.of(SimulatedHost.P99, seconds(60, 90, 110), NORMAL).orElseThrow();
        Misfit misfit = Misfit.first(record);
        var traffic = new ReplayTraffic(record, new ArrivalTimes(1));
        var host = new TwinHost(
                TwinHost.Shape.THREADS, 3, 0, new ServiceTimes(record.quietQuantiles(), MEAN_SECONDS), 1.3);
        ServiceFit fit = ServiceFit.of(Candidate.of(traffic, host, misfit));
        double first = fit.best().misfit();
        int comparisons = 0;
        while (!fit.ended()) {
            ServiceFit next = fit.next(traffic, misfit);
            assertThat(next.best().misfit()).isLessThanOrEqualTo(fit.best().misfit());
            fit = next;
            comparisons++;
        }
        assertThat(comparisons).isEqualTo(20);
        // the host is not slower than its service times say
        assertThat(fit.best().misfit()).isLessThan(0.7 * first);
        assertThat(fit.best().host().slower()).isLessThan(1.25);
    }

    @Test
    void service_times_that_are_too_even_are_spread() {
        TwinRecord record =
                TwinRecord.of(SimulatedHost.P99, seconds(60, 90, 110), NORMAL).orElseThrow();
        Misfit misfit = Misfit.first(record);
        var traffic = new ReplayTraffic(record, new ArrivalTimes(1));
        var host = new TwinHost(
                        TwinHost.Shape.THREADS, 3, 0, new ServiceTimes(record.quietQuantiles(), MEAN_SECONDS), 1)
                .spread(0.5);
        ServiceFit fit = ServiceFit.of(Candidate.of(traffic, host, misfit));
        while (!fit.ended()) {
            fit = fit.next(traffic, misfit);
        }
        assertThat(fit.best().host().service().at(0.99))
                .isGreaterThan(1.1 * host.service().at(0.99));
    }

    @Test
    void one_odd_group_of_seconds_does_not_outweigh_the_others() {
        TwinRecord record =
                TwinRecord.of(SimulatedHost.P99, seconds(60, 90, 110), NORMAL).orElseThrow();
        Misfit misfit = Misfit.first(record);
        var host =
                new TwinHost(TwinHost.Shape.THREADS, 3, 0, new ServiceTimes(record.quietQuantiles(), MEAN_SECONDS), 1);
        var requests = new ReplayTraffic(record, new ArrivalTimes(1)).drawn(3);
        Replay replay = Replay.of(record, host, List.of(requests));
        double without = misfit.of(record, replay, 1);
        double odd = misfit.of(record, changed(replay, 10), 1) - without;
        double odder = misfit.of(record, changed(replay, 1_000), 1) - without;
        assertThat(odd).isPositive();
        // a square of the logarithm would be nine times as large
        assertThat(odder).isBetween(odd, 4 * odd);
    }

    /** The same with many more slow requests in the first group. */
    private static Replay changed(Replay replay, double factor) {
        double[][] slower = replay.slower().clone();
        slower[0] = Arrays.stream(slower[0])
                .map(count -> Math.max(1, count) * factor)
                .toArray();
        return new Replay(slower, replay.answered(), replay.latencies(), replay.quiet());
    }

    @Test
    void a_redline_far_above_the_loads_of_the_run_is_uncertain() {
        double truth = SimulatedHost.truth(3, MEAN_SECONDS, 1);
        double top = 0.7 * truth;
        Twin far = fitted(seconds(0.5 * truth, 0.6 * truth, top, top));
        double beyond = far.lnRedline() - Math.log(top);
        assertThat(beyond).as("%s, truth %.1f", far, truth).isGreaterThan(0.15);
        assertThat(far.deviation()).isGreaterThan(0.6 * beyond);
    }

    @Test
    void equal_seconds_give_an_equal_twin() {
        List<CountInterval> seconds = seconds(60, 90);
        assertThat(fitted(seconds)).isEqualTo(fitted(seconds));
    }

    @Test
    void no_piece_of_work_of_a_long_run_is_large() {
        double[] loads = new double[12];
        Arrays.fill(loads, 150);
        TwinFit fit = fit(seconds(loads), NORMAL).orElseThrow();
        double work = 0;
        while (!fit.ended()) {
            assertThat(fit.work()).isBetween(1.0, 150_000.0);
            work += fit.work();
            fit = fit.next();
        }
        assertThat(fit.work()).isZero();
        // a few minutes of a run
        assertThat(work).isLessThan(300 * 200_000);
    }

    @Test
    void a_host_of_many_requests_gets_no_twin() {
        assertThat(fit(seconds(SimulatedHost.P99, 3, 0.002, 900), 300)).isEmpty();
    }

    @Test
    void several_hosts_or_no_latencies_get_no_twin() {
        List<CountInterval> seconds = seconds(60, 90);
        var set = new ArrayList<>(seconds);
        set.replaceAll(second -> changed(second, Map.of("a", second.requested())));
        assertThat(fit(set, NORMAL)).isEmpty();
        Criterion errors = new Criterion("slo", "error_rate", 0.01, 0);
        assertThat(TwinFit.of(errors, seconds, NORMAL, 1)).isEmpty();
    }

    @Test
    void a_run_without_any_answer_in_its_quiet_seconds_gets_no_twin() {
        List<CountInterval> seconds = seconds(60, 90);
        var silent = new ArrayList<>(seconds);
        silent.replaceAll(second -> second.requested() < 100 ? unanswered(second) : second);
        assertThat(fit(silent, NORMAL)).isEmpty();
    }

    @Test
    void latencies_that_no_queue_has_end_the_fit_without_a_failure() {
        var odd = new ArrayList<CountInterval>();
        for (CountInterval second : seconds(60, 90)) {
            odd.add(odd.size() % 7 == 0 ? unanswered(second) : second);
        }
        TwinFit fit = fit(odd, NORMAL).orElseThrow();
        for (int i = 0; i < 1_000; i++) {
            fit = fit.next();
        }
        assertThat(fit.ended()).isTrue();
    }

    @Test
    void a_short_run_gets_no_twin() {
        assertThat(fit(seconds(60).subList(0, 30), NORMAL)).isEmpty();
    }

    private static Twin fitted(List<CountInterval> seconds) {
        TwinFit fit = fit(seconds, NORMAL).orElseThrow();
        assertThat(fit.twin()).isEmpty();
        int pieces = 0;
        while (!fit.ended()) {
            fit = fit.next();
            assertThat(++pieces).isLessThan(1_000);
        }
        return fit.twin().orElseThrow();
    }

    private static Optional<TwinFit> fit(List<CountInterval> seconds, double normal) {
        return TwinFit.of(SimulatedHost.P99, seconds, normal, 1);
    }

    private static List<CountInterval> seconds(double... loads) {
        return seconds(SimulatedHost.P99, 3, MEAN_SECONDS, loads);
    }

    private static List<CountInterval> seconds(Criterion criterion, int workers, double mean, double... loads) {
        var host = new SimulatedHost(5, workers, mean, 1);
        var seconds = new ArrayList<CountInterval>();
        for (int i = 0; i < 20; i++) {
            seconds.add(host.second(NORMAL, 1_000));
        }
        for (double load : loads) {
            for (int i = 0; i < 60; i++) {
                seconds.add(host.second(load, 1_000));
            }
        }
        return seconds;
    }

    private static CountInterval unanswered(CountInterval second) {
        return with(second, LatencyCounts.NONE, second.byHost());
    }

    private static CountInterval changed(CountInterval second, Map<String, Double> byHost) {
        return with(second, second.latencies(), byHost);
    }

    private static CountInterval with(CountInterval second, LatencyCounts latencies, Map<String, Double> byHost) {
        return new CountInterval(
                second.from(),
                second.to(),
                second.requested(),
                second.completed(),
                second.counts(),
                second.gauges(),
                second.p50Seconds(),
                second.p99Seconds(),
                second.meanSeconds(),
                latencies,
                second.slowest(),
                byHost,
                second.cpu(),
                second.available(),
                second.common(),
                second.held());
    }
}
